import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberWithRank } from '../../src/server/domains/events/testing/event-setup.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../src/server/testing/game-server.ts'
import { password, type TestApp, testApp } from '../../src/server/testing/test-app.ts'

let site: TestApp
let server: TestGameServer
let admin: Awaited<ReturnType<typeof memberWithRank>>
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  admin = await memberWithRank(site, 'Admin', 'Searcher')
})
afterAll(() => site.close())

let clock = Date.now() - 3_600_000
/** A match against somebody else that ended at a moment. */
const playedAt = (moment: number, xuid: string, gamertag: string) =>
  event(
    'match',
    match([player(xuid, { gamertag, points: 5 }), player('rival', { gamertag: 'Zzz' })], {
      gameType: 'sumo',
      startedAt: new Date(moment - 500).toISOString(),
      endedAt: new Date(moment).toISOString(),
    }),
    { at: new Date(moment).toISOString() },
  )

/** The same, a second after the one before. */
function played(xuid: string, gamertag: string) {
  clock += 1_000
  return playedAt(clock, xuid, gamertag)
}

const accepted = async (...events: object[]) => {
  const { json } = await server.report(...events)
  expect(json.results.map(({ status }: { status: string }) => status)).toEqual(events.map(() => 'accepted'))
}

const formerNames = async (id: number) => {
  const { rows } = await sql<{ names: string[] }>`
    SELECT former_names AS names FROM users WHERE id = ${id}
  `.execute(site.database.sql)
  return rows[0]?.names
}

const get = async (path: string) => {
  const { status, json } = await admin.get(path)
  expect([path, status]).toEqual([path, 200])
  return json
}

interface Found {
  readonly id: number
  readonly username: string
  readonly formerName?: string
}

/** Every search for players: who is found by a text, and by which former name. */
const searches: Readonly<Record<string, (text: string) => Promise<Found[]>>> = {
  players: async (text) =>
    (await get(`/api/players/search?username=${text}`)).map(
      ({ user, formerName }: { user: Found; formerName?: string }) => ({ ...user, formerName }),
    ),
  board: async (text) =>
    (await get(`/api/leaderboard?gameType=overall&search=${text}`)).entries.map(
      ({ user, formerName }: { user: Found; formerName?: string }) => ({ ...user, formerName }),
    ),
  mentions: async (text) => get(`/api/mentions?name=${text}`),
}
const search = async (name: string, text: string) =>
  (await searches[name]!(encodeURIComponent(text))).map(({ id, formerName }) => [id, formerName])

test('[field.62] A search for a former name finds the player and says it, in every search for players, however it is written', async () => {
  await accepted(played('renamed', 'Crimson Otter'), played('renamed', 'Cobalt Heron'))
  const id = await accountOf(site, 'renamed')
  expect(await formerNames(id)).toEqual(['Crimson Otter'])
  for (const name of Object.keys(searches)) {
    for (const typed of ['Crimson Otter', 'crimsonotter', 'CRIMSON_OTTER', 'crim'])
      expect([name, typed, await search(name, typed)]).toEqual([name, typed, [[id, 'Crimson Otter']]])
    expect([name, await search(name, 'cobalt')]).toEqual([name, [[id, undefined]]])
  }
  for (const name of ['players', 'board'])
    expect(await search(name, 'son ott')).toEqual([[id, 'Crimson Otter']])
})

test('[field.63] A name that somebody bears today finds that player first', async () => {
  await accepted(played('before', 'Amber Wolf'), played('before', 'Plain Stone'))
  await accepted(
    played('before', 'Plain Stone'),
    played('today', 'Amber Wolf'),
    played('longer', 'Amber Wolfgang'),
  )
  const [before, today, longer] = [
    await accountOf(site, 'before'),
    await accountOf(site, 'today'),
    await accountOf(site, 'longer'),
  ]
  expect(await search('players', 'amber wolf')).toEqual([
    [today, undefined],
    [before, 'Amber Wolf'],
    [longer, undefined],
  ])
  expect(await search('mentions', 'Amber Wolf')).toEqual([
    [today, undefined],
    [longer, undefined],
    [before, 'Amber Wolf'],
  ])
})

test('[field.64] Former names are kept in any order of arrival, each once, without the name of today, at most ten', async () => {
  const start = clock
  await accepted(playedAt(start + 500, 'many', 'Newest Name'))
  // A game server that could not report sends what was earlier.
  await accepted(playedAt(start + 100, 'many', 'Late Name'), playedAt(start + 50, 'many', 'Later Name'))
  const id = await accountOf(site, 'many')
  expect(await formerNames(id)).toEqual(['Late Name', 'Later Name'])
  // Of two names in one report the newer is that of today.
  clock = start + 1_000
  await accepted(played('both', 'First Of Two'), played('both', 'Second Of Two'))
  expect(await formerNames(await accountOf(site, 'both'))).toEqual(['First Of Two'])
  await accepted(played('many', 'Late Name'))
  expect(await formerNames(id)).toEqual(['Newest Name', 'Later Name'])
  for (let n = 0; n < 12; n += 1) await accepted(played('many', `Flood ${n}`))
  const names = await formerNames(id)
  expect([names?.length, names?.[0], names?.at(-1)]).toEqual([10, 'Flood 10', 'Flood 1'])
})

test('[field.65] Names that were never shown are no former names: neutral ones, and those that look like the team’s', async () => {
  await memberWithRank(site, 'Admin', 'Team_Lead')
  await accepted(played('posing', 'Team Lead'), played('posing', 'Honest Name'))
  await accepted(
    played('posing', 'Honest Name'),
    played('hidden', '\u200b\u200b'),
    played('hidden', 'Seen Now'),
  )
  expect(await formerNames(await accountOf(site, 'posing'))).toEqual([])
  expect(await formerNames(await accountOf(site, 'hidden'))).toEqual([])
  // Not even where the name of the team is reported late.
  await accepted(playedAt(clock - 500_000, 'posing', 'TeamLead'))
  expect(await formerNames(await accountOf(site, 'posing'))).toEqual([])
})

test('[field.66] Former names follow the player when a member links it and unlinks it, and the sign-in name is none of them', async () => {
  await accepted(played('linked', 'Quiet Brook'), played('linked', 'Quiet River'))
  await accepted(event('link.code', { xuid: 'linked', gamertag: 'Quiet River', code: 'AAAABBBB' }))
  const member = await site.member('Signs_In_As')
  expect((await member.post('/api/link', { code: 'AAAABBBB' })).status).toBe(200)
  expect(await formerNames(member.user.id)).toEqual(['Quiet Brook'])
  expect(await search('players', 'Quiet Brook')).toEqual([[member.user.id, 'Quiet Brook']])
  expect(await search('players', 'Signs_In_As')).toEqual([])
  const exported = await member.get('/api/account/export')
  expect(exported.text).toContain('Quiet Brook')

  await accepted(event('link.remove', { xuid: 'linked' }))
  const playerId = await accountOf(site, 'linked')
  expect(playerId).not.toBe(member.user.id)
  expect([await formerNames(member.user.id), await formerNames(playerId)]).toEqual([[], ['Quiet Brook']])
  expect(await search('players', 'Quiet Brook')).toEqual([[playerId, 'Quiet Brook']])
})

test('[field.67] A member who hides their presence is found by a former name by staff only; a deleted one by nobody', async () => {
  await accepted(played('private', 'Known Before'), played('private', 'Hidden Now'))
  await accepted(event('link.code', { xuid: 'private', gamertag: 'Hidden Now', code: 'CCCCDDDD' }))
  const member = await site.member()
  expect((await member.post('/api/link', { code: 'CCCCDDDD' })).status).toBe(200)
  expect((await member.patch('/api/user', { hidePresence: true })).status).toBe(200)
  for (const name of Object.keys(searches))
    expect([name, await search(name, 'Known Before')]).toEqual([name, []])
  const byStaff = await get('/api/admin/members?search=known%20before')
  expect(byStaff.map(({ id, formerName }: Found) => [id, formerName])).toEqual([
    [member.user.id, 'Known Before'],
  ])
  expect((await member.patch('/api/user', { hidePresence: false })).status).toBe(200)
  expect(await search('players', 'Known Before')).toHaveLength(1)

  expect((await member.post('/api/account/delete', { password })).status).toBe(204)
  const { rows } = await sql`SELECT FROM users WHERE 'Known Before' = ANY (former_names)`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([])
  for (const name of Object.keys(searches))
    expect([name, await search(name, 'Known Before')]).toEqual([name, []])
})

test('[field.69] Who filed a bug report is found by a former name too, however the list is read', async () => {
  await accepted(played('filer', 'Rusty Anchor'), played('filer', 'Polished Anchor'))
  await accepted(event('link.code', { xuid: 'filer', gamertag: 'Polished Anchor', code: 'DDDDEEEE' }))
  const [filer, other] = [await site.member(), await site.member()]
  expect((await filer.post('/api/link', { code: 'DDDDEEEE' })).status).toBe(200)
  const report = { gameMode: 'boxing', severity: 'high' }
  const file = async (member: typeof filer, details: string) => {
    const filed = await member.post('/api/reports', { ...report, reason: 'Something broke', details })
    expect(filed.status).toBe(201)
    return filed.json.id
  }
  const older = await file(other, 'It happened beside Rusty Anchor, near the spawn')
  const newer = await file(filer, 'It happened again, near the spawn of the lobby')
  const page = async (before: string) =>
    (await get(`/api/admin/reports?q=rusty%20anchor&limit=1${before}`)).map(({ id }: Found) => id)
  expect([await page(''), await page(`&before=${newer}`)]).toEqual([[newer], [older]])
})
