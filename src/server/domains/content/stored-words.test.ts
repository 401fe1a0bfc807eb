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

const reasonsOf = (given: { reason: string | null }[]) => given.map(({ reason }) => reason)

test('[languages.49] a player reads a reason that staff chose from the templates in their own language, and any other as it was written', async () => {
  const server = await gameServer(site)
  const moderator = await memberWithRank(site, 'Moderator')
  const member = await site.member()
  await server.report(event('match', match([player('spammer')])))
  const said = await server.report(event('link.request', { xuid: 'spammer', gamertag: 'Spammer' }))
  expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)

  // Staff choose in the language of the site, which is stored.
  const es = { headers: { 'accept-language': 'es' } }
  const { reasons } = (await moderator.get('/api/admin/reasons', es)).json
  const { text } = reasons.find(({ title }: { title: string }) => title === 'Werbung')
  expect(text).toBe('Du hast für einen anderen Server geworben. Bitte lass das hier.')
  for (const reason of [text, `${text} Zum zweiten Mal.`]) {
    const body = { userId: member.user.id, kind: 'warn', reason, until: null }
    expect((await moderator.post('/api/admin/punishments', body)).status).toBe(201)
  }
  const given = (await moderator.get(`/api/admin/punishments?userId=${member.user.id}`, es)).json
  expect(reasonsOf(given).sort()).toEqual([text, `${text} Zum zweiten Mal.`])

  for (const [tag, expected] of [
    ['es', 'Hiciste publicidad de otro servidor. Por favor, no lo hagas aquí.'],
    ['en', 'You advertised another server. Please do not do that here.'],
    ['de', text],
  ]) {
    const read = async (path: string) =>
      (await member.get(path, { headers: { 'accept-language': tag! } })).json
    const both = [expected, `${text} Zum zweiten Mal.`].sort()
    expect(reasonsOf(await read('/api/punishments/mine')).sort(), tag).toEqual(both)
    expect(reasonsOf(await read('/api/notices')).sort(), tag).toEqual(both)
    const notices = (await read('/api/notifications')).map(
      ({ notice }: { notice: { reason: string } }) => notice,
    )
    expect(reasonsOf(notices).sort(), tag).toEqual(both)
    const appeals = (await read('/api/appeals/mine')).map(({ about }: { about: { reason: string } }) => about)
    expect(reasonsOf(appeals).sort(), tag).toEqual(both)
  }
})

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

  const member = await site.member()
  const said = await server.report(event('link.request', { xuid: 'k2', gamertag: 'Second' }))
  expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
  await rateUntilDone(site.database)
  const loser = await accountOf(site, 'k2')
  const final = `gameType=boxing&by=rating&period=season:${id}`
  const read = async (tag: string) => [
    (await asked(`/api/leaderboard?${final}`, tag)).entries[1].rating.tier,
    (await asked('/api/leaderboard?gameType=boxing&by=rating', tag)).entries[1].rating.tier,
    (await asked(`/api/leaderboard/around/${loser}?${final}`, tag)).entries[1].rating.tier,
    ...(await asked(`/api/players/${loser}/ratings`, tag)).map(({ tier }: { tier: string }) => tier),
    (await member.get('/api/today', { headers: { 'accept-language': tag } })).json.rating.tier,
    (await asked('/api/seasons', tag)).find((one: { id: number }) => one.id === id).champions[0].tier,
  ]
  expect(await read('en')).toEqual([...Array(6).fill('Iron'), 'Copper'])
  expect(await read('de')).toEqual([...Array(6).fill('Eisen'), 'Kupfer'])
  expect(await read('es')).toEqual([...Array(6).fill('Hierro'), 'Cobre'])
})
