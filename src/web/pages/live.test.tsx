import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Presence } from '../../contract/matches/presence-schemas.ts'
import type { Mode } from '../../contract/network/modes-schemas.ts'
import { LiveLink } from '../domains/matches/live/live-link.tsx'
import { aMatch, failing, matchIdAt, part } from '../domains/players/testing/setup.tsx'
import { live } from '../platform/live/live-socket.ts'
import { fakeApi, respondWith } from '../testing/fake-api.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { renderOnPages } from '../testing/pages.tsx'
import Live from './live.tsx'

beforeEach(() => {
  FakeSocket.install()
  live.reopen()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const mode = (key: string, name: string, over: Partial<Mode> = {}): Mode => ({
  key,
  name,
  category: 'duels',
  icon: 'sword',
  ranked: true,
  listed: true,
  inOverall: true,
  position: 0,
  players: 0,
  queue: null,
  ...over,
})

const here = (id: number, username: string, at: string | null): Presence['players'][number] => ({
  user: { id, username, avatarUrl: null, rank: 'Member' },
  mode: at,
  since: '2026-01-05T15:00:00.000Z',
})

const nobody: Presence = { total: 0, modes: [], players: [] }
const modesPath = 'GET /api/modes'
const presencePath = 'GET /api/presence'
const ended = (query = '') => `GET /api/matches/latest?limit=20${query}`

const responses = {
  [modesPath]: respondWith([
    mode('boxing', 'Boxing', { players: 2, queue: 1 }),
    mode('bridge', 'Bridge', { players: 0 }),
    mode('sumo', 'Sumo', { players: 9, queue: 0 }),
    mode('own', 'Own mode', { listed: false, ranked: false, players: 0, queue: 3 }),
  ]),
  [presencePath]: respondWith({
    total: 12,
    modes: [],
    players: [here(5, 'Ada', 'boxing'), here(6, 'Bob', 'SUMO'), here(7, 'Cleo', null)],
  } satisfies Presence),
  [ended()]: respondWith([]),
  'GET /api/streams': respondWith([]),
}

const region = (name: string) => within(screen.getByRole('region', { name }))

describe('[evening.51] /live shows each mode that is played or waited for, the fullest first, with players, queue and faces', () => {
  test('modes without players and queue are not there; who is in no mode stands apart', async () => {
    fakeApi(responses)
    await renderOnPages(<Live />, '/live')
    const now = region('Playing now')
    await now.findByRole('link', { name: 'Cleo' })
    const cards = now.getAllByRole('article').map(({ textContent }) => textContent)
    expect(cards).toEqual([
      'Sumo leaderboard9 playing0 in queueBOBoband 8 more',
      'Boxing leaderboard2 playing1 in queueADAdaand 1 more',
      'Own mode0 playing3 in queue',
    ])
    expect(now.getByRole('link', { name: 'Boxing leaderboard' }).getAttribute('href')).toBe(
      '/leaderboards?gameType=boxing',
    )
    expect(now.getByRole('link', { name: 'Cleo' }).closest('ul')?.previousElementSibling?.textContent).toBe(
      'Not in a mode right now',
    )
  })

  test.each([
    [0, 'Nobody is in a match right now. Join, and be the first.'],
    [null, 'The game server does not say who is playing right now.'],
  ])('with %s players everywhere it says so', async (players, sentence) => {
    fakeApi({
      ...responses,
      [modesPath]: respondWith([mode('boxing', 'Boxing', { players })]),
      [presencePath]: respondWith(nobody),
    })
    await renderOnPages(<Live />, '/live')
    expect(await region('Playing now').findByText(sentence)).toBeTruthy()
  })

  test('names that could not be loaded are left out, modes that could not be loaded are retried', async () => {
    fakeApi({ ...responses, [presencePath]: failing(500, '') })
    const { unmount } = await renderOnPages(<Live />, '/live')
    expect((await region('Playing now').findAllByRole('article'))[0]?.textContent).toContain('9 playing')
    unmount()
    fakeApi({ ...responses, [modesPath]: failing(500, '') })
    await renderOnPages(<Live />, '/live')
    expect(await region('Playing now').findByText('Failed to load what is being played.')).toBeTruthy()
    expect(await region('Just ended').findByText(/^No ranked match ended in the last 6 hours/)).toBeTruthy()
  })
})

describe('[evening.52] /live lists ranked matches as they end, with result and score, and the ratings once they are there', () => {
  const rating = { deviationBefore: 60, deviationAfter: 58, expected: 0.5 }
  const unrated = aMatch({ score: null })
  const rated = aMatch({
    ratings: [
      { userId: 5, before: 1_500, after: 1_512.4, ...rating },
      { userId: 6, before: 1_500, after: 1_487.6, ...rating },
    ],
  })
  const lines = () =>
    region('Just ended')
      .getAllByRole('article')
      .map((article) => article.querySelector('ul')?.textContent)

  test('a match is there without a reload, first with points, then with ratings', async () => {
    vi.useFakeTimers()
    const settle = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
    let matches = [unrated]
    fakeApi({ ...responses, [ended()]: () => respondWith(matches)() })
    await renderOnPages(<Live />, '/live')
    for (const ms of [1, 1, 1]) await settle(ms)
    expect(lines()).toEqual(['WonALAlexandra+25 pointsLostBOBob−10 points'])
    FakeSocket.last.open()
    await settle(1)
    matches = [aMatch({ matchId: matchIdAt(2), players: [part(5, 'Ada', { result: 'draw' })] }), rated]
    for (let at = 0; at < 3; at += 1)
      FakeSocket.last.hear({ type: 'ratings_update', gameType: 'boxing', ladder: 'solo' })
    await settle(2_000)
    expect(lines()).toEqual([
      'DrewADAda+25 points',
      'WonALAlexandraRating 1,512 +12LostBOBobRating 1,488 −12',
    ])
  })

  test('the mode is in the address; one that is not listed is no filter', async () => {
    const calls = fakeApi({
      ...responses,
      [ended('&gameType=boxing')]: respondWith([]),
    })
    const { unmount } = await renderOnPages(<Live />, '/live?mode=boxing')
    expect(
      await region('Just ended').findByText(/^No ranked match of Boxing ended in the last 6 hours/),
    ).toBeTruthy()
    expect((screen.getByRole('combobox', { name: 'Mode' }) as HTMLSelectElement).value).toBe('boxing')
    unmount()
    await renderOnPages(<Live />, '/live?mode=chess')
    expect(calls.map(({ path }) => path).filter((path) => path.includes('latest'))).toEqual([
      '/api/matches/latest?limit=20&gameType=boxing',
      '/api/matches/latest?limit=20',
    ])
  })
})

test('[evening.53] What is live is one press away from home and /minigames', async () => {
  await renderOnPages(<LiveLink />)
  expect(screen.getByRole('link', { name: 'See it live' }).getAttribute('href')).toBe('/live')
})

describe('[evening.92] /live links the channels that the content names, in a new tab and without a player of their own, and says who of them is in game; without one it says nothing', () => {
  const ada = here(5, 'Ada', 'boxing').user
  const zoe = here(9, 'Zoe', null).user

  test('each channel with its player, the service and its address', async () => {
    fakeApi({
      ...responses,
      'GET /api/streams': respondWith([
        { user: ada, link: 'https://www.twitch.tv/ada' },
        { user: zoe, link: 'https://www.youtube.com/@zoe' },
      ]),
    })
    await renderOnPages(<Live />, '/live')
    const streams = within(await screen.findByRole('region', { name: 'Streams' }))
    await streams.findByText('In game')
    expect(streams.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ADAdaIn gameTwitch channel of Ada, in a new tab',
      'ZOZoeYouTube channel of Zoe, in a new tab',
    ])
    const links = streams.getAllByRole('link', { name: /in a new tab/ })
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
      ['https://www.twitch.tv/ada', 'noopener noreferrer'],
      ['https://www.youtube.com/@zoe', 'noopener noreferrer'],
    ])
    expect(document.querySelector('iframe')).toBeNull()
  })

  test('without channels, or where they could not be loaded, the page says nothing', async () => {
    for (const response of [respondWith([]), failing(500, '')]) {
      fakeApi({ ...responses, 'GET /api/streams': response })
      const { unmount } = await renderOnPages(<Live />, '/live')
      await region('Just ended').findByText(/^No ranked match ended in the last 6 hours/)
      expect(screen.queryByRole('region', { name: 'Streams' })).toBeNull()
      unmount()
    }
  })
})
