import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Presence } from '../../../../contract/matches/presence-schemas.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { fakeApi, respondWith } from '../../../testing/fake-api.ts'
import { FakeSocket } from '../../../testing/fake-socket.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { OnlineNow } from './online-now.tsx'
import { PlayerPresence } from './player-presence.tsx'

beforeEach(() => FakeSocket.install())
afterEach(() => vi.unstubAllGlobals())

const player = (id: number, username: string, mode: string | null): Presence['players'][number] => ({
  user: { id, username, avatarUrl: null, rank: 'Member' },
  mode,
  since: '2026-01-05T15:00:00.000Z',
})

function show(ui: React.ReactNode) {
  const client = makeQueryClient()
  render(
    <QueryClientProvider client={client}>
      <TestProviders client={client}>
        <MemoryRouter>{ui}</MemoryRouter>
      </TestProviders>
    </QueryClientProvider>,
  )
}

test('[game.26] Online now names players with their modes, and counts the others', async () => {
  fakeApi({
    'GET /api/presence?limit=24': respondWith({
      total: 1_002,
      modes: [
        { mode: 'boxing', players: 900 },
        { mode: 'own_mode', players: 3 },
      ],
      players: [player(5, 'Alexandra', 'boxing'), player(6, '<b>Bob</b>', null)],
    } satisfies Presence),
  })
  show(<OnlineNow />)
  const region = within(await screen.findByRole('region', { name: 'Online now' }))
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'ALAlexandraBoxing',
    '<B<b>Bob</b>',
    'and 1,000 more',
  ])
  expect(region.getByText('Boxing', { selector: 'p bdi' }).parentElement?.textContent).toBe('Boxing 900')
  expect(region.getByText('own_mode')).toBeTruthy()
})

test.each([
  ['nobody is on', respondWith({ total: 0, modes: [], players: [] })],
  ['it failed', () => new Response('', { status: 500 })],
])('[game.26] Online now is not there when %s', async (_what, response) => {
  const calls = fakeApi({ 'GET /api/presence?limit=24': response })
  show(<OnlineNow />)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await act(async () => {})
  expect(screen.queryByRole('region')).toBeNull()
})

test.each([
  ['boxing', 'Online, in Boxing'],
  ['NoDebuff FFA', 'Online, in NoDebuff FFA'],
  [null, 'Online'],
])('[game.26] The player page says where the player is: %s', async (mode, words) => {
  fakeApi({
    'GET /api/players/5/presence': respondWith({ presence: { mode, since: '2026-01-05T15:00:00.000Z' } }),
  })
  show(<PlayerPresence id={5} />)
  expect((await screen.findByText(/^Online/)).textContent).toBe(words)
})

test('[game.26] Of a player who is offline or hidden the page says nothing', async () => {
  const calls = fakeApi({ 'GET /api/players/5/presence': respondWith({ presence: null }) })
  show(<PlayerPresence id={5} />)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await act(async () => {})
  expect(screen.queryByText(/Online/)).toBeNull()
})
