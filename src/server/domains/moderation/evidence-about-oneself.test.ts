import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf, gameServer, type TestGameServer } from '../../testing/game-server.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { accuse, type Canaries, canariesOf, leaksIn, must } from './testing/accuse.ts'
import { link, linkedMember, type Person, playMatches, somebody, unlink } from './testing/people.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const listsFor = (canaries: Canaries) => [
  '/api/admin/moderation',
  '/api/admin/moderation?status=decided',
  '/api/admin/cases',
  '/api/admin/cases?state=decided',
  `/api/admin/cases?q=${canaries.reason}`,
  `/api/admin/cases?q=${canaries.gameReason}`,
  `/api/admin/cases?state=decided&q=${canaries.reason}`,
  '/api/admin/appeals',
  '/api/admin/appeals?state=closed',
  '/api/admin/punishments/in-force',
  '/api/admin/rulings',
  '/api/admin/audit',
  '/api/admin/audit.csv',
  '/api/admin/overview',
  '/api/notices',
  '/api/notifications',
  '/api/appeals/mine',
  '/api/punishments/mine',
  '/api/account/export',
]

/** Every number of the staff area that a case, an appeal or a decision changes; of the numbers page, for whom it opens. */
const countsOf = async (reader: Person) => {
  const { counts, oldest } = (await reader.get('/api/admin/overview')).json
  const { openModeration, waitingAppeals } = counts
  return {
    cases: (await reader.get('/api/admin/cases/counts')).json,
    waiting: (await reader.get('/api/admin/waiting')).json,
    overview: { openModeration, waitingAppeals, oldest },
    numbers: (await reader.get('/api/admin/numbers?days=7')).json,
  }
}

test('[guards.12] [guards.25] the accused reads nothing of the accuser in any list, search, count, number, export or detail, whatever their rank', async () => {
  for (const rank of ['Helper', 'Moderator', 'Admin'] as const) {
    const accused = await linkedMember(site, server, rank)
    const canaries = canariesOf(rank)
    const lists = listsFor(canaries)
    const before = await countsOf(accused)
    const { judge, caseId, appealId, target } = await accuse(site, server, accused, canaries)
    expect(await countsOf(accused)).toEqual(before)
    const leaks: unknown[] = []
    for (const path of lists) {
      const said = await accused.get(path)
      expect([path, said.status === 200 || (rank !== 'Admin' && said.status === 403)]).toEqual([path, true])
      for (const leak of leaksIn(canaries, said.text)) leaks.push([rank, path, leak])
    }
    expect(leaks).toEqual([])
    const refused = [
      `/api/admin/cases/${caseId}`,
      `/api/admin/appeals/${appealId}`,
      `/api/admin/punishments?userId=${target}`,
    ]
    for (const path of refused) {
      const said = await accused.get(path)
      expect([path, said.status, leaksIn(canaries, said.text)]).toEqual([path, 403, []])
    }
    // Decided already: not even the refusal names who decided.
    const late = await accused.post('/api/admin/moderation/decisions', {
      subjectType: 'player',
      subjectId: target,
      decision: 'dismiss',
      note: 'mine',
    })
    expect([late.status, leaksIn(canaries, late.text)]).toEqual([403, []])
    // The same readings by a colleague find them, so that the search would.
    const seen = await Promise.all([...lists.slice(0, 12), ...refused].map((path) => judge.get(path)))
    const found = new Set(seen.flatMap(({ text }) => leaksIn(canaries, text)))
    expect([...found].sort()).toEqual(Object.values(canaries).sort())
  }
})

test('[guards.12] nor about a player whom they once owned, nor about a second account', async () => {
  const accused = await linkedMember(site, server, 'Admin')
  const canaries = canariesOf('second')
  const lists = listsFor(canaries)
  await playMatches(server, accused.xuid, somebody())
  await unlink(accused)
  const before = await countsOf(accused)
  const second = await link(server, await memberWithRank(site, 'Member'), accused.xuid)
  const { caseId, target } = await accuse(
    site,
    server,
    Object.assign(second, { xuid: accused.xuid }),
    canaries,
  )
  expect(await countsOf(accused)).toEqual(before)
  for (const path of lists.slice(0, 12))
    expect([path, leaksIn(canaries, (await accused.get(path)).text)]).toEqual([path, []])
  for (const path of [`/api/admin/cases/${caseId}`, `/api/admin/punishments?userId=${target}`])
    expect((await accused.get(path)).status).toBe(403)
})

test('[guards.98] nor what was noted about a second account that they deleted: the log shows such notes to nobody', async () => {
  const accused = await linkedMember(site, server, 'Admin')
  const canaries = canariesOf('gone')
  const second = await linkedMember(site, server, 'Member')
  const { judge } = await accuse(site, server, second, canaries)
  const noted = [canaries.note, canaries.reason]
  const read = async (who: Person) => {
    const logs = await Promise.all(['audit', 'audit.csv'].map((log) => who.get(`/api/admin/${log}`)))
    return logs.map(({ status, text }) => [status, noted.filter((note) => text.includes(note))])
  }
  expect(await read(judge)).toEqual([
    [200, [canaries.note]],
    [200, [canaries.note]],
  ])
  await must(second.post('/api/account/delete', { password: 'correct horse', now: true }))
  for (const who of [accused, judge])
    expect(await read(who)).toEqual([
      [200, []],
      [200, []],
    ])
  // Who decided what, and when, stays.
  const { json } = await judge.get('/api/admin/audit?action=moderation.decide')
  expect(json[0]).toMatchObject({ actorId: judge.user.id, after: { status: 'dismissed' } })
})

test('[guards.13] a Helper does not see who reported when it is somebody of a higher rank, nor by their line of chat', async () => {
  const accused = await linkedMember(site, server, 'Member')
  const target = await accountOf(site, accused.xuid)
  const reporter = await memberWithRank(site, 'Manager', 'Hidden Reporter')
  const report = await must(reporter.post(`/api/players/${target}/reports`, { reason: 'Spam' }))
  const [helper, owner] = [await memberWithRank(site, 'Helper'), await memberWithRank(site, 'Owner')]
  const path = `/api/admin/cases/${report.id}`
  expect((await helper.get(path)).json.reports[0].reporter).toBeNull()
  expect((await helper.get(path)).text).not.toContain('Hidden Reporter')
  expect((await owner.get(path)).json.reports[0].reporter.username).toBe('Hidden Reporter')
  const member = await memberWithRank(site, 'Member')
  const other = await must(member.post(`/api/players/${target}/reports`, { reason: 'Spam' }))
  expect((await helper.get(`/api/admin/cases/${other.id}`)).json.reports[0].reporter.id).toBe(member.user.id)
})

const claimsOf = async () => {
  const { rows } = await sql<{
    user_id: number
  }>`SELECT user_id FROM moderation_claims ORDER BY user_id`.execute(site.database.sql)
  return rows.map((row) => row.user_id)
}

const setRank = (person: Person, rank: string) =>
  sql`UPDATE users SET rank = ${rank} WHERE id = ${person.user.id}`.execute(site.database.sql)

test('[guards.14] a claim on a case ends with the rank of who made it, and a higher rank takes it over with a reason', async () => {
  const target = await accountOf(site, (await linkedMember(site, server, 'Member')).xuid)
  const member = await memberWithRank(site, 'Member')
  const { id } = await must(member.post(`/api/players/${target}/reports`, { reason: 'Spam' }))
  const [first, equal] = [await memberWithRank(site, 'Moderator'), await memberWithRank(site, 'Moderator')]
  const admin = await memberWithRank(site, 'Admin')
  const path = `/api/admin/cases/${id}/claim`
  await must(first.post(path))
  for (const [staff, body] of [
    [equal, { reason: 'I am quicker' }],
    [equal, {}],
    [admin, {}],
  ] as const)
    expect((await staff.post(path, body)).status).toBe(409)
  expect((await admin.post(path, { reason: '' })).status).toBe(400)
  expect(await claimsOf()).toEqual([first.user.id])
  await must(admin.post(path, { reason: 'On holiday' }))
  expect(await claimsOf()).toEqual([admin.user.id])
  const { rows } = await sql<{ after: object }>`
    SELECT after FROM audit_log WHERE action = 'moderation.takeover'`.execute(site.database.sql)
  expect(rows).toEqual([{ after: { claimedBy: admin.user.id, reason: 'On holiday' } }])
  await setRank(admin, 'Member')
  expect((await first.get(`/api/admin/cases/${id}`)).json.claim).toBeNull()
  await must(first.post(path))
})

test('[guards.14] a claim on an appeal ends with the rank, after 30 minutes, or with a reason of a higher rank', async () => {
  const accused = await linkedMember(site, server, 'Member')
  const issuer = await memberWithRank(site, 'Manager')
  const punishment = await must(
    issuer.post('/api/admin/punishments', { userId: accused.user.id, kind: 'mute', reason: 'Spam' }),
  )
  const text = 'I never did that, please look at it once more, with care. '
  const appeal = await must(accused.post('/api/appeals', { punishmentId: punishment.id, text }))
  const [first, equal] = [await memberWithRank(site, 'Moderator'), await memberWithRank(site, 'Moderator')]
  const admin = await memberWithRank(site, 'Admin')
  const path = `/api/admin/appeals/${appeal.id}/claim`
  expect((await must(first.post(path))).state).toBe('in_review')
  expect((await equal.post(path, { reason: 'I am quicker' })).status).toBe(409)
  expect((await admin.post(path)).status).toBe(409)
  expect((await must(admin.post(path, { reason: 'On holiday' }))).reviewer.id).toBe(admin.user.id)
  expect((await first.post(path)).status).toBe(409)
  await setRank(admin, 'Member')
  expect((await first.get(`/api/admin/appeals/${appeal.id}`)).json).toMatchObject({
    state: 'open',
    reviewer: null,
  })
  expect((await must(first.post(path))).reviewer.id).toBe(first.user.id)
  await sql`UPDATE appeals SET claimed_until = now() - interval '1 second' WHERE id = ${appeal.id}`.execute(
    site.database.sql,
  )
  expect((await equal.get(`/api/admin/appeals/${appeal.id}`)).json).toMatchObject({
    state: 'open',
    reviewer: null,
  })
  expect((await must(equal.post(path))).reviewer.id).toBe(equal.user.id)
})
