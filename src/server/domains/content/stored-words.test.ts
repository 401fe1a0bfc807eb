import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf, event, gameServer, match, player } from '../../testing/game-server.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { network } from '../network/domain.ts'
import { rebuildRatings } from '../rankings/ratings/rebuild.ts'
import { rateUntilDone, ratingJob } from '../rankings/ratings/worker.ts'

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

let site: TestApp
beforeAll(async () => {
  // The default is not English: what is stored is as it is written all the same.
  site = await testApp({ environment: { LANGUAGES: 'de, en, es', RATE_LIMITS: 'off' } })
  for (const prepare of network.prepare ?? []) await prepare(site.context, site.content)
})
afterAll(() => site.close())

const asked = async (path: string, tag: string) =>
  (await site.browser().get(path, { headers: { 'accept-language': tag } })).json

test('[languages.48] practice modes that ship are described in the language of their reader, and those of staff as staff wrote them', async () => {
  const helper = await memberWithRank(site, 'Manager')
  const own = { category: 'duels', name: 'Gapple', description: 'Golden apples.' }
  expect((await helper.post('/api/practice', own)).status).toBe(201)
  const described = async (tag: string) =>
    (await asked('/api/practice?category=duels', tag))
      .filter(({ name }: { name: string }) => name === 'Sumo' || name === 'Gapple')
      .map(({ description }: { description: string }) => description)
  const english = 'One against one, bare hands, no kit. The edge is closer than you think.'
  expect(await described('en')).toEqual([english, own.description])
  expect(await described('de')).toEqual([
    'Eins gegen eins, bloße Hände, kein Kit. Der Rand ist näher, als du denkst.',
    own.description,
  ])
  expect(await described('es')).toEqual([
    'Uno contra uno, manos vacías, sin kit. El borde está más cerca de lo que crees.',
    own.description,
  ])
  // Staff change what is stored.
  const { json } = await helper.get('/api/admin/practice?lang=de')
  expect(json.map(({ description }: { description: string }) => description)).toContain(english)
})

test('[languages.48] tiers are named in the language of their reader, also those that a season ended with', async () => {
  const server = await gameServer(site)
  const admin = await memberWithRank(site, 'Admin')
  await rateUntilDone(site.database)
  const body = { name: 'One', startsAt: inDays(1), endsAt: inDays(2) }
  const { id } = (await admin.post('/api/admin/seasons', body)).json
  await sql`UPDATE seasons SET starts_at = ${inDays(-9)}, ends_at = ${inDays(-4)} WHERE id = ${id}`.execute(
    site.database.sql,
  )
  await rebuildRatings(site.database)
  /** Enough for both to be on the board. */
  const rivalry = (days: number) =>
    Array.from({ length: 30 }, (_, n) => {
      const [winner, loser] = n % 3 < 2 ? ['k1', 'k2'] : ['k2', 'k1']
      return match([player(winner!), player(loser!, { result: 'loss' })], {
        startedAt: inDays(days - 0.01 + n / 8),
        endedAt: inDays(days + n / 8),
      })
    })
  await server.report(...[...rivalry(-8.5), ...rivalry(-3.9)].map((one) => event('match', one)))
  await ratingJob(site.context, site.content).work(new AbortController().signal)
  const { rows } = await sql<{ tier: string }>`SELECT tier FROM season_standings ORDER BY position`.execute(
    site.database.sql,
  )
  expect(rows.map(({ tier }) => tier)).toEqual(['Copper', 'Iron'])

  const loser = await accountOf(site, 'k2')
  const final = `gameType=boxing&by=rating&period=season:${id}`
  const read = async (tag: string) => [
    (await asked(`/api/leaderboard?${final}`, tag)).entries[1].rating.tier,
    (await asked('/api/leaderboard?gameType=boxing&by=rating', tag)).entries[1].rating.tier,
    (await asked(`/api/leaderboard/around/${loser}?${final}`, tag)).entries[1].rating.tier,
    ...(await asked(`/api/players/${loser}/ratings`, tag)).map(({ tier }: { tier: string }) => tier),
    (await asked('/api/seasons', tag)).find((one: { id: number }) => one.id === id).champions[0].tier,
  ]
  expect(await read('en')).toEqual(['Iron', 'Iron', 'Iron', 'Iron', 'Iron', 'Copper'])
  expect(await read('de')).toEqual(['Eisen', 'Eisen', 'Eisen', 'Eisen', 'Eisen', 'Kupfer'])
  expect(await read('es')).toEqual(['Hierro', 'Hierro', 'Hierro', 'Hierro', 'Hierro', 'Cobre'])
})
