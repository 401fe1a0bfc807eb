import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModerationCase } from '../../../../contract/moderation/moderation-schemas.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { deliverInGame } from '../../notifications/delivery/game.ts'
import { moderationSetup } from '../testing/moderation-setup.ts'
import { sweepChatLines } from './queries.ts'

let site: TestApp
let game: TestGameServer
let staff: TestBrowser

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  game = await gameServer(site)
  staff = await somebody('Moderator')
})
afterAll(() => site.close())

const { somebody } = moderationSetup(() => site)

let made = 0
const newXuid = () => `reported-${++made}`

const at = (second: number) => new Date(Date.UTC(2026, 10, 1, 12, 0, second)).toISOString()

const named = (xuid: string) => ({ xuid, gamertag: `Tag ${xuid}` })

const line = (xuid: string, text: string, second = 0) => ({ ...named(xuid), text, at: at(second) })

const report = (reporter: string, subject: string, said: object = {}, shell: object = {}) =>
  event(
    'report',
    { reporter: named(reporter), subject: named(subject), class: 'cheating', reason: 'Flies', ...said },
    shell,
  )

/** Players who are on the game server. */
async function players(count: number) {
  const xuids = Array.from({ length: count }, newXuid)
  await game.report(...xuids.map((xuid) => event('player', named(xuid))))
  return xuids
}

const two = async () => (await players(2)) as [string, string]

const casesOf = async (state: 'open' | 'decided' = 'open'): Promise<ModerationCase[]> =>
  (await staff.get(`/api/admin/moderation?status=${state}&limit=100`)).json

const caseAbout = async (userId: number, state: 'open' | 'decided' = 'open') => {
  const found = (await casesOf(state)).filter(({ subject }) => subject?.id === userId)
  expect(found.length).toBeLessThanOrEqual(1)
  return found[0]
}

const decide = (subjectId: number, decision = 'action') =>
  staff.post('/api/admin/moderation/decisions', { subjectType: 'player', subjectId, decision, note: 'Seen' })

const reportCount = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM moderation_reports`.execute(
    site.database.sql,
  )
  return rows[0]!.n
}

const outbox = async (): Promise<{ id: string; type: string; data: Record<string, string> }[]> =>
  (await game.report(event('heartbeat', { playerCount: 0, maxPlayers: 100, version: '1.21' }))).json.outbox

const messagesTo = async (xuid: string) =>
  (await outbox())
    .filter(({ type, data }) => type === 'message' && data.xuid === xuid)
    .map(({ data }) => data.text)

/** Links a player to a new member, or to this one. */
async function link(xuid: string, member?: TestBrowser & { user: { id: number } }) {
  const linked = member ?? (await site.member())
  const code = `CD${String(++made).padStart(6, '0').replaceAll(/[01]/g, 'A')}`
  await game.report(event('link.code', { ...named(xuid), code }))
  const response = await linked.post('/api/link', { code })
  expect(response.status, response.text).toBe(200)
  return linked
}

test('[fair.80] a report is stored once with its chat and match, and joins the open case of its subject', async () => {
  const [ann, ben] = await two()
  const [cleo] = (await players(1)) as [string]
  const played = match([player(ann), player(ben, { result: 'loss' })])
  await game.report(event('match', played))
  const sent = report(ann, ben, {
    matchId: played.matchId,
    chat: [line(ben, 'gg ez', 1), line(cleo, 'hi', 2), line(ann, 'you fly', 3)],
  })
  await game.report(sent)
  expect((await game.send(sent)).json.results).toEqual([{ id: sent.id, status: 'duplicate' }])
  const benId = await accountOf(site, ben)
  const benPage = await site.member()
  expect(
    (await benPage.post(`/api/players/${benId}/reports`, { reason: 'Rude', class: 'abuse' })).status,
  ).toBe(201)
  const found = await caseAbout(benId)
  expect(found).toMatchObject({ subjectType: 'player', count: 2, class: 'cheating', severity: 'high' })
  expect(found?.reports.map(({ server, reason }) => [server, reason])).toEqual([
    [null, 'Rude'],
    ['Practice EU', 'Flies'],
  ])
  expect(found?.reports[1]).toMatchObject({
    matchId: played.matchId,
    reporter: { username: `Tag ${ann}` },
    evidence: { name: `Tag ${ben}`, matches: [{ matchId: played.matchId, isNamed: true }] },
    chat: [
      { by: 'subject', gamertag: `Tag ${ben}`, text: 'gg ez', at: at(1) },
      { by: 'other', gamertag: `Tag ${cleo}`, text: 'hi', at: at(2) },
      { by: 'reporter', gamertag: `Tag ${ann}`, text: 'you fly', at: at(3) },
    ],
  })
})

test('[one-fact.11] A decided case that one person reported twice, as a player and as a member, is opened again once they are linked', async () => {
  const [ann, ben] = await two()
  const member = await site.member()
  await game.report(report(ann, ben))
  const benId = await accountOf(site, ben)
  await member.post(`/api/players/${benId}/reports`, { reason: 'On the site' })
  await decide(benId, 'insufficient')
  await link(ann, member)
  const about = { subjectType: 'player', subjectId: benId, reason: 'A video' }
  const reopened = await staff.post('/api/admin/moderation/reopenings', about)
  expect([reopened.status, reopened.json]).toEqual([200, { reopened: 2 }])
  const by = { id: member.user.id }
  expect((await caseAbout(benId))?.reports).toMatchObject([{ reporter: by }, { reporter: null }])
})

test('[fair.80] a later report of the same player replaces the first, whichever arrives first', async () => {
  const [ann, ben] = await two()
  const later = report(ann, ben, { reason: 'Later' }, { at: at(30) })
  await game.report(later)
  const earlier = report(ann, ben, { reason: 'Earlier', chat: [line(ben, 'x')] }, { at: at(10) })
  expect((await game.send(earlier)).json.results[0].status).toBe('duplicate')
  const benId = await accountOf(site, ben)
  expect(await caseAbout(benId)).toMatchObject({ count: 1, reports: [{ reason: 'Later', chat: [] }] })
  await game.report(report(ann, ben, { reason: 'With chat', chat: [line(ben, 'first')] }, { at: at(40) }))
  await game.report(report(ann, ben, { reason: 'Without chat' }, { at: at(50) }))
  expect(await caseAbout(benId)).toMatchObject({
    count: 1,
    reports: [{ reason: 'Without chat', chat: [{ text: 'first' }] }],
  })
})

test('[fair.80] after a decision a report opens a new case; an unknown match and unknown fields cost nothing', async () => {
  const [ann, ben] = await two()
  await game.report(report(ann, ben))
  const benId = await accountOf(site, ben)
  expect((await decide(benId, 'dismiss')).status).toBe(200)
  await game.report(report(ann, ben, { matchId: randomUUID(), mood: 'bad', chat: null }))
  expect(await caseAbout(benId)).toMatchObject({
    status: 'open',
    count: 1,
    reports: [{ matchId: null, chat: [] }],
  })
  expect(await caseAbout(benId, 'decided')).toMatchObject({ status: 'dismissed', count: 1 })
})

test('[fair.81] a bad report is rejected with the field and what is allowed, and nothing is stored', async () => {
  const [ann, ben] = await two()
  const before = await reportCount()
  const classes = 'cheating, boosting, abuse, hate, scam, name, other'
  const wrong: [object, string][] = [
    [{ class: 'griefing' }, `data.class must be one of ${classes}, not "griefing"`],
    [{ class: undefined }, `data.class is missing, it must be one of ${classes}`],
    [{ reason: '' }, 'data.reason must be 1 to 500 characters of valid text, not ""'],
    [{ reason: 'x'.repeat(501) }, 'data.reason must be 1 to 500 characters of valid text'],
    [{ reporter: undefined }, 'data.reporter is missing'],
    [{ subject: { gamertag: 'Ben' } }, 'data.subject needs exactly one of xuid and pfid'],
    [{ subject: { xuid: '1', pfid: '2' } }, 'data.subject needs exactly one of xuid and pfid'],
    [{ subject: named(ann) }, 'data has one player as reporter and subject'],
    [{ chat: 'gg' }, 'data.chat must be a list, not "gg"'],
    [{ chat: Array(21).fill(line(ben, 'gg')) }, 'data.chat must have at most 20 lines, not a list of 21'],
    [{ chat: [line(ben, '')] }, 'data.chat.0.text must be 1 to 512 characters of valid text, not ""'],
    [{ chat: [{ ...line(ben, 'gg'), xuid: undefined }] }, 'data.chat.0 needs exactly one of xuid and pfid'],
    [{ chat: [{ ...line(ben, 'gg'), at: 'noon' }] }, 'data.chat.0.at must be an ISO 8601 time with a zone'],
  ]
  for (const [said, reason] of wrong) {
    const [result] = (await game.send(report(ann, ben, said))).json.results
    expect([said, result.status, result.reason]).toEqual([said, 'rejected', expect.stringContaining(reason)])
  }
  expect(await reportCount()).toBe(before)
})

test('[fair.81] one player with two ids cannot report themselves, a restricted member nobody; one bad report costs no other', async () => {
  const [ann, ben] = await two()
  const member = await link(ann)
  await sql`
    INSERT INTO game_identities (kind, value, user_id) VALUES ('pfid', ${`PF-${ann}`}, ${member.user.id})
  `.execute(site.database.sql)
  const before = await reportCount()
  const self = report(ann, ben, { subject: { pfid: `PF-${ann}` } })
  expect((await game.send(self)).json.results[0]).toMatchObject({
    status: 'rejected',
    reason: 'data has one player as reporter and subject',
  })
  await staff.post(`/api/admin/members/${member.user.id}/restriction`, { reason: 'spam', days: 3 })
  const results = (await game.send(report(ann, ben), report(ben, ann))).json.results
  expect(results).toMatchObject([
    { status: 'rejected', reason: 'data.reporter is restricted on the site and cannot report players' },
    { status: 'accepted' },
  ])
  expect(await reportCount()).toBe(before + 1)
})

test('[fair.83] a linked reporter reads the class of the outcome in game, once; others and muted ones nothing', async () => {
  const [ann, ben] = await two()
  const [cleo, dora, emil] = (await players(3)) as [string, string, string]
  await link(ann)
  const muted = await link(cleo)
  await muted.put('/api/notifications/choices', { kind: 'report', site: false })
  const inGame = await link(dora)
  await inGame.put('/api/notifications/choices', { kind: 'report', game: true })
  await game.ack((await outbox()).map(({ id }) => id))
  await game.report(...[ann, cleo, dora, emil].map((xuid) => report(xuid, ben)))
  const benId = await accountOf(site, ben)
  expect((await decide(benId)).status).toBe(200)
  await deliverInGame(site.context, 100)
  const text = 'Your report was decided: We took action.'
  expect(await messagesTo(ann)).toEqual([text])
  expect(await messagesTo(dora)).toEqual([text])
  for (const xuid of [ben, cleo, emil]) expect(await messagesTo(xuid)).toEqual([])
})

test('[fair.83] a decision that is undone at once is not said in game; a report from the site is never said there', async () => {
  const [ann, ben] = await two()
  const member = await link(ann)
  await game.ack((await outbox()).map(({ id }) => id))
  await game.report(report(ann, ben))
  const benId = await accountOf(site, ben)
  const { id } = (await caseAbout(benId))!
  await decide(benId)
  expect((await staff.post('/api/admin/cases/decisions/undo', { ids: [id] })).json.reopened).toEqual([id])
  expect(await messagesTo(ann)).toEqual([])
  await decide(benId, 'insufficient')
  expect(await messagesTo(ann)).toEqual(['Your report was decided: There was not enough evidence to act.'])
  await game.ack((await outbox()).map(({ id: item }) => item))
  const other = await site.member()
  await member.post(`/api/players/${other.user.id}/reports`, { reason: 'rude' })
  await decide(other.user.id)
  expect(await messagesTo(ann)).toEqual([])
})

test('[fair.84] once the player is linked, the reports about both are one case, with its claim and chat', async () => {
  const [ann, ben] = await two()
  const member = await site.member()
  const reporter = await site.member()
  await reporter.post(`/api/players/${member.user.id}/reports`, { reason: 'On the site' })
  await game.report(report(ann, ben, { chat: [line(ben, 'gg')] }))
  const benId = await accountOf(site, ben)
  await staff.post('/api/admin/moderation/claims', { subjectType: 'player', subjectId: benId })
  await link(ben, member)
  const found = await caseAbout(member.user.id)
  expect(found).toMatchObject({
    subjectId: member.user.id,
    count: 2,
    subject: { id: member.user.id, isMember: true },
    claim: { id: expect.any(Number) },
    reports: [{ reason: 'Flies', chat: [{ by: 'subject', text: 'gg' }] }, { reason: 'On the site' }],
  })
  expect(await caseAbout(benId)).toBeUndefined()
  expect((await decide(member.user.id)).json).toEqual({ decided: 2 })
  expect(await caseAbout(member.user.id, 'decided')).toMatchObject({ count: 2, status: 'actioned' })
})

test('[fair.84] of two reports of one reporter the newer remains, and nobody remains the reporter of themselves', async () => {
  const [ann, ben] = await two()
  const member = await site.member()
  await game.report(report(ann, ben, { reason: 'In game' }), report(ben, ann, { reason: 'Back' }))
  const [annId, benId] = [await accountOf(site, ann), await accountOf(site, ben)]
  await member.post(`/api/players/${benId}/reports`, { reason: 'On the site, later' })
  // The member says that the own player cheats, and finds out whose it is.
  await member.post(`/api/players/${annId}/reports`, { reason: 'About myself' })
  await link(ann, member)
  expect(await caseAbout(benId)).toMatchObject({
    count: 1,
    reports: [{ reason: 'On the site, later', reporter: { id: member.user.id } }],
  })
  expect(await caseAbout(member.user.id)).toMatchObject({ count: 1, reports: [{ reason: 'Back' }] })
})

test('[fair.84] decided cases move along; a claim on a case about oneself ends', async () => {
  const [ann, ben] = await two()
  await game.report(report(ann, ben))
  const benId = await accountOf(site, ben)
  await decide(benId, 'insufficient')
  await game.report(report(ann, ben, { reason: 'Again' }))
  const helper = await somebody('Helper')
  const claim = { subjectType: 'player', subjectId: benId }
  expect((await helper.post('/api/admin/moderation/claims', claim)).status).toBe(200)
  await link(ben, helper as TestBrowser & { user: { id: number } })
  expect(await caseAbout(helper.user.id)).toMatchObject({ claim: null, reports: [{ reason: 'Again' }] })
  expect(await caseAbout(helper.user.id, 'decided')).toMatchObject({ status: 'insufficient' })
  const own = { subjectType: 'player', subjectId: helper.user.id }
  expect((await helper.post('/api/admin/moderation/claims', own)).status).toBe(403)
})

test('[fair.84] once the player is unlinked, what was reported in game stays with the player', async () => {
  const [ann, ben] = await two()
  const member = await link(ben)
  const reporter = await site.member()
  await game.report(report(ann, ben))
  await reporter.post(`/api/players/${member.user.id}/reports`, { reason: 'On the site' })
  await game.report(event('link.remove', { xuid: ben }))
  const benId = await accountOf(site, ben)
  expect(benId).not.toBe(member.user.id)
  expect(await caseAbout(benId)).toMatchObject({ count: 1, reports: [{ reason: 'Flies' }] })
  expect(await caseAbout(member.user.id)).toMatchObject({ count: 1, reports: [{ reason: 'On the site' }] })
  await link(ben, member)
  expect(await caseAbout(member.user.id)).toMatchObject({ count: 2 })
})

test('[fair.85] chat lines go 90 days after the decision, not while the case is open; the rest of it stays', async () => {
  const [ann, ben] = await two()
  await game.report(report(ann, ben, { chat: [line(ben, 'gg')] }))
  const benId = await accountOf(site, ben)
  const about = { subjectType: 'player', subjectId: benId }
  const chatOf = async (state: 'open' | 'decided') =>
    (await caseAbout(benId, state))?.reports.map(({ chat }) => chat.length)
  const age = (days: number) =>
    sql`
    UPDATE moderation_reports SET created_at = created_at - make_interval(days => ${days}),
      decided_at = decided_at - make_interval(days => ${days}) WHERE subject_id = ${benId}
  `.execute(site.database.sql)

  await age(400)
  await sweepChatLines(site.database.sql)
  expect(await chatOf('open')).toEqual([1])
  await decide(benId)
  await age(89)
  await sweepChatLines(site.database.sql)
  expect(await chatOf('decided')).toEqual([1])
  await staff.post('/api/admin/moderation/reopenings', { ...about, reason: 'Once more' })
  await age(30)
  await sweepChatLines(site.database.sql)
  expect(await chatOf('open')).toEqual([1])
  await decide(benId)
  await age(91)
  await sweepChatLines(site.database.sql)
  expect(await caseAbout(benId, 'decided')).toMatchObject({
    status: 'actioned',
    reports: [{ reason: 'Flies', evidence: { name: `Tag ${ben}` }, chat: [] }],
  })
})

test('[fair.86] a member’s chat lines leave with the account; their export has those of their own reports only', async () => {
  const [ann, ben] = await two()
  const [cleo] = (await players(1)) as [string]
  const [member, other] = [await link(ann), await link(ben)]
  const chat = [line(ann, 'words of ann'), line(ben, 'words of ben'), line(cleo, 'words of cleo')]
  await game.report(report(ann, cleo, { chat }), report(cleo, ben, { chat }))
  const reportsIn = async (reader: TestBrowser) =>
    JSON.parse((await reader.get('/api/account/export')).text).moderationReports
  expect(await reportsIn(member)).toMatchObject([{ reason: 'Flies', chat: [{ text: 'words of ann' }] }])
  expect(await reportsIn(other)).toEqual([])
  const exported = (await other.get('/api/account/export')).text
  for (const secret of ['words of', 'Flies']) expect(exported).not.toContain(secret)

  expect((await member.post('/api/account/delete', { password, now: true })).status).toBe(204)
  const { rows } = await sql<{ text: string; gamertag: string }>`
    SELECT text, gamertag FROM report_chat_lines WHERE text = 'words of ann' OR gamertag = ${`Tag ${ann}`}
  `.execute(site.database.sql)
  expect(rows).toEqual([])
  const left = await caseAbout(await accountOf(site, cleo))
  expect(left).toMatchObject({
    reports: [{ reporter: null, chat: [{ text: 'words of ben' }, { text: 'words of cleo' }] }],
  })
  // Playing on, they are nobody's name.
  await game.report(event('player', named(ann)))
  await game.report(report(ann, cleo, { reason: 'Once more', chat: [line(ann, 'still here')] }))
  const again = await caseAbout(await accountOf(site, cleo))
  expect(again?.reports[0]).toMatchObject({
    reason: 'Once more',
    reporter: { username: 'Deleted player' },
    chat: [{ by: 'reporter', gamertag: 'Deleted player', text: 'still here' }],
  })
  expect((await other.post('/api/account/delete', { password, now: true })).status).toBe(204)
  const { rows: about } = await sql`SELECT FROM report_chat_lines WHERE text LIKE '%of ben'`.execute(
    site.database.sql,
  )
  expect(about).toEqual([])
})
