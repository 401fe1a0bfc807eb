import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownAccounts } from '../../platform/conflicts.ts'
import { accountOf, event, gameServer, type TestGameServer } from '../../testing/game-server.ts'
import { password, type TestApp, testApp } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { link, linkedMember, type Person, playMatches, somebody, unlink } from './testing/people.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const reason = 'Long enough to be a reason'

const stored = async () => {
  const { rows } = await sql<{ n: number }>`
    SELECT (SELECT count(*) FROM rulings) + (SELECT count(*) FROM punishments) + (SELECT count(*) FROM punishment_changes)
      + (SELECT count(*) FROM restrictions) + (SELECT count(*) FROM notices) + (SELECT count(*) FROM moderation_claims)
      + (SELECT count(*) FROM moderation_reports WHERE status <> 'open')
      + (SELECT count(*) FROM audit_log) + (SELECT count(*) FROM appeals WHERE state <> 'open') AS n
  `.execute(site.database.sql)
  return Number(rows[0]!.n)
}

/** Reports a player, and returns the id of the report. */
async function report(reporter: Person, playerId: number): Promise<number> {
  const said = await reporter.post(`/api/players/${playerId}/reports`, { reason })
  expect(said.status, said.text).toBe(201)
  return said.json.id
}

/** Every decision about a player, as one who may decide would call it. */
async function decisionsAbout(judge: Person, xuid: string, matchId: string) {
  const target = await accountOf(site, xuid)
  const admin = await memberWithRank(site, 'Admin')
  const given = await admin.post('/api/admin/punishments', { userId: target, kind: 'mute', reason })
  expect(given.status, given.text).toBe(201)
  const { rows } = await sql<{ code: string }>`
    SELECT appeal_code AS code FROM punishments WHERE id = ${given.json.id}
  `.execute(site.database.sql)
  const text = 'I did nothing of the kind, please look at it again. '
  const appeal = await site.browser().post('/api/appeals', { code: rows[0]!.code, text })
  expect(appeal.status, appeal.text).toBe(201)
  const caseId = await report(await memberWithRank(site, 'Member'), target)
  const before = await stored()
  const said: Record<string, number> = {}
  const call = async (name: string, response: ReturnType<Person['post']>) => {
    said[name] = (await response).status
  }
  await call('rule', judge.post('/api/admin/rulings', { action: 'exclude', matchIds: [matchId], reason }))
  const [from, to] = [new Date(Date.now() - 86_400_000).toISOString(), new Date().toISOString()]
  await call(
    'rule by span',
    judge.post('/api/admin/rulings', { action: 'exclude', span: { userId: target, from, to }, reason }),
  )
  await call('punish', judge.post('/api/admin/punishments', { userId: target, kind: 'warn', reason }))
  await call('lift', judge.post(`/api/admin/punishments/${given.json.id}/lift`, { reason }))
  await call('claim appeal', judge.post(`/api/admin/appeals/${appeal.json.id}/claim`))
  await call('ask', judge.post(`/api/admin/appeals/${appeal.json.id}/messages`, { text: 'Why?' }))
  await call(
    'decide appeal',
    judge.post(`/api/admin/appeals/${appeal.json.id}/decisions`, { outcome: 'lifted', note: 'No' }),
  )
  await call('claim case', judge.post(`/api/admin/cases/${caseId}/claim`))
  await call(
    'decide case',
    judge.post(`/api/admin/cases/${caseId}/decisions`, { outcome: 'no_violation', note: 'No' }),
  )
  await call(
    'clear',
    judge.post(`/api/admin/members/${target}/profile-clearing`, { parts: ['picture'], reason }),
  )
  const many = await judge.post('/api/admin/cases/decisions', {
    ids: [caseId],
    outcome: 'no_violation',
    note: 'No',
  })
  expect(many.json.decided).toEqual([])
  return { said, changed: (await stored()) - before }
}

const allRefused = {
  rule: 403,
  'rule by span': 403,
  punish: 403,
  lift: 403,
  'claim appeal': 403,
  ask: 403,
  'decide appeal': 403,
  'claim case': 403,
  'decide case': 403,
  clear: 403,
}

test('[guards.01] who unlinks decides nothing about the player whom they owned, and nothing is stored', async () => {
  const judge = await linkedMember(site, server, 'Moderator')
  const [id] = await playMatches(server, judge.xuid, somebody())
  await unlink(judge)
  expect(await decisionsAbout(judge, judge.xuid, id!)).toEqual({ said: allRefused, changed: 0 })
})

test('[guards.01] nor about a second account that owns the player now, nor about one that owned them in between', async () => {
  const judge = await linkedMember(site, server, 'Moderator')
  const [id] = await playMatches(server, judge.xuid, somebody())
  await unlink(judge)
  const second = await link(server, await memberWithRank(site, 'Member'), judge.xuid)
  expect(await decisionsAbout(judge, judge.xuid, id!)).toEqual({ said: allRefused, changed: 0 })
  await unlink(second)
  // Now the second account owns another player: judge – player – second account – other player.
  const other = somebody()
  const [otherId] = await playMatches(server, other, somebody())
  await link(server, second, other)
  expect(await decisionsAbout(judge, other, otherId!)).toEqual({ said: allRefused, changed: 0 })
})

test('[guards.01] a stranger still decides all of it', async () => {
  const judge = await linkedMember(site, server, 'Moderator')
  const accused = await linkedMember(site, server, 'Member')
  const [id] = await playMatches(server, accused.xuid, somebody())
  const { said } = await decisionsAbout(judge, accused.xuid, id!)
  expect(Object.values(said).filter((status) => status === 403)).toEqual([])
})

test('[guards.02] an account that was deleted in between breaks no chain: who plays the player next is known', async () => {
  const judge = await linkedMember(site, server, 'Moderator')
  const { xuid } = judge
  await playMatches(server, xuid, somebody())
  await unlink(judge)
  const second = await link(server, await memberWithRank(site, 'Member'), xuid)
  expect((await second.post('/api/account/delete', { password, now: true })).status).toBeLessThan(300)
  const third = await link(server, await memberWithRank(site, 'Member'), xuid)
  const [id] = await playMatches(server, xuid, somebody())
  expect([...(await ownAccounts(site.database.sql, judge.user.id))]).toContain(third.user.id)
  expect(await decisionsAbout(judge, xuid, id!)).toEqual({ said: allRefused, changed: 0 })
})

test('[guards.02] the history of owners is kept for link, unlink, registration with a code and merge', async () => {
  const xuid = somebody()
  const ownersOf = async () => {
    const { rows } = await sql<{ id: number }>`
      SELECT owners.user_id AS id FROM identity_owners AS owners JOIN game_identities ON id = identity_id
      WHERE value = ${xuid} ORDER BY since, owners.user_id
    `.execute(site.database.sql)
    return rows.map(({ id }) => id)
  }
  const shown = await server.report(event('link.request', { xuid, gamertag: `Tag ${xuid}` }))
  const newcomer = await site.browser().post('/api/register', {
    username: `new ${xuid}`,
    password,
    linkCode: shown.json.results[0].code,
  })
  expect(await ownersOf()).toEqual([newcomer.json.id])
  const own = site.browser()
  await own.post('/api/login', { username: `new ${xuid}`, password })
  await unlink(own)
  const next = await link(server, await memberWithRank(site, 'Member'), xuid)
  expect(await ownersOf()).toEqual([newcomer.json.id, next.user.id])
})

test('[guards.03] link, merge, registration with a code and unlink are in the audit log, without a name', async () => {
  const member = await linkedMember(site, server, 'Member')
  await unlink(member)
  const { rows } = await sql<Record<string, unknown>>`
    SELECT actor_name, action, after FROM audit_log WHERE subject_type = 'member' AND subject_id = ${member.user.id}
    ORDER BY id
  `.execute(site.database.sql)
  expect(rows).toEqual([
    { actor_name: 'the member', action: 'member.link', after: { mergedPlayer: expect.any(Number) } },
    { actor_name: 'the member', action: 'member.unlink', after: { player: expect.any(Number) } },
  ])
})

test('[guards.04] nobody raises or recovers an account that is theirs as well', async () => {
  const manager = await linkedMember(site, server, 'Manager')
  await unlink(manager)
  const second = await link(server, await memberWithRank(site, 'Member'), manager.xuid)
  const before = await stored()
  const path = `/api/admin/members/${second.user.id}`
  const promoted = await manager.send('PATCH', `${path}/rank`, { body: { rank: 'Admin' } })
  expect([promoted.status, (await manager.post(`${path}/recovery-code`)).status]).toEqual([403, 403])
  expect(await stored()).toBe(before)
})
