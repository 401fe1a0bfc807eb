import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../../contract/accounts/ranks.ts'
import { answeredLists, decisionKinds, overturnable } from '../../../contract/admin/numbers.ts'
import { helper } from '../../domains/applications/testing/bodies.ts'
import { memberWithRank } from '../../domains/events/testing/event-setup.ts'
import { accountOf, event, gameServer, match, player } from '../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const numbersFor = async (staff: TestBrowser, days = 30) => {
  const { status, json } = await staff.get(`/api/admin/numbers?days=${days}`)
  expect(status).toBe(200)
  return json
}
const none = Object.fromEntries(decisionKinds.map((kind) => [kind, 0]))
const noneOpen = { day: 0, threeDays: 0, week: 0, older: 0 }
const named = async (name: string, rank: Rank) => {
  const member = await site.member(name)
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  return member
}

test('[fair.59] the numbers are refused below Admin, and a period is 7, 30 or 90 days', async () => {
  expect((await site.browser().get('/api/admin/numbers')).status).toBe(401)
  for (const rank of shippedRanks) {
    const staff = await memberWithRank(site, rank)
    const { status } = await staff.get('/api/admin/numbers')
    expect([rank, status]).toEqual([rank, ['Admin', 'Manager', 'Owner'].includes(rank) ? 200 : 403])
  }
  const admin = await memberWithRank(site, 'Admin')
  for (const days of ['8', '0', '-7', '', '7.0', 'all']) {
    const { status, json } = await admin.get(`/api/admin/numbers?days=${days}`)
    expect([status, json.fields]).toEqual([400, { days: 'days must be 7, 30 or 90' }])
  }
})

test('[fair.59] without anything to count, every list is there with zeros and no median', async () => {
  const { lists, people, overturned } = await numbersFor(await memberWithRank(site, 'Admin'))
  expect(lists).toEqual(
    answeredLists.map((list) => ({ list, answered: 0, medianSeconds: null, open: noneOpen })),
  )
  expect(people).toEqual([])
  expect(overturned).toEqual(overturnable.map((kind) => ({ kind, decided: 0, overturned: 0 })))
})

describe('With what staff did', () => {
  let amy: TestBrowser & { user: { id: number } }
  let zoe: TestBrowser & { user: { id: number } }

  /** A member's post with a report; returns the id of the post. */
  async function reportedPost() {
    const [author, reporter] = [await site.member(), await site.member()]
    const { id } = (await author.post('/api/posts', { content: 'Rude words' })).json
    expect((await reporter.post(`/api/posts/${id}/reports`, { reason: 'Rude' })).status).toBe(201)
    return id as number
  }
  const decideCase = async (staff: TestBrowser, subjectId: number) => {
    const decision = { subjectType: 'post', subjectId, decision: 'dismiss' }
    expect((await staff.post('/api/admin/moderation/decisions', decision)).status).toBe(200)
  }
  const caseIdOf = async (subjectId: number) => {
    const { rows } = await sql<{ id: number }>`
      SELECT max(id) AS id FROM moderation_reports WHERE subject_id = ${subjectId}
    `.execute(site.database.sql)
    return rows[0]!.id
  }

  beforeAll(async () => {
    zoe = await named('Zoe', 'Owner')
    amy = await named('amy', 'Admin')
  })

  test('[fair.59] each decision counts for who made it, in the order of names, and one that was undone does not', async () => {
    const [reopened, undone, ...posts] = [
      await reportedPost(),
      await reportedPost(),
      await reportedPost(),
      await reportedPost(),
    ]
    for (const id of posts) await decideCase(zoe, id)
    await decideCase(amy, reopened)
    const subject = { subjectType: 'post', subjectId: reopened, reason: 'New evidence' }
    expect((await zoe.post('/api/admin/moderation/reopenings', subject)).status).toBe(200)
    await decideCase(amy, undone)
    const undo = await amy.post('/api/admin/cases/decisions/undo', { ids: [await caseIdOf(undone)] })
    expect([undo.status, undo.json.refused]).toEqual([200, []])

    const reporter = await site.member()
    const bug = await reporter.post('/api/reports', {
      gameMode: 'sumo',
      reason: 'Lag in Sumo',
      details: 'Since Tuesday every fight lags.',
      severity: 'low',
    })
    for (const status of ['reviewing', 'resolved'])
      expect((await amy.patch(`/api/admin/reports/${bug.json.id}/status`, { status })).status).toBe(200)
    const reports = [{ id: bug.json.id, version: 3 }]
    const rejected = await amy.post('/api/admin/reports/statuses', { reports, status: 'rejected' })
    const restored = await amy.post('/api/admin/reports/statuses/undo', { ids: rejected.json.changed })
    expect([restored.status, restored.json.restored]).toEqual([200, [bug.json.id]])

    const sent = await (await site.member()).post('/api/staff-applications', helper)
    expect(sent.status).toBe(201)
    const updated = await zoe.patch(`/api/staff-applications/${sent.json.id}`, { status: 'accepted' })
    expect(updated.status).toBe(200)

    const message = { name: 'Asker', email: 'asker@mail.example', subject: 'Hello', message: 'Hi' }
    const { id: messageId } = (await site.browser().post('/api/contact', message)).json
    expect((await amy.post(`/api/admin/messages/${messageId}/answer`, { text: 'Hi.' })).status).toBe(200)

    const server = await gameServer(site)
    const [xuid, rival] = [`p${randomUUID().slice(0, 8)}`, `p${randomUUID().slice(0, 8)}`]
    const played = match([player(xuid), player(rival, { result: 'loss' })])
    await server.report(event('match', played))
    const ruling = { reason: 'A boosted match, see case 7', matchIds: [played.matchId] }
    for (const [staff, action] of [
      [amy, 'exclude'],
      [zoe, 'restore'],
    ] as const)
      expect((await staff.post('/api/admin/rulings', { ...ruling, action })).status).toBe(201)

    const userId = await accountOf(site, xuid)
    const given = { userId, kind: 'mute', reason: 'Spam', until: null }
    expect((await amy.post('/api/admin/punishments', given)).status).toBe(201)
    const ban = { id: randomUUID(), xuid, kind: 'ban', reason: 'Fly hacks' }
    const { appealCode: code } = (await server.report(event('punishment', ban))).json.results[0]
    const text = 'I was not flying: my connection dropped and the server pulled me back up.'
    const appeal = await site.browser().post('/api/appeals', { code, text })
    const lifted = { outcome: 'lifted', note: 'The replay shows lag' }
    expect((await zoe.post(`/api/admin/appeals/${appeal.json.id}/decisions`, lifted)).status).toBe(200)

    const { people, overturned, lists } = await numbersFor(amy)
    expect(people).toEqual([
      {
        id: amy.user.id,
        username: 'amy',
        decisions: { ...none, cases: 1, bugReports: 1, messages: 1, rulings: 1, punishments: 1 },
      },
      {
        id: zoe.user.id,
        username: 'Zoe',
        decisions: { ...none, cases: 2, applications: 1, appeals: 1, rulings: 1 },
      },
    ])
    expect(overturned).toEqual([
      { kind: 'cases', decided: 3, overturned: 1 },
      { kind: 'appeals', decided: 1, overturned: 1 },
      { kind: 'rulings', decided: 1, overturned: 1 },
    ])
    expect(
      Object.fromEntries(
        lists.map((one: { list: string; answered: number; open: { day: number } }) => [
          one.list,
          [one.answered, one.open.day],
        ]),
      ),
    ).toEqual({ cases: [2, 2], bugReports: [1, 0], applications: [1, 0], messages: [1, 0], appeals: [1, 0] })
  })

  test('[fair.59] the name of who deleted their account is gone', async () => {
    await sql`UPDATE users SET username = NULL, password_hash = NULL, gamertag = 'Deleted player'
      WHERE id = ${amy.user.id}`.execute(site.database.sql)
    const { people } = await numbersFor(zoe)
    expect(people.find(({ id }: { id: number }) => id === amy.user.id)).toMatchObject({ username: null })
  })
})

describe('Over time', () => {
  const hours = 3_600
  const days = 24 * hours
  const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`
  const bugReport = async (age: number) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO reports (game_mode, reason, details, severity, created_at)
      VALUES ('sumo', 'Lag in Sumo', 'Since Tuesday every fight lags.', 'low', ${ago(age)}) RETURNING id
    `.execute(site.database.sql)
    return rows[0]!.id
  }
  const answerReport = (id: number, age: number) =>
    sql`
      INSERT INTO audit_log (at, actor_name, action, subject_type, subject_id, before, after)
      VALUES (${ago(age)}, 'somebody', 'report.status', 'report', ${id}, '{"status": "pending"}',
        '{"status": "reviewing"}')
    `.execute(site.database.sql)
  let admin: TestBrowser
  const listOf = async (list: string, period = 30) =>
    (await numbersFor(admin, period)).lists.find((one: { list: string }) => one.list === list)

  beforeAll(async () => {
    admin = await memberWithRank(site, 'Admin')
    await sql`DELETE FROM reports`.execute(site.database.sql)
    await sql`DELETE FROM contact_messages`.execute(site.database.sql)
  })

  test('[fair.59] the median is of first answers in the period; later ones and those of before do not count', async () => {
    for (const [waited, answered] of [
      [1 * hours, 1 * days],
      [2 * hours, 2 * days],
      [9 * hours, 6 * days],
    ] as const) {
      const id = await bugReport(waited + answered)
      await answerReport(id, answered)
      await answerReport(id, answered - 600)
    }
    const early = await bugReport(29 * days)
    await answerReport(early, 28 * days)
    await answerReport(early, 60)
    expect(await listOf('bugReports', 7)).toMatchObject({ answered: 3, medianSeconds: 2 * hours })
    expect(await listOf('bugReports', 30)).toMatchObject({ answered: 4, medianSeconds: 5.5 * hours })
    for (const waited of [60, 120, 240])
      await sql`
        INSERT INTO contact_messages (name, email, subject, message, created_at, read_at, answer, answered_at)
        VALUES ('Asker', 'asker@mail.example', 'Hello', 'Hi', ${ago(waited + 600)}, now(), 'Hi.', ${ago(600)})
      `.execute(site.database.sql)
    expect(await listOf('messages', 7)).toMatchObject({ answered: 3, medianSeconds: 120 })
  })

  test('[fair.59] what waits is counted by age: below 1 day, 1 to 3, 3 to 7, and older', async () => {
    for (const age of [0.5, 0.9, 1.1, 2.9, 3.1, 6.9, 7.1, 400])
      await sql`
        INSERT INTO contact_messages (name, email, subject, message, created_at)
        VALUES ('Asker', 'asker@mail.example', 'Hello', 'Hi', ${ago(age * days)})
      `.execute(site.database.sql)
    await sql`
      INSERT INTO contact_messages (name, email, subject, message, flagged) VALUES ('Bot', 'b@m.example', 'Buy', 'It', true)
    `.execute(site.database.sql)
    expect((await listOf('messages')).open).toEqual({ day: 2, threeDays: 2, week: 2, older: 2 })
    await sql`
      UPDATE reports SET status = 'rejected' WHERE created_at > now() - interval '3 days'
    `.execute(site.database.sql)
    expect((await listOf('bugReports')).open).toEqual({ day: 0, threeDays: 0, week: 1, older: 1 })
  })
})
