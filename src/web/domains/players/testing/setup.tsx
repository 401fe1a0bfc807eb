import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterContextProvider, RouterProvider, useParams } from 'react-router'
import type { OwnUser, PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import type { AnyEndpoint } from '../../../../contract/endpoint.ts'
import type { MatchDetails, PointsHistory } from '../../../../contract/players/players-schemas.ts'
import { type GameType, noStats, shippedGameTypes } from '../../../../contract/rankings/stats.ts'
import type { Stats } from '../../../../contract/rankings/stats-schemas.ts'
import { pageContext } from '../../../platform/navigation/page-context.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { respondWith } from '../../../testing/fake-api.ts'
import { TestProviders, testSite } from '../../../testing/site.tsx'

export const aPlayer = (over: Partial<PublicUser> = {}): PublicUser => ({
  id: 5,
  username: 'Alexandra',
  bio: null,
  discordTag: null,
  avatarUrl: null,
  rank: 'Emerald',
  createdAt: '2026-01-05T15:04:00.000Z',
  lastLogin: null,
  gamertag: null,
  standing: 'member',
  ...over,
})

export const someStats = (over: Partial<Stats> = {}): Stats => ({
  kills: 1_234,
  deaths: 500,
  assists: 31,
  wins: 42,
  losses: 10,
  points: 12_345,
  winStreak: 2,
  bestStreak: 9,
  gameType: 'overall',
  ...over,
})

type DetailedPlayer = MatchDetails['players'][number]

export const part = (id: number, username: string, over: Partial<DetailedPlayer> = {}): DetailedPlayer => ({
  user: { id, username, avatarUrl: null, rank: 'Member' },
  team: null,
  result: 'win',
  kills: 3,
  deaths: 1,
  assists: 0,
  points: 25,
  input: 'touch',
  pingMs: 43,
  hits: null,
  ...over,
})

export const matchIdAt = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

export const aMatch = (over: Partial<MatchDetails> = {}): MatchDetails => ({
  matchId: matchIdAt(1),
  gameType: 'boxing',
  ranked: true,
  voided: false,
  startedAt: '2026-01-05T15:00:00.000Z',
  endedAt: '2026-01-05T15:03:20.000Z',
  players: [part(5, 'Alexandra'), part(6, 'Bob', { result: 'loss', points: -10 })],
  map: null,
  region: null,
  rounds: null,
  score: null,
  cups: [],
  kills: [],
  rated: null,
  unratedReason: null,
  ratings: [],
  ...over,
})

export const someHistory: PointsHistory = {
  gameType: 'overall',
  startPoints: 12_000,
  days: [
    { date: '2026-01-03', points: 12_400, wins: 4, losses: 0 },
    { date: '2026-01-05', points: 12_345, wins: 1, losses: 2 },
  ],
}

/** Another figure for each game type, so that rows cannot be mixed up. */
export const statsOf = (gameType: GameType) =>
  gameType === 'overall' ? someStats() : { ...noStats(gameType), kills: gameType.length, wins: 1 }

/** The responses about player 5. */
export const playerResponses = (player: PublicUser = aPlayer(), id = 5) => ({
  [`GET /api/users/${id}`]: respondWith(player),
  [`GET /api/stats/${id}`]: respondWith(someStats()),
  [`GET /api/players/${player.id}/matches`]: respondWith([aMatch()]),
  [`GET /api/players/${player.id}/presence`]: respondWith({ presence: null }),
  [`GET /api/players/${player.id}/ratings`]: respondWith([]),
  [`GET /api/players/${player.id}/opponents`]: respondWith([]),
  [`GET /api/players/${player.id}/milestones`]: respondWith([]),
  [`GET /api/players/${player.id}/devices`]: respondWith({ matches: 0, inputs: [], devices: [] }),
  [`GET /api/players/${player.id}/places`]: respondWith([]),
  [`GET /api/players/${player.id}/trophies`]: respondWith([]),
  [`GET /api/players/${player.id}/points-history`]: respondWith(someHistory),
  [`GET /api/stats/${player.id}/modes`]: respondWith(['overall', ...shippedGameTypes].map(statsOf)),
})

/** A refusal with the words of its status, as a real server sends it. */
export const failing = (status: number, statusText: string) => () => new Response('', { status, statusText })

/** A page of the site, where links may lead to it again or away. */
export function openPage(
  path: string,
  Page: ComponentType<never>,
  address: string,
  viewer: OwnUser | null = null,
) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  const Component = Page as unknown as ComponentType<{ params: unknown }>
  const Shown = () => <Component params={useParams()} />
  const router = createMemoryRouter(
    [
      { path, Component: Shown },
      { path: '*', element: <p>another page</p> },
    ],
    { initialEntries: ['/before', address], initialIndex: 1 },
  )
  const page = (
    <TestProviders client={client}>
      <RouterProvider router={router} />
    </TestProviders>
  )
  return { ...render(page), router, client }
}

export class Refusal extends Error {
  constructor(readonly status: number) {
    super(`refused with ${status}`)
  }
}

/** A document request; `responses` are those of the API in process, by the path of the endpoint. */
export function documentOf(
  address: string,
  id: string,
  responses: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => unknown>>,
  { isWidget = false } = {},
) {
  const reported: unknown[] = []
  const context = new RouterContextProvider()
  const call = async (endpoint: AnyEndpoint, { params = {} }: { params?: object } = {}) => {
    const respond = responses[endpoint.path]
    if (respond === undefined) throw new Refusal(404)
    return respond({ ...params })
  }
  context.set(pageContext, {
    site: testSite,
    viewer: null,
    nonce: '',
    isWidget,
    call: call as never,
    reportError: (error) => void reported.push(error),
  })
  const request = new Request(`https://isles.example${address}`)
  return { reported, args: { context, request, params: { id } } as never }
}
