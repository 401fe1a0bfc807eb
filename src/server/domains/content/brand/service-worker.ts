/**
 * Service worker that shows the stored /offline page when a page cannot be loaded, and push notifications. It caches
 * nothing else, so nothing outdated is shown. Browsers require that each push shows something, so an unreadable one does.
 */
export const serviceWorker = (version: string, siteName: string) => `'use strict'
const siteName = ${JSON.stringify(siteName)}
const cacheName = 'offline-${version}'
const notPages = /^\\/(?:api|ws|media)(?:\\/|$)/

addEventListener('install', (event) => {
  skipWaiting()
  const page = new Request('/offline', { cache: 'reload' })
  event.waitUntil(caches.open(cacheName).then((cache) => cache.add(page)))
})

addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith('offline-') && name !== cacheName) await caches.delete(name)
  }
  // The browser asks the network while this worker is still waking up.
  await registration.navigationPreload?.enable()
  await clients.claim()
}

addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (mode !== 'navigate' || method !== 'GET' || notPages.test(new URL(url).pathname)) return
  event.respondWith(fromNetwork(event).catch(offline))
})

const fromNetwork = async (event) => (await event.preloadResponse) ?? self.fetch(event.request)

async function offline(error) {
  const cache = await caches.open(cacheName)
  const page = await cache.match('/offline')
  if (page === undefined) throw error
  const headers = new Headers(page.headers)
  // The body comes out of the cache as it was before it was packed.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(page.body, { status: 503, statusText: 'Offline', headers })
}

addEventListener('push', (event) => {
  event.waitUntil(show(messageOf(event)))
})

function messageOf({ data }) {
  try {
    const message = data.json()
    if (typeof message.body === 'string') return message
  } catch {
    // Shown without its words.
  }
  return { title: siteName, body: 'You have a new notification', path: '/notifications', tag: 'notification' }
}

const show = ({ title, body, path, tag }) =>
  registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { path } })

addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.newSubscription))
})

/** Sends the site the new push subscription of this browser, unless push was turned off. */
async function renew(given) {
  const address = '/api/notifications/push'
  const response = await self.fetch(address)
  if (!response.ok) return
  const { isOn, publicKey } = await response.json()
  if (!isOn) return
  const { pushManager } = registration
  const subscription =
    given ??
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  const { endpoint, keys } = subscription.toJSON()
  const body = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth })
  await self.fetch(address, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** Shows the path in a tab of the site, or in a new one. */
async function open(path) {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin) return
  const [tab] = await clients.matchAll({ type: 'window' })
  if (tab === undefined) return clients.openWindow(url.href)
  const shown = await tab.navigate(url.href)
  await shown?.focus()
}
`

/** Policy of the worker script, which only requests this site. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
