import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../../contract/accounts/ranks.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const somebody = async (rank: Rank) => {
  const member = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  return member
}
const write = async (author: TestBrowser, content: string) =>
  (await author.post('/api/posts', { content })).json.id as number
const report = (reporter: TestBrowser, id: number, reason: string) =>
  reporter.post(`/api/posts/${id}/reports`, { reason })
const queue = async (staff: TestBrowser, status = 'open') =>
  (await staff.get(`/api/admin/moderation?status=${status}&limit=100`)).json
const caseOf = async (staff: TestBrowser, subjectId: number, status = 'open') =>
  (await queue(staff, status)).find((one: { subjectId: number }) => one.subjectId === subjectId)
const decide = (staff: TestBrowser, subjectId: number, decision: string, more = {}) =>
  staff.post('/api/admin/moderation/decisions', {
    subjectType: 'post',
    subjectId,
    decision,
    ...(decision === 'remove' && { note: 'Seen in the feed' }),
    ...more,
  })
const entries = async (action: string, subjectId: number) =>
  (
    await sql<{ actor_id: number; after: unknown }>`
      SELECT actor_id, after FROM audit_log WHERE action = ${action} AND subject_id = ${subjectId} ORDER BY id
    `.execute(site.database.sql)
  ).rows

describe('the queue', () => {
  test('is refused to visitors and to everybody who is not staff, deciding and restricting as well', async () => {
    const author = await site.member()
    const id = await write(author, 'Mine')
    await report(await site.member(), id, 'spam')
    const calls = (browser: TestBrowser) => [
      browser.get('/api/admin/moderation'),
      decide(browser, id, 'remove'),
      browser.post(`/api/admin/members/${author.user.id}/restriction`, { reason: 'x', days: 1 }),
      browser.delete(`/api/admin/members/${author.user.id}/restriction`),
    ]
    for (const response of await Promise.all(calls(site.browser()))) expect(response.status).toBe(401)
    for (const rank of ['Member', 'Gold', 'Emerald', 'Diamond'] as const) {
      for (const response of await Promise.all(calls(await somebody(rank)))) expect(response.status).toBe(403)
    }
    expect((await site.browser().get('/api/posts')).text).toContain('Mine')
    expect(await entries('moderation.decide', id)).toEqual([])
  })

  test('[admin.03] A reported post appears to staff in moderation, with the reason', async () => {
    const [author, one, two] = [await site.member(), await site.member(), await site.member()]
    const id = await write(author, 'A nasty thing')
    await report(one, id, 'insult')
    await report(one, id, 'insult, twice')
    await report(two, id, 'also an insult')
    for (const rank of shippedRanks.slice(shippedRanks.indexOf('Helper'))) {
      expect(await caseOf(await somebody(rank), id)).toMatchObject({
        subjectType: 'post',
        excerpt: 'A nasty thing',
        count: 2,
        isThere: true,
        subject: { id: author.user.id, username: author.user.username, rank: 'Member', isMember: true },
        reports: [
          { reason: 'also an insult', reporter: { id: two.user.id } },
          { reason: 'insult, twice', reporter: { id: one.user.id } },
        ],
        earlier: { removed: 0, dismissed: 0, actioned: 0 },
        restriction: null,
        decidedAt: null,
      })
    }
  })
})

describe('the pages of the queue', () => {
  test('hold each case once, newest report first, whatever was reported in between', async () => {
    const [author, staff] = [await site.member(), await somebody('Helper')]
    const reporters = [await site.member(), await site.member()]
    const posts = []
    for (const text of ['one', 'two', 'three']) posts.push(await write(author, text))
    for (const reporter of reporters) for (const id of posts) await report(reporter, id, 'again')
    const first = await staff.get('/api/admin/moderation?limit=2')
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    const subjects = (response: typeof first) =>
      response.json.map(({ subjectId, count }: { subjectId: number; count: number }) => [subjectId, count])
    expect(subjects(first)).toEqual([
      [posts[2], 2],
      [posts[1], 2],
    ])
    expect(subjects(await staff.get(next))[0]).toEqual([posts[0], 2])
    for (const id of posts) await decide(staff, id, 'dismiss')
    expect(subjects(await staff.get('/api/admin/moderation?status=decided&limit=3'))).toEqual([
      [posts[2], 2],
      [posts[1], 2],
      [posts[0], 2],
    ])
  })

  test('say of a player whom only the game server knows that there is nobody to restrict', async () => {
    const [reporter, staff] = [await site.member(), await somebody('Helper')]
    const { rows } = await sql<{ id: number }>`
      INSERT INTO users (gamertag) VALUES ('Only In Game') RETURNING id
    `.execute(site.database.sql)
    const id = rows[0]!.id
    await reporter.post(`/api/players/${id}/reports`, { reason: 'reach' })
    expect((await caseOf(staff, id)).subject).toEqual({
      id,
      username: 'Only In Game',
      rank: 'Member',
      isMember: false,
      isPlayer: false,
      createdAt: expect.any(String),
      formerNames: [],
      otherCases: [],
    })
    expect((await staff.post(`/api/admin/members/${id}/restriction`, { reason: 'x', days: 1 })).status).toBe(
      404,
    )
  })
})

describe('deciding', () => {
  test('[admin.04] Staff remove another’s post through moderation; it is then gone from the feed', async () => {
    const [author, reporter, staff] = [await site.member(), await site.member(), await somebody('Helper')]
    const id = await write(author, 'Gone soon')
    await report(reporter, id, 'spam')
    expect((await decide(staff, id, 'remove', { note: 'spam bot' })).json).toEqual({ decided: 1 })
    expect((await site.browser().get('/api/posts')).text).not.toContain('Gone soon')
    expect(await caseOf(staff, id)).toBeUndefined()
    expect(await caseOf(staff, id, 'decided')).toMatchObject({
      status: 'removed',
      isThere: false,
      note: 'spam bot',
      decidedBy: staff.user.username,
    })
    expect(await entries('moderation.decide', id)).toEqual([
      { actor_id: staff.user.id, after: { status: 'removed', note: 'spam bot', reports: 1 } },
    ])
    expect((await author.get('/api/notices')).json).toMatchObject([
      { kind: 'post_removed', text: 'Gone soon' },
    ])
    expect((await reporter.get('/api/notices')).json).toMatchObject([
      { kind: 'report_decided', text: 'We took action.\nYou reported: spam' },
    ])
  })

  test('a dismissed post stays, and its author is told nothing; a new report opens a new case that counts the old', async () => {
    const [author, reporter, staff] = [await site.member(), await site.member(), await somebody('Moderator')]
    const id = await write(author, 'Harmless')
    await report(reporter, id, 'I lost')
    expect((await decide(staff, id, 'dismiss')).status).toBe(200)
    expect((await site.browser().get('/api/posts')).text).toContain('Harmless')
    expect((await author.get('/api/notices')).json).toEqual([])
    await report(reporter, id, 'I lost again')
    expect(await caseOf(staff, id)).toMatchObject({
      count: 1,
      earlier: { removed: 0, dismissed: 1, actioned: 0 },
    })
    expect(await caseOf(staff, id, 'decided')).toMatchObject({ reports: [{ reason: 'I lost' }] })
  })

  test('happens once: of 10 at the same moment one succeeds, the others meet a 409, and the log has one deed', async () => {
    const [author, reporter, staff] = [await site.member(), await site.member(), await somebody('Admin')]
    const id = await write(author, 'Contested')
    await report(reporter, id, 'spam')
    const responses = await Promise.all(Array.from({ length: 10 }, () => decide(staff, id, 'remove')))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await entries('moderation.decide', id)).toHaveLength(1)
    expect((await author.get('/api/notices')).json).toHaveLength(1)
  })

  test('bad input is a 400 that names the field, and decides nothing', async () => {
    const staff = await somebody('Helper')
    const player = await site.member()
    await (await site.member()).post(`/api/players/${player.user.id}/reports`, { reason: 'reach' })
    const bad = [
      [{ decision: 'burn' }, 'decision'],
      [{ decision: 'dismiss', subjectId: 0 }, 'subjectId'],
      [{ decision: 'dismiss', subjectType: 'dog' }, 'subjectType'],
      [{ decision: 'dismiss', note: 'x'.repeat(1_001) }, 'note'],
      [{ decision: 'remove', subjectType: 'player' }, 'decision'],
      [{ decision: 'action' }, 'note'],
      [{ decision: 'action', note: ' \n ' }, 'note'],
    ] as const
    for (const [body, field] of bad) {
      const response = await staff.post('/api/admin/moderation/decisions', {
        subjectType: 'player',
        subjectId: player.user.id,
        ...body,
      })
      expect([response.status, Object.keys(response.json.fields)]).toEqual([400, [field]])
    }
    expect(await caseOf(staff, player.user.id)).toMatchObject({ count: 1 })
  })
})

describe('reporting a player', () => {
  test('is refused to visitors, for oneself, without a reason and for a match they did not play', async () => {
    const [player, reporter] = [await site.member(), await site.member()]
    const url = `/api/players/${player.user.id}/reports`
    expect((await site.browser().post(url, { reason: 'reach' })).status).toBe(401)
    expect((await player.post(url, { reason: 'me' })).status).toBe(400)
    expect((await reporter.post('/api/players/2000000000/reports', { reason: 'x' })).status).toBe(404)
    for (const reason of ['', '   ', 'x'.repeat(501), null, 7]) {
      expect((await reporter.post(url, { reason })).json.fields).toHaveProperty('reason')
    }
    const wrong = await reporter.post(url, { reason: 'reach', matchId: crypto.randomUUID() })
    expect([wrong.status, wrong.json.fields]).toEqual([400, { matchId: 'This player was not in that match' }])
    const { rows } = await sql`SELECT FROM moderation_reports WHERE subject_id = ${player.user.id}`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([])
  })

  test('is refused with 404 for somebody who has deleted their account, under the old id and the new one', async () => {
    const [player, reporter] = [await site.member(), await site.member()]
    const { rows } = await sql<{ id: number }>`
      INSERT INTO users (gamertag, deleted_at) VALUES ('Deleted player', now()) RETURNING id
    `.execute(site.database.sql)
    const nobody = rows[0]!.id
    expect((await player.post('/api/account/delete', { password, now: true })).status).toBe(204)
    for (const id of [player.user.id, nobody])
      expect((await reporter.post(`/api/players/${id}/reports`, { reason: 'reach' })).status).toBe(404)
    const reports = await sql`
      SELECT FROM moderation_reports WHERE subject_type = 'player' AND subject_id IN (${player.user.id}, ${nobody})
    `.execute(site.database.sql)
    expect(reports.rows).toEqual([])
  })

  test('reaches the queue', async () => {
    const [player, reporter, staff] = [await site.member(), await site.member(), await somebody('Helper')]
    const response = await reporter.post(`/api/players/${player.user.id}/reports`, { reason: 'reach hacks' })
    expect(response.status).toBe(201)
    expect(await caseOf(staff, player.user.id)).toMatchObject({
      subjectType: 'player',
      subject: { id: player.user.id },
      reports: [{ reason: 'reach hacks', matchId: null }],
    })
  })
})

describe('a restriction', () => {
  const restrict = (staff: TestBrowser, id: number, body: object = { reason: 'spam', days: 3 }) =>
    staff.post(`/api/admin/members/${id}/restriction`, body)

  test('keeps a member from posting, on the server, until it is lifted; they are told both', async () => {
    const [member, staff] = [await site.member(), await somebody('Moderator')]
    const response = await restrict(staff, member.user.id)
    expect([response.status, response.json.reason]).toEqual([201, 'spam'])
    const days = (Date.parse(response.json.until) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(3)
    for (const path of ['/api/posts', '/api/debug-create-post']) {
      const refused = await member.post(path, { content: 'Not this one' })
      expect(refused.status).toBe(403)
      expect(refused.json.error).toMatch(/^You cannot post until \d{4}-\d\d-\d\d \d\d:\d\d UTC: spam$/)
    }
    expect((await site.browser().get('/api/posts')).text).not.toContain('Not this one')
    expect((await staff.delete(`/api/admin/members/${member.user.id}/restriction`)).status).toBe(204)
    expect((await member.post('/api/posts', { content: 'Back again' })).status).toBe(201)
    expect((await member.get('/api/notices')).json.map(({ kind }: { kind: string }) => kind)).toEqual([
      'restriction_lifted',
      'restricted',
    ])
    expect(await entries('member.restrict', member.user.id)).toHaveLength(1)
    expect(await entries('member.unrestrict', member.user.id)).toHaveLength(1)
  })

  test('is lifted only by staff of a higher rank: a Helper lifts neither one of an equal nor their own', async () => {
    const [helper, equal, owner] = [
      await somebody('Helper'),
      await somebody('Helper'),
      await somebody('Owner'),
    ]
    const lift = (staff: TestBrowser, id: number) => staff.delete(`/api/admin/members/${id}/restriction`)
    const active = async (id: number) => {
      const { rows } = await sql`
        SELECT FROM restrictions WHERE user_id = ${id} AND lifted_at IS NULL
      `.execute(site.database.sql)
      return rows.length
    }
    const notBelow = 'You can only do this for members below your own rank'
    for (const [{ user }, reason] of [
      [equal, notBelow],
      [await somebody('Moderator'), notBelow],
      // Who is restricted has no rank to lift anything with.
      [helper, 'You do not have permission to do this'],
    ] as const) {
      expect((await restrict(owner, user.id)).status).toBe(201)
      const refused = await lift(helper, user.id)
      expect([refused.status, refused.json.error]).toEqual([403, reason])
      expect([await active(user.id), await entries('member.unrestrict', user.id)]).toEqual([1, []])
    }
    expect((await lift(owner, equal.user.id)).status).toBe(204)
    expect(await active(equal.user.id)).toBe(0)
  })

  test('ends by itself, and one for good does not', async () => {
    const [member, staff] = [await site.member(), await somebody('Moderator')]
    await restrict(staff, member.user.id, { reason: 'slurs', days: null })
    const refused = await member.post('/api/posts', { content: 'no' })
    expect([refused.status, refused.json.error]).toEqual([403, 'You cannot post: slurs'])
    await restrict(staff, member.user.id, { reason: 'slurs', days: 1 })
    await sql`UPDATE restrictions SET until = now() - interval '1 second' WHERE lifted_at IS NULL`.execute(
      site.database.sql,
    )
    expect((await member.post('/api/posts', { content: 'yes' })).status).toBe(201)
    expect((await staff.delete(`/api/admin/members/${member.user.id}/restriction`)).status).toBe(404)
  })

  test('is for lower ranks only, and of many at once one holds', async () => {
    const moderator = await somebody('Moderator')
    for (const rank of shippedRanks.slice(shippedRanks.indexOf('Moderator'))) {
      const target = await somebody(rank)
      expect([rank, (await restrict(moderator, target.user.id)).status]).toEqual([rank, 403])
    }
    const member = await site.member()
    const responses = await Promise.all(Array.from({ length: 8 }, () => restrict(moderator, member.user.id)))
    expect(responses.every(({ status }) => status === 201)).toBe(true)
    const { rows } = await sql`
      SELECT FROM restrictions WHERE user_id = ${member.user.id} AND lifted_at IS NULL
    `.execute(site.database.sql)
    expect(rows).toHaveLength(1)
    for (const body of [
      { reason: ' ', days: 1 },
      { reason: 'x', days: 0 },
      { reason: 'x', days: 1.5 },
      { days: 1 },
    ]) {
      expect((await restrict(moderator, member.user.id, body)).status).toBe(400)
    }
  })
})

describe('notices', () => {
  test('are one’s own: others neither read nor dismiss them', async () => {
    const [member, other, staff] = [await site.member(), await site.member(), await somebody('Owner')]
    await staff.post(`/api/admin/members/${member.user.id}/restriction`, { reason: 'x', days: 1 })
    const [notice] = (await member.get('/api/notices')).json
    expect((await site.browser().get('/api/notices')).status).toBe(401)
    expect((await other.get('/api/notices')).json).toEqual([])
    expect((await other.delete(`/api/notices/${notice.id}`)).status).toBe(404)
    expect((await member.get('/api/notices')).json).toHaveLength(1)
    expect((await member.delete(`/api/notices/${notice.id}`)).status).toBe(204)
    expect((await member.get('/api/notices')).json).toEqual([])
  })
})
