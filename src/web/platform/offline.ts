/**
 * Installs the service worker that shows /offline where there is no network, once the page itself has loaded. Browsers
 * offer it in secure contexts only.
 */
export function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return
  const install = () => {
    // It is an addition: a private window or a full disk may refuse it, and the site is the same without.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  }
  if (document.readyState === 'complete') install()
  else addEventListener('load', install, { once: true })
}
