import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { serviceWorker } from './service-worker.ts'

type Listener = (event: object) => void

const subscription = (endpoint: string) => ({
  toJSON: () => ({ endpoint, keys: { p256dh: 'key of the browser', auth: 'its secret' } }),
})

/** Runs the worker, changes the browser's subscription and returns what was sent to the site. */
async function change(
  state: { isOn: boolean } | undefined,
  event: { newSubscription?: object | null },
  present: object | null = null,
) {
  const sent: unknown[] = []
  const listeners = new Map<string, Listener>()
  const subscribe = vi.fn(async () => subscription('https://push.example/made'))
  const fetch = async (path: string, { method = 'GET', body = '' } = {}) => {
    if (method !== 'GET') sent.push([method, path, JSON.parse(body)])
    return state === undefined
      ? new Response(null, { status: 401 })
      : Response.json({ publicKey: 'key of the site', endpoint: 'https://push.example/old', ...state })
  }
  runInNewContext(serviceWorker('1', 'Isles'), {
    self: { fetch },
    registration: { pushManager: { getSubscription: async () => present, subscribe } },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  })
  let done: unknown
  listeners.get('pushsubscriptionchange')?.({
    ...event,
    waitUntil: (work: unknown) => {
      done = work
    },
  })
  await done
  return { sent, subscribe }
}

const put = (endpoint: string) => [
  ['PUT', '/api/notifications/push', { endpoint, p256dh: 'key of the browser', auth: 'its secret' }],
]

test('[inputs.66] the worker tells the site nothing where push is off or nobody is signed in', async () => {
  const event = { newSubscription: subscription('https://push.example/new') }
  for (const state of [undefined, { isOn: false }]) {
    const { sent, subscribe } = await change(state, event)
    expect(sent).toEqual([])
    expect(subscribe).not.toHaveBeenCalled()
  }
})

test('[inputs.66] the worker tells the site the subscription that the browser renewed', async () => {
  const event = { newSubscription: subscription('https://push.example/new') }
  expect((await change({ isOn: true }, event)).sent).toEqual(put('https://push.example/new'))
  const present = subscription('https://push.example/present')
  expect((await change({ isOn: true }, {}, present)).sent).toEqual(put('https://push.example/present'))
})

test('[inputs.66] without a new one the worker subscribes by the key of the site', async () => {
  const { sent, subscribe } = await change({ isOn: true }, { newSubscription: null })
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: 'key of the site',
  })
  expect(sent).toEqual(put('https://push.example/made'))
})
