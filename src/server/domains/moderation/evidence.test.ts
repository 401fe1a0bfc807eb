import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event, gameServer, match, player, type TestGameServer } from '../../testing/game-server.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { moderationSetup } from './testing/moderation-setup.ts'

let site: TestApp
let game: TestGameServer
let staff: TestBrowser

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  game = await gameServer(site)
  staff = await somebody('Moderator')
})
afterAll(() => site.close())

const { somebody, write, openCase } = moderationSetup(() => site)

let next = 0
/** A member with an identity in the game. */
async function playing() {
  const member = await site.member()
  const xuid = `25354${String(++next).padStart(11, '0')}`
  await sql`INSERT INTO game_identities (kind, value, user_id) VALUES ('xuid', ${xuid}, ${member.user.id})`.execute(
    site.database.sql,
  )
  return Object.assign(member, { xuid })
}
type Playing = Awaited<ReturnType<typeof playing>>

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString()

async function play(winner: Playing, loser: Playing, minute: number, said: object = {}) {
  const played = match(
    [
      player(winner.xuid, { kills: 5, deaths: 1, input: 'keyboard', pingMs: 40 }),
      player(loser.xuid, { result: 'loss', kills: 1, deaths: 5, input: 'touch', pingMs: 90 }),
    ],
    { startedAt: at(minute - 1), endedAt: at(minute), ...said },
  )
  await game.report(event('match', played))
  return played.matchId
}

const file = (reporter: TestBrowser, about: { user: { id: number } }, body: object = {}) =>
  reporter.post(`/api/players/${about.user.id}/reports`, { reason: 'reach', ...body })

const filed = async (id: number) => (await openCase(staff, id)).reports[0]

const storedAbout = async (id: number) => {
  const { rows } = await sql`SELECT FROM moderation_reports WHERE subject_user_id = ${id}`.execute(
    site.database.sql,
  )
  return rows.length
}

test('[fair.43] an unknown class, a match without the player and too many matches are a 400 that names the field', async () => {
  const [cheat, victim, other] = [await playing(), await playing(), await playing()]
  const theirs = await play(victim, other, 1)
  const wrong = [
    [{ class: 'griefing' }, 'class', /^class must be one of cheating, boosting/],
    [{ class: 7 }, 'class', /^class must be one of/],
    [{ matchIds: [theirs] }, 'matchIds', /^This player was not in that match$/],
    [{ matchIds: [crypto.randomUUID()] }, 'matchIds', /^This player was not in that match$/],
    [{ matchIds: ['x'] }, 'matchIds', /^Must be the id of a match$/],
    [{ matchIds: theirs }, 'matchIds', /^Must be a list of match ids$/],
    [{ matchIds: Array(6).fill(theirs) }, 'matchIds', /^Name at most 5 matches$/],
  ] as const
  for (const [body, field, sentence] of wrong) {
    const response = await file(victim, cheat, body)
    expect(response.status).toBe(400)
    expect([field, response.json.fields[field]]).toEqual([field, expect.stringMatching(sentence)])
  }
  const [author, reader] = [await site.member(), await site.member()]
  const post = await write(author, 'Something')
  const comment = (await author.post(`/api/posts/${post}/comments`, { content: 'More' })).json.id
  for (const path of [`/api/posts/${post}/reports`, `/api/comments/${comment}/reports`])
    expect((await reader.post(path, { reason: 'rude', class: 'rude' })).json.fields).toHaveProperty('class')
  expect([await storedAbout(cheat.user.id), await storedAbout(author.user.id)]).toEqual([0, 0])
})

test('[fair.43] a report has a class, "other" unless named, and names matches of the player', async () => {
  const [cheat, victim] = [await playing(), await playing()]
  const first = await play(cheat, victim, 1)
  expect((await file(victim, cheat)).status).toBe(201)
  expect(await filed(cheat.user.id)).toMatchObject({ class: 'other', matchId: null })
  expect((await file(victim, cheat, { class: 'cheating', matchIds: [first, first] })).status).toBe(201)
  expect(await filed(cheat.user.id)).toMatchObject({ class: 'cheating', matchId: first })
  const post = await write(cheat, 'Something rude')
  await victim.post(`/api/posts/${post}/reports`, { reason: 'rude', class: 'abuse' })
  expect(await filed(post)).toMatchObject({ class: 'abuse' })
  const comment = (await cheat.post(`/api/posts/${post}/comments`, { content: 'More' })).json.id
  await victim.post(`/api/comments/${comment}/reports`, { reason: 'a link', class: 'scam' })
  expect(await filed(comment)).toMatchObject({ class: 'scam' })
})

test('[fair.44] evidence is the last ten matches between the two and the named ones, as they were', async () => {
  const [cheat, victim, other] = [await playing(), await playing(), await playing()]
  const named = await play(other, cheat, 1)
  const shared: string[] = []
  for (let minute = 2; minute < 14; minute++) shared.unshift(await play(cheat, victim, minute))
  await play(cheat, other, 20)
  await file(victim, cheat, { matchIds: [named] })
  const { evidence } = await filed(cheat.user.id)
  expect(evidence.matches.map(({ matchId }: { matchId: string }) => matchId)).toEqual([
    ...shared.slice(0, 10),
    named,
  ])
  expect(evidence.matches[0]).toEqual({
    matchId: shared[0],
    mode: 'Boxing',
    endedAt: at(13),
    isNamed: false,
    gamertag: `Tag ${cheat.xuid}`,
    result: 'win',
    kills: 5,
    deaths: 1,
    input: 'keyboard',
    pingMs: 40,
    reporter: { kills: 1, deaths: 5, input: 'touch', pingMs: 90 },
  })
  expect(evidence.matches.at(-1)).toMatchObject({
    isNamed: true,
    result: 'loss',
    input: 'touch',
    reporter: null,
  })
})

test('[fair.44] evidence stays as it was when filed: after a new name, more matches and a void', async () => {
  const [cheat, victim] = [await playing(), await playing()]
  const first = await play(cheat, victim, 1)
  await file(victim, cheat)
  const before = await filed(cheat.user.id)
  expect(before.evidence.name).toBe(cheat.user.username)
  await play(cheat, victim, 5)
  await sql`UPDATE users SET username = 'Somebody New' WHERE id = ${cheat.user.id}`.execute(site.database.sql)
  await game.report(event('match.void', { matchId: first, reason: 'crash' }))
  expect((await openCase(staff, cheat.user.id)).subject.username).toBe('Somebody New')
  expect(await filed(cheat.user.id)).toEqual(before)
})

test('[fair.44] reports of posts and comments have the matches between the two as well', async () => {
  const [author, reader] = [await playing(), await playing()]
  const first = await play(author, reader, 1)
  const post = await write(author, 'Get good')
  await reader.post(`/api/posts/${post}/reports`, { reason: 'rude' })
  expect((await filed(post)).evidence.matches).toMatchObject([{ matchId: first, isNamed: false }])
})

test('[fair.44] only staff see evidence; it goes with the account, and names no reporter', async () => {
  const [cheat, victim] = [await playing(), await playing()]
  await play(cheat, victim, 1)
  await file(victim, cheat)
  for (const reader of [site.browser(), cheat, victim])
    expect((await reader.get('/api/admin/moderation')).json).not.toHaveProperty('0')
  const { rows } = await sql<{ evidence: unknown }>`
    SELECT evidence FROM moderation_reports WHERE subject_user_id = ${cheat.user.id}
  `.execute(site.database.sql)
  for (const name of [victim.xuid, victim.user.username]) expect(JSON.stringify(rows)).not.toContain(name)
  expect((await cheat.post('/api/account/delete', { password, now: true })).status).toBe(204)
  expect(await storedAbout(cheat.user.id)).toBe(0)
})

test('[fair.45] a report about oneself is a 400 and stores nothing', async () => {
  const member = await site.member()
  const response = await file(member, member)
  expect([response.status, response.json.message]).toEqual([400, 'You cannot report yourself'])
  expect(await storedAbout(member.user.id)).toBe(0)
})
