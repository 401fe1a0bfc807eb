import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { DiscordOverview, SentMessage } from '../../contract/network/discord-admin-schemas.ts'
import { showPage } from '../domains/events/testing/setup.tsx'
import { queryClientForHere } from '../platform/query-client.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { testViewer } from '../testing/site.tsx'
import AdminDiscord from './admin-discord.tsx'

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
const show = () => showPage(<AdminDiscord />, { viewer: owner, at: '/admin/discord' })

test('[voice.77] /admin/discord says what is set up, and how to set up the rest; without messages it says so', async () => {
  fakeApi({ [list]: respondWith(overview()) })
  show()
  await screen.findByText('No messages yet')
  expect(screen.getAllByText('Set up')).toHaveLength(2)
  expect(screen.getByText('DISCORD_WEBHOOK_NEWS')).toBeTruthy()
  expect(screen.getByText('2 waiting')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Send a test' })).toHaveLength(2)
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
