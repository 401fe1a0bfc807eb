import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { DiscordOverview, SentMessage } from '../../../contract/network/discord-admin-schemas.ts'
import { showPage } from '../../domains/events/testing/setup.tsx'
import { queryClientForHere } from '../../platform/query-client.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import { testViewer } from '../../testing/site.tsx'
import AdminDiscord from './discord.tsx'

afterEach(() => {
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

const list = 'GET /api/admin/discord'
const owner = { ...testViewer, rank: 'Owner' as const }

const message = (over: Partial<SentMessage>): SentMessage => ({
  id: 1,
  kind: 'matches',
  title: 'Season 1 is over',
  link: '/seasons',
  state: 'sent',
  attempts: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:02.000Z',
  error: null,
  ...over,
})
const overview = (...messages: SentMessage[]): DiscordOverview => ({
  kinds: [
    { kind: 'matches', configured: true, waiting: 0 },
    { kind: 'news', configured: false, waiting: 0 },
    { kind: 'reports', configured: true, waiting: 2 },
    { kind: 'applications', configured: false, waiting: 0 },
  ],
  messages,
})
const storedWebhooks = {
  'GET /api/admin/secrets': respondWith({
    secrets: ['matches', 'news', 'reports', 'applications'].map((kind) => ({
      name: `discord.${kind}`,
      state: kind === 'matches' || kind === 'reports' ? 'set' : 'unset',
      at: null,
    })),
  }),
}
const show = () => showPage(<AdminDiscord />, { viewer: owner, at: '/admin/discord' })

test('[voice.77] /admin/discord says what is set up, and how to set up the rest; without messages it says so', async () => {
  fakeApi({ [list]: respondWith(overview()), ...storedWebhooks })
  show()
  await screen.findByText('No messages yet')
  expect(screen.getAllByText('Set up')).toHaveLength(2)
  expect(screen.getByText('2 waiting')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Send a test' })).toHaveLength(2)
})

test('[owner.40] An Owner sets a webhook on its card; others read who does', async () => {
  const calls = fakeApi({
    [list]: respondWith(overview()),
    ...storedWebhooks,
    'PUT /api/admin/secrets/discord.news': () => new Response(null, { status: 204 }),
  })
  show()
  const news = within(await screen.findByRole('form', { name: 'Webhook for News' }))
  const address = await news.findByLabelText('Address of the webhook')
  await whenReady.change(address, { target: { value: 'https://discord.com/api/webhooks/1/abc' } })
  await whenReady.click(news.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls).toContainEqual({
      method: 'PUT',
      path: '/api/admin/secrets/discord.news',
      body: { value: 'https://discord.com/api/webhooks/1/abc' },
    }),
  )
})

test('[owner.40] An Admin reads who sets up a kind', async () => {
  fakeApi({ [list]: respondWith(overview()) })
  showPage(<AdminDiscord />, { viewer: { ...testViewer, rank: 'Admin' }, at: '/admin/discord' })
  await screen.findByText('No messages yet')
  expect(screen.getAllByText('An Owner sets its webhook here.')).toHaveLength(2)
})

test('[voice.77] A failure to load has Retry', async () => {
  const responses = { [list]: refuse(500, 'internal', 'Something went wrong') }
  fakeApi(responses)
  show()
  await screen.findByText('The messages could not be loaded.', undefined, { timeout: 5_000 })
  responses[list] = respondWith(overview())
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('No messages yet')
})

test('[voice.77] A test is sent, and what failed is sent again, with the reason of the failure', async () => {
  const calls = fakeApi({
    [list]: respondWith(
      overview(
        message({ id: 7, title: 'Lost', state: 'failed', attempts: 13, error: 'Discord responded with 503' }),
        message({}),
      ),
    ),
    'POST /api/admin/discord/test': () => new Response(null, { status: 204 }),
    'POST /api/admin/discord/7/retry': refuse(
      409,
      'conflict',
      'Only a message that failed can be sent again',
    ),
  })
  show()
  const rows = within(await screen.findByRole('region', { name: 'Newest messages' })).getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(rows[0]?.textContent).toContain('Failed')
  expect(rows[0]?.textContent).toContain('13 attempts')
  expect(rows[0]?.textContent).toContain('Discord responded with 503')
  expect(within(rows[1]!).queryByRole('button')).toBeNull()
  await whenReady.click(within(rows[0]!).getByRole('button', { name: 'Send again' }))
  await screen.findByText('Only a message that failed can be sent again')
  await whenReady.click(screen.getAllByRole('button', { name: 'Send a test' })[1]!)
  await screen.findByText('It appears in Discord within seconds.')
  expect(calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    ['/api/admin/discord/7/retry', undefined],
    ['/api/admin/discord/test', { kind: 'reports' }],
  ])
})
