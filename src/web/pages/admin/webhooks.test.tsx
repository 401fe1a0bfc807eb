import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Webhook, WebhookDelivery } from '../../../contract/doors/webhooks-schemas.ts'
import { showPage } from '../../domains/events/testing/setup.tsx'
import { queryClientForHere } from '../../platform/query-client.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import { testViewer } from '../../testing/site.tsx'
import AdminWebhooks from './webhooks.tsx'

afterEach(() => {
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

const list = 'GET /api/admin/webhooks'
const log = 'GET /api/admin/webhooks/1/deliveries'

const webhook = (over: Partial<Webhook> = {}): Webhook => ({
  id: 1,
  url: 'https://bot.example/hook',
  description: 'Stats bot',
  types: ['match.stored'],
  enabled: true,
  disabledFor: null,
  failingSince: null,
  nextAttemptAt: null,
  waiting: 0,
  failed: 0,
  dropped: 0,
  oldSecretUntil: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 3,
  ...over,
})
const delivery = (over: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: 7,
  messageId: 'msg_7',
  type: 'match.stored',
  state: 'sent',
  attempts: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:02.000Z',
  status: 204,
  durationMs: 31,
  error: null,
  ...over,
})
const show = () =>
  showPage(<AdminWebhooks />, { viewer: { ...testViewer, rank: 'Admin' as const }, at: '/admin/webhooks' })

test('[doors.25] a failure to load has Retry; without webhooks the page says what they are for', async () => {
  const responses = { [list]: refuse(500, 'internal', 'Something went wrong') }
  fakeApi(responses)
  show()
  await screen.findByText('The webhooks could not be loaded.', undefined, { timeout: 5_000 })
  responses[list] = respondWith([])
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('No webhooks yet')
})

test('[doors.25] a new webhook shows its secret once, and what the server refuses stands at its field', async () => {
  const responses = {
    [list]: respondWith([]),
    'POST /api/admin/webhooks': refuse(400, 'validation', 'Wrong', {
      url: '10.0.0.1 is a private address, not a public one',
    }),
  }
  const calls = fakeApi(responses)
  show()
  await whenReady.click(await screen.findByRole('button', { name: 'New webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  await whenReady.click(dialog.getByRole('button', { name: 'Add the webhook' }))
  await dialog.findByText('Address is required')
  await dialog.findByText('Choose at least one of the events')
  await whenReady.change(dialog.getByLabelText(/^Address/), { target: { value: 'https://10.0.0.1/' } })
  await whenReady.click(dialog.getByLabelText('Match played'))
  await whenReady.click(dialog.getByRole('button', { name: 'Add the webhook' }))
  await dialog.findByText('10.0.0.1 is a private address, not a public one')
  responses['POST /api/admin/webhooks'] = respondWith({ webhook: webhook(), secret: 'whsec_once' })
  responses[list] = respondWith([webhook()])
  await whenReady.change(dialog.getByLabelText(/^Address/), { target: { value: 'https://bot.example/hook' } })
  await whenReady.click(dialog.getByRole('button', { name: 'Add the webhook' }))
  await screen.findByText('whsec_once')
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    url: 'https://bot.example/hook',
    description: '',
    types: ['match.stored'],
    enabled: true,
  })
  await whenReady.click(screen.getByRole('button', { name: 'I have stored the secret' }))
  await waitFor(() => expect(screen.queryByText('whsec_once')).toBeNull())
})

test('[doors.25] a webhook says what waits, failed and was dropped, and why the site turned it off', async () => {
  fakeApi({
    [list]: respondWith([
      webhook({ enabled: false, disabledFor: 'failing', waiting: 4, failed: 2, dropped: 9 }),
      webhook({ id: 2, description: '', enabled: false, disabledFor: 'gone' }),
    ]),
  })
  show()
  const itemOf = async (name: string) => (await screen.findByRole('heading', { name })).closest('li')
  const [failing, gone] = [await itemOf('Stats bot'), await itemOf('bot.example')]
  for (const text of [
    'Off',
    '4 waiting',
    '2 failed',
    '9 dropped',
    'Turned off: nothing arrived for five days',
  ])
    expect(within(failing!).getByText(text)).toBeTruthy()
  expect(within(gone!).getByText('Turned off: the receiver is gone')).toBeTruthy()
  expect(
    within(failing!).getByRole<HTMLButtonElement>('button', { name: 'Send a test to Stats bot' }).disabled,
  ).toBe(true)
})

test('[doors.25] the log shows what is sent and the response, and sends one event or all failed ones again', async () => {
  const done = () => new Response(null, { status: 204 })
  const calls = fakeApi({
    [list]: respondWith([webhook({ failed: 1 })]),
    [log]: respondWith([
      delivery({}),
      delivery({
        id: 6,
        state: 'failed',
        status: 500,
        attempts: 10,
        error: 'The receiver responded with 500',
      }),
    ]),
    'GET /api/admin/webhooks/1/deliveries/6': respondWith({
      ...delivery({ id: 6 }),
      response: 'out of memory',
      body: '{"type":"match.stored"}',
    }),
    'POST /api/admin/webhooks/1/deliveries/6/resend': done,
    'POST /api/admin/webhooks/1/resend': respondWith({ queued: 1 }),
    'POST /api/admin/webhooks/1/secret': respondWith({ webhook: webhook(), secret: 'whsec_second' }),
    'POST /api/admin/webhooks/1/test': done,
  })
  show()
  await whenReady.click(await screen.findByText(/^Log of the last 30 days/))
  await screen.findByText('The receiver responded with 500')
  await whenReady.click(screen.getAllByText('Details')[1]!)
  await screen.findByText('out of memory')
  await screen.findByText(/"type": "match.stored"/)
  await whenReady.click(screen.getAllByRole('button', { name: 'Send Match played again' })[1]!)
  await screen.findByText('Event queued again')
  await whenReady.click(screen.getByRole('button', { name: 'Send all failed again' }))
  await screen.findByText('Events queued again')
  await whenReady.click(screen.getByRole('button', { name: 'New secret for Stats bot' }))
  await whenReady.click(await screen.findByRole('button', { name: 'Make a new secret' }))
  await screen.findByText('whsec_second')
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/admin/webhooks/1/deliveries/6/resend',
    '/api/admin/webhooks/1/resend',
    '/api/admin/webhooks/1/secret',
  ])
})
