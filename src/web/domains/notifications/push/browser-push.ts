import { notificationSettingsEndpoints } from '../../../../contract/notifications/notification-settings-endpoints.ts'
import type { PushSubscription as StoredSubscription } from '../../../../contract/notifications/notification-settings-schemas.ts'
import { api } from '../../../platform/api.ts'

/** What this browser can do and has: whether the site knows its subscription is for the server to say. */
export type BrowserPush = 'unsupported' | 'denied' | 'unsubscribed' | 'subscribed'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Registers the service worker and waits until it is active. `platform/offline.ts` registers the same one. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}

export async function readBrowserPush(): Promise<BrowserPush> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription == null ? 'unsubscribed' : 'subscribed'
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )

/**
 * Asks for permission and subscribes. Undefined when the permission was not given. Call it upon a press: browsers ignore
 * or punish sites that ask without one.
 */
export async function subscribeBrowser(publicKey: string): Promise<StoredSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const { pushManager } = await activeWorker()
  // A subscription of earlier keys of the site would be refused beside the new one.
  await (await pushManager.getSubscription())?.unsubscribe()
  return storedOf(await subscribeTo(pushManager, publicKey))
}

const subscribeTo = (pushManager: PushManager, publicKey: string) =>
  pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })

function storedOf(subscription: PushSubscription): StoredSubscription {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

/**
 * Sends the site the browser's subscription where it differs from the stored one: a browser may renew it, or lose it,
 * while nobody is here. Does nothing where push is off; asks for no permission.
 */
export async function renewSubscription(): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return
  const { isOn, endpoint, publicKey } = await api(notificationSettingsEndpoints.push, {})
  if (!isOn) return
  const { pushManager } = await activeWorker()
  const subscription = (await pushManager.getSubscription()) ?? (await subscribeTo(pushManager, publicKey))
  const renewed = storedOf(subscription)
  if (renewed.endpoint !== endpoint) await api(notificationSettingsEndpoints.subscribe, { body: renewed })
}

export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Calls `listener` when the member changes the permission in the browser's settings; returns how to stop. */
export function onPermissionChange(listener: () => void): () => void {
  let stop = () => {}
  let isStopped = false
  // Browsers without this query show the change after a reload.
  navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => {
      if (isStopped) return
      status.addEventListener('change', listener)
      stop = () => status.removeEventListener('change', listener)
    },
    () => undefined,
  )
  return () => {
    isStopped = true
    stop()
  }
}
