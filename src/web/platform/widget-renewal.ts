import { datesInPlace } from './dates-in-place.ts'

/**
 * The one script of a widget: while somebody sees it, it asks for itself once a minute, without cookies, and shows what
 * came. What has the focus stays. Without a response the next minute asks again.
 */
export const renewal = `setInterval(async () => {
  if (document.hidden || document.activeElement !== document.body) return
  const response = await fetch(location.href, { credentials: 'omit' }).catch(() => undefined)
  if (response === undefined || response.status > 404) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const part of ['meta[name=server-time]', 'main'])
    document.querySelector(part).replaceWith(page.querySelector(part))
  ${datesInPlace}
}, 60000)`
