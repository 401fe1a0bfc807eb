import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { ToastRegion } from '../../../ui/toast.tsx'
import { openPage } from '../../players/testing/setup.tsx'
import { renewSubscription } from './browser-push.ts'
import { PushSwitch } from './push-switch.tsx'

const state = 'GET /api/notifications/push'
const publicKey = `B${'A'.repeat(86)}`
const stored = (isOn: boolean, endpoint = 'https://push.example/1') =>
  respondWith({ publicKey, isOn, endpoint: isOn ? endpoint : null })

/** A browser's push, whose permission is asked for by `requestPermission`. */
function offerPush({
  permission = 'default' as NotificationPermission,
  given = 'granted' as NotificationPermission,
  isSubscribed = false,
} = {}) {
  const keys = { p256dh: 'key of the browser', auth: 'its secret' }
  let subscription: object | null = null
  const unsubscribe = vi.fn(async () => {
    subscription = null
    return true
  })
  const newSubscription = () => ({
    unsubscribe,
    toJSON: () => ({ endpoint: 'https://push.example/1', keys }),
  })
  if (isSubscribed) subscription = newSubscription()
  const subscribe = vi.fn(async () => (subscription = newSubscription()))
  const registration = { pushManager: { getSubscription: async () => subscription, subscribe } }
  const serviceWorker = {
    register: vi.fn(async () => registration),
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  }
  const requestPermission = vi.fn(async () => {
    notification.permission = given
    return given
  })
  const notification = { permission, requestPermission }
  const permissionStatus = new EventTarget()
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', notification)
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  Object.defineProperty(navigator, 'permissions', {
    value: { query: async () => permissionStatus },
    configurable: true,
  })
  return { subscribe, unsubscribe, requestPermission, notification, permissionStatus }
}

beforeEach(() => act(clearToasts))
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(navigator, 'permissions')
})

const Page = () => (
  <>
    <PushSwitch />
    <ToastRegion />
  </>
)

function open(responses: Parameters<typeof fakeApi>[0]) {
  const current = { ...responses }
  const calls = fakeApi(current)
  openPage('/notifications', Page, '/notifications')
  return { calls, current }
}

const button = (name: string) => screen.findByRole('button', { name })

test('[voice.31] a browser without push says so and offers nothing', async () => {
  open({ [state]: stored(false) })
  await screen.findByText(/cannot show push notifications/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('[voice.31] a failure can be retried', async () => {
  offerPush()
  const { current } = open({ [state]: refuse(400, 'bad_request', 'Bad request') })
  await screen.findByText('Push notifications could not be loaded')
  current[state] = stored(false)
  await whenReady.click(await button('Retry'))
  await button('Turn on')
})

test('[voice.31] permission is asked for upon a press alone; then the browser’s subscription is stored', async () => {
  const { requestPermission, subscribe } = offerPush()
  const { calls, current } = open({
    [state]: stored(false),
    'PUT /api/notifications/push': () => {
      current[state] = stored(true)
      return Response.json({ publicKey, isOn: true, endpoint: 'https://push.example/1' })
    },
  })
  const turnOn = await button('Turn on')
  expect(requestPermission).not.toHaveBeenCalled()
  await whenReady.click(turnOn)
  await button('Turn off')
  expect(requestPermission).toHaveBeenCalledTimes(1)
  const applicationServerKey = Uint8Array.from([4, ...Array(64).fill(0)])
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey })
  expect(calls).toContainEqual({
    method: 'PUT',
    path: '/api/notifications/push',
    body: { endpoint: 'https://push.example/1', p256dh: 'key of the browser', auth: 'its secret' },
  })
})

test('[voice.31] a permission that is refused is shown, and allowed later in the settings it is offered again', async () => {
  const { notification, permissionStatus } = offerPush({ given: 'denied' })
  const { calls } = open({ [state]: stored(false) })
  await whenReady.click(await button('Turn on'))
  await screen.findByText(/You blocked notifications/)
  expect(calls.every(({ method }) => method === 'GET')).toBe(true)
  notification.permission = 'default'
  await waitFor(() => {
    permissionStatus.dispatchEvent(new Event('change'))
    expect(screen.queryByRole('button', { name: 'Turn on' })).not.toBeNull()
  })
})

test('[voice.31] turned off, neither the site nor the browser has the subscription', async () => {
  const { unsubscribe } = offerPush({ permission: 'granted', isSubscribed: true })
  const { current, calls } = open({
    [state]: stored(true),
    'DELETE /api/notifications/push': () => {
      current[state] = stored(false)
      return new Response(null, { status: 204 })
    },
  })
  await whenReady.click(await button('Turn off'))
  await button('Turn on')
  expect(unsubscribe).toHaveBeenCalledTimes(1)
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(true)
})

test('[voice.31] a browser whose subscription the site does not know is off, and a refusal is shown', async () => {
  offerPush({ permission: 'granted', isSubscribed: true })
  open({
    [state]: stored(false),
    'PUT /api/notifications/push': refuse(409, 'conflict', 'Try that again'),
  })
  await whenReady.click(await button('Turn on'))
  await screen.findByText('Try that again')
  await button('Turn on')
})

test('[inputs.66] a visit tells the site nothing where push is off, without permission, or of a subscription it knows', async () => {
  const put = { 'PUT /api/notifications/push': stored(true) }
  offerPush({ permission: 'default', isSubscribed: true })
  const unasked = fakeApi({ [state]: stored(true, 'https://push.example/old'), ...put })
  await renewSubscription()
  expect(unasked).toEqual([])
  for (const answered of [stored(false), stored(true)]) {
    const { subscribe } = offerPush({ permission: 'granted', isSubscribed: true })
    const calls = fakeApi({ [state]: answered, ...put })
    await renewSubscription()
    expect(calls.map(({ method }) => method)).toEqual(['GET'])
    expect(subscribe).not.toHaveBeenCalled()
  }
})

test.each([
  ['renewed', true],
  ['lost', false],
])(
  '[inputs.66] a visit tells the site the subscription that the browser %s since, without asking',
  async (_what, isSubscribed) => {
    const { requestPermission, subscribe } = offerPush({ permission: 'granted', isSubscribed })
    const calls = fakeApi({
      [state]: stored(true, 'https://push.example/old'),
      'PUT /api/notifications/push': stored(true),
    })
    await renewSubscription()
    expect(calls).toContainEqual({
      method: 'PUT',
      path: '/api/notifications/push',
      body: { endpoint: 'https://push.example/1', p256dh: 'key of the browser', auth: 'its secret' },
    })
    expect(subscribe).toHaveBeenCalledTimes(isSubscribed ? 0 : 1)
    expect(requestPermission).not.toHaveBeenCalled()
  },
)
