/**
 * Links of a preview lead to the preview of their page, as a new document: the site's settings came with this one, and
 * what other pages ask the API for is as it is saved. `param` is handed over, because this imports nothing.
 */
export function followPreview(param: string): void {
  const token = new URLSearchParams(location.search).get(param) ?? ''
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || link.target === '_blank' || link.origin !== location.origin) return
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      if (link.pathname === location.pathname && link.hash !== '') return
      event.preventDefault()
      event.stopPropagation()
      const url = new URL(link.href)
      url.searchParams.set(param, token)
      location.assign(url)
    },
    { capture: true },
  )
}
