import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isStaffRank, type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { staffNews } from '../../../testing/staff-feed-listener.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())
beforeEach(async () => {
  await sql`DELETE FROM reports`.execute(site.database.sql)
})

const report = {
  gameMode: 'boxing',
  reason: 'No knockback',
  details: 'Hits register but nobody moves at all.',
  severity: 'high',
  mediaLink: 'https://clips.example/1',
}

const withRank = async (rank: Rank, name?: string) => {
  const browser = await site.member(name)
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}

/** Creates a report by a member of that name and returns its id. */
async function file(change: object = {}, name?: string): Promise<number> {
  const response = await (await site.member(name)).post('/api/reports', { ...report, ...change })
  expect(response.status).toBe(201)
  return response.json.id
}

const stored = async () =>
  (
    await sql<{ id: number; status: string; version: number }>`
      SELECT id, status, version FROM reports ORDER BY id
    `.execute(site.database.sql)
  ).rows

const entries = async (id: number) =>
  (
    await sql<Record<string, unknown>>`
      SELECT actor_id, actor_rank, action, before, after FROM audit_log
      WHERE subject_type = 'report' AND subject_id = ${id} ORDER BY id
    `.execute(site.database.sql)
  ).rows

describe('[staffreports.25] The three report calls answer 401 without session, 403 to non-staff and success to each of the six staff ranks', () => {
  test('401 for a visitor, and nothing changes', async () => {
    const id = await file()
    const visitor = site.browser()
    expect((await visitor.get('/api/admin/reports')).status).toBe(401)
    expect((await visitor.patch(`/api/admin/reports/${id}/status`, { status: 'resolved' })).status).toBe(401)
    expect((await visitor.delete(`/api/reports/${id}`)).status).toBe(401)
    expect(await stored()).toEqual([{ id, status: 'pending', version: 1 }])
  })

  test.each(shippedRanks.filter((rank) => !isStaffRank(rank)))(
    '403 for %s, and nothing changes',
    async (rank) => {
      const member = await withRank(rank)
      const id = (await member.post('/api/reports', report)).json.id
      const list = await member.get('/api/admin/reports')
      expect([list.status, list.text.includes(report.reason)]).toEqual([403, false])
      expect((await member.patch(`/api/admin/reports/${id}/status`, { status: 'resolved' })).status).toBe(403)
      expect((await member.delete(`/api/reports/${id}`)).status).toBe(403)
      expect(await stored()).toEqual([{ id, status: 'pending', version: 1 }])
      expect(await entries(id)).toEqual([])
    },
  )

  test.each(shippedRanks.filter(isStaffRank))(
    'success for %s, each change in the audit log once',
    async (rank) => {
      const staff = await withRank(rank)
      const id = await file()
      expect((await staff.get('/api/admin/reports')).json.map((one: { id: number }) => one.id)).toEqual([id])
      const changed = await staff.patch(`/api/admin/reports/${id}/status`, { status: 'resolved' })
      expect([changed.status, changed.json.status]).toEqual([200, 'resolved'])
      expect(await stored()).toEqual([{ id, status: 'resolved', version: 2 }])
      expect((await staff.delete(`/api/reports/${id}`)).status).toBe(204)
      expect(await stored()).toEqual([])
      const actor = { actor_id: staff.user.id, actor_rank: rank }
      expect(await entries(id)).toMatchObject([
        { ...actor, action: 'report.status', before: { status: 'pending' }, after: { status: 'resolved' } },
        { ...actor, action: 'report.delete', after: null },
      ])
    },
  )
})

test('the log of a deletion says whose report in which state that was, and not one word of it', async () => {
  const staff = await withRank('Helper')
  const reporter = await site.member()
  const { id } = (await reporter.post('/api/reports', report)).json
  await staff.delete(`/api/reports/${id}`)
  const [entry] = await entries(id)
  const { gameMode, severity } = report
  expect(entry).toMatchObject({
    action: 'report.delete',
    before: { userId: reporter.user.id, gameMode, severity, status: 'pending' },
    after: null,
  })
  for (const text of [report.reason, report.details, report.mediaLink, reporter.user.username]) {
    expect(JSON.stringify(entry)).not.toContain(text)
  }
})

describe('the list', () => {
  test('[staffreports.22] GET /api/admin/reports answers an array of {id, username, gameMode, reason, severity, status, createdAt, details, mediaLink}', async () => {
    const first = await file({}, 'Honest')
    const second = await file({ mediaLink: '', severity: 'low' }, 'Brief')
    const response = await (await withRank('Helper')).get('/api/admin/reports')
    expect(response.status).toBe(200)
    const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const untouched = { answer: null, handledBy: null, handledAt: null, version: 1 }
    const shared = { ...report, status: 'pending', createdAt, ...untouched }
    expect(response.json).toEqual([
      { ...shared, id: second, username: 'Brief', severity: 'low', mediaLink: null },
      { ...shared, id: first, username: 'Honest' },
    ])
  })

  test('a report whose reporter is gone shows Anonymous', async () => {
    const id = await file({}, 'Leaver')
    await sql`DELETE FROM users WHERE username = 'Leaver'`.execute(site.database.sql)
    const { json } = await (await withRank('Helper')).get('/api/admin/reports')
    expect(json).toMatchObject([{ id, username: 'Anonymous' }])
  })

  test.each([
    '?status=all',
    '?status=',
    '?status=Pending',
    '?limit=0',
    '?limit=201',
    '?before=0',
    '?before=x',
  ])('%s is a 400', async (query) => {
    expect((await (await withRank('Helper')).get(`/api/admin/reports${query}`)).status).toBe(400)
  })

  test('each status has its own reports, page by page, and without one all of them', async () => {
    const staff = await withRank('Moderator')
    const reporter = await site.member()
    const ids: number[] = []
    for (let n = 0; n < 8; n += 1) ids.push((await reporter.post('/api/reports', report)).json.id)
    const odd = ids.filter((_, at) => at % 2 === 1).reverse()
    for (const id of odd) await staff.patch(`/api/admin/reports/${id}/status`, { status: 'reviewing' })

    const idsOf = async (query: string) => {
      const response = await staff.get(`/api/admin/reports${query}`)
      return { ids: response.json.map((one: { id: number }) => one.id), next: response.headers.link }
    }
    expect((await idsOf('')).ids).toEqual([...ids].reverse())
    expect(await idsOf('?status=resolved')).toEqual({ ids: [], next: undefined })
    const page = await idsOf('?status=reviewing&limit=3')
    expect(page.ids).toEqual(odd.slice(0, 3))
    expect(page.next).toBe(`</api/admin/reports?status=reviewing&before=${odd[2]}&limit=3>; rel="next"`)
    expect(await idsOf(`?status=reviewing&before=${odd[2]}&limit=3`)).toEqual({
      ids: odd.slice(3),
      next: undefined,
    })
  })
})

describe('changing a status', () => {
  test.each([{ status: 'closed' }, { status: 'Resolved' }, { status: null }, { status: ['resolved'] }, {}])(
    '[staffreports.23] a status other than pending, reviewing, resolved, rejected answers 400: %j',
    async (body) => {
      const id = await file()
      const response = await (await withRank('Owner')).patch(`/api/admin/reports/${id}/status`, body)
      expect([response.status, Object.keys(response.json.fields)]).toEqual([400, ['status']])
      expect(await stored()).toEqual([{ id, status: 'pending', version: 1 }])
      expect(await entries(id)).toEqual([])
    },
  )

  test.each(['0', '-1', '2147483648', '1.5', 'x', '01'])('the id %s is a 400', async (id) => {
    const staff = await withRank('Helper')
    expect((await staff.patch(`/api/admin/reports/${id}/status`, { status: 'resolved' })).status).toBe(400)
    expect((await staff.delete(`/api/reports/${id}`)).status).toBe(400)
  })

  test('a report that is gone is a 404', async () => {
    const staff = await withRank('Helper')
    const response = await staff.patch('/api/admin/reports/2147483647/status', { status: 'resolved' })
    expect([response.status, response.json.error]).toEqual([404, 'This report no longer exists'])
    expect((await staff.delete('/api/reports/2147483647')).status).toBe(404)
  })

  test('[staffreports.23] PATCH /api/admin/reports/{id}/status answers the report, from any status to any other', async () => {
    const staff = await withRank('Helper')
    const id = await file({}, 'Patient')
    const way = [
      'reviewing',
      'resolved',
      'rejected',
      'pending',
      'rejected',
      'reviewing',
      'pending',
      'resolved',
    ]
    for (const [at, status] of way.entries()) {
      const response = await staff.patch(`/api/admin/reports/${id}/status`, { status })
      expect(response.status).toBe(200)
      expect(response.json).toMatchObject({ ...report, id, username: 'Patient', status, version: at + 2 })
    }
    const { json } = await staff.get('/api/admin/reports')
    expect(json).toMatchObject([{ id, status: 'resolved', version: way.length + 1 }])
    expect((await entries(id)).map(({ after }) => (after as { status: string }).status)).toEqual(way)
  })

  test('the status that it has already is neither a change nor an audit entry', async () => {
    const staff = await withRank('Helper')
    const id = await file()
    const response = await staff.patch(`/api/admin/reports/${id}/status`, { status: 'pending' })
    expect([response.status, response.json.version]).toEqual([200, 1])
    expect(await entries(id)).toEqual([])
  })

  test('with a stale If-Match it is a 409 with the current report; without one the last write wins', async () => {
    const [one, two] = [await withRank('Helper'), await withRank('Admin')]
    const id = await file()
    const url = `/api/admin/reports/${id}/status`
    const seen = { headers: { 'if-match': '"1"' } }
    expect((await one.patch(url, { status: 'rejected' }, seen)).status).toBe(200)

    const late = await two.patch(url, { status: 'resolved' }, seen)
    expect(late.status).toBe(409)
    expect(late.json.current).toMatchObject({ id, status: 'rejected', version: 2 })
    expect((await two.delete(`/api/reports/${id}`, seen)).status).toBe(409)
    expect(await stored()).toEqual([{ id, status: 'rejected', version: 2 }])
    expect(await entries(id)).toHaveLength(1)

    const knowing = await two.patch(url, { status: 'resolved' }, { headers: { 'if-match': '2' } })
    expect(knowing.status).toBe(200)
    expect((await one.patch(url, { status: 'pending' })).status).toBe(200)
    expect(await stored()).toEqual([{ id, status: 'pending', version: 4 }])
  })

  test('50 parallel changes leave one audit entry each, an unbroken chain', async () => {
    const staff = await withRank('Manager')
    const id = await file()
    const wanted = ['reviewing', 'resolved', 'rejected', 'pending']
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        staff.patch(`/api/admin/reports/${id}/status`, { status: wanted[n % 4] }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    const chain = (await entries(id)) as { before: { status: string }; after: { status: string } }[]
    const [row] = await stored()
    expect(row).toEqual({ id, status: chain.at(-1)?.after.status, version: chain.length + 1 })
    for (const [at, { before }] of chain.entries()) {
      expect(before.status).toBe(chain[at - 1]?.after.status ?? 'pending')
    }
  })
})

describe('[fair.67] filters of bug reports', () => {
  const listed = async (staff: Awaited<ReturnType<typeof withRank>>, query: string) =>
    (await staff.get(`/api/admin/reports?${query}`)).json.map(({ id }: { id: number }) => id)

  test('a bad one is a 400 with its field', async () => {
    const staff = await withRank('Helper')
    for (const [query, field] of [
      ['severity=huge', 'severity'],
      ['status=closed', 'status'],
      ['q=ab', 'q'],
      ['days=0', 'days'],
      [`assignee=${'a'.repeat(33)}`, 'assignee'],
    ] as const) {
      const refused = await staff.get(`/api/admin/reports?${query}`)
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]])
    }
  })

  test('narrow the list by status, severity, age, who handled it, and a part of title, details or reporter', async () => {
    const [one, two] = [await withRank('Helper'), await withRank('Admin', 'Handler Two')]
    const old = await file({ reason: 'Sky 100% green', severity: 'low' }, 'Quartz')
    const [mine, theirs] = [await file({ details: 'The whole Moon falls down on us.' }), await file()]
    await sql`UPDATE reports SET created_at = now() - interval '5 days' WHERE id = ${old}`.execute(
      site.database.sql,
    )
    await one.patch(`/api/admin/reports/${mine}/status`, { status: 'reviewing' })
    await two.patch(`/api/admin/reports/${theirs}/status`, { status: 'resolved' })
    expect(await listed(one, 'severity=low')).toEqual([old])
    expect(await listed(one, 'days=5')).toEqual([old])
    expect(await listed(one, 'days=6')).toEqual([])
    expect(await listed(one, 'assignee=me')).toEqual([mine])
    expect(await listed(one, 'assignee=HANDLER%20two')).toEqual([theirs])
    expect(await listed(one, 'assignee=nobody')).toEqual([old])
    expect(await listed(one, 'assignee=me&status=resolved')).toEqual([])
    expect(await listed(one, 'q=moon')).toEqual([mine])
    expect(await listed(one, 'q=quartz')).toEqual([old])
    expect(await listed(one, 'q=100%25')).toEqual([old])
    expect(await listed(one, 'q=S%25y')).toEqual([])
    const page = await one.get('/api/admin/reports?q=knockback&limit=1')
    const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1]
    expect((await one.get(next!)).json.map(({ id }: { id: number }) => id)).toEqual([mine])
  })
})

describe('[fair.67] an answer to the reporter of a bug', () => {
  test.each([[''], ['a'.repeat(2_001)], [5]])(
    '%j is a 400 with its field and stores nothing',
    async (answer) => {
      const staff = await withRank('Helper')
      const id = await file()
      const refused = await staff.patch(`/api/admin/reports/${id}/status`, { status: 'resolved', answer })
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ['answer']])
      expect(await stored()).toEqual([{ id, status: 'pending', version: 1 }])
    },
  )

  test('is read among their reports and notices, without the name of staff; who handled it is for staff', async () => {
    const staff = await withRank('Helper', 'Handling Helper')
    const reporter = await site.member()
    const { id } = (await reporter.post('/api/reports', report)).json
    const before = (await staff.get('/api/admin/reports')).json[0]
    expect([before.handledBy, before.handledAt, before.answer]).toEqual([null, null, null])
    const answer = 'Fixed in the next update.'
    const changed = await staff.patch(`/api/admin/reports/${id}/status`, { status: 'resolved', answer })
    expect(changed.json).toMatchObject({
      handledBy: 'Handling Helper',
      handledAt: expect.any(String),
      answer,
    })
    const mine = await reporter.get('/api/reports/mine')
    expect(mine.json).toMatchObject([{ id, status: 'resolved', answer }])
    expect(mine.text).not.toContain('Handling Helper')
    const { rows } = await sql`
      SELECT text FROM notices WHERE user_id = ${reporter.user.id} AND kind = 'bug_report_changed'
    `.execute(site.database.sql)
    expect(rows).toEqual([{ text: `It is resolved.\n${answer}\nYou reported: No knockback` }])
    expect(await entries(id)).toMatchObject([{ after: { status: 'resolved', answered: true } }])

    // The next change leaves it, another answer replaces it.
    await staff.patch(`/api/admin/reports/${id}/status`, { status: 'pending' })
    expect((await reporter.get('/api/reports/mine')).json).toMatchObject([{ status: 'pending', answer }])
    await staff.patch(`/api/admin/reports/${id}/status`, { status: 'pending', answer: 'It came back.' })
    expect((await reporter.get('/api/reports/mine')).json).toMatchObject([{ answer: 'It came back.' }])
  })

  test('stays without a name when the account that handled it is gone', async () => {
    const staff = await withRank('Helper')
    const id = await file()
    await staff.patch(`/api/admin/reports/${id}/status`, { status: 'rejected', answer: 'Not ours.' })
    await sql`DELETE FROM users WHERE id = ${staff.user.id}`.execute(site.database.sql)
    const [one] = (await (await withRank('Admin')).get('/api/admin/reports')).json
    expect(one).toMatchObject({ handledBy: null, handledAt: expect.any(String), answer: 'Not ours.' })
  })
})

describe('deleting', () => {
  test('[staffreports.24] DELETE /api/reports/{id} answers 204, and the report is gone', async () => {
    const staff = await withRank('Helper')
    const [kept, id] = [await file(), await file()]
    const response = await staff.delete(`/api/reports/${id}`)
    expect([response.status, response.text]).toEqual([204, ''])
    expect(await stored()).toMatchObject([{ id: kept }])
    expect((await staff.delete(`/api/reports/${id}`)).status).toBe(404)
    expect(await entries(id)).toHaveLength(1)
  })

  test('20 parallel deletions leave one audit entry', async () => {
    const staff = await withRank('Helper')
    const id = await file()
    const responses = await Promise.all(Array.from({ length: 20 }, () => staff.delete(`/api/reports/${id}`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(404)])
    expect(await entries(id)).toHaveLength(1)
  })
})

test('staff hear of every new, changed and deleted report', async () => {
  const { heard, stop } = await staffNews(site)
  const staff = await withRank('Helper')
  const id = await file()
  await staff.patch(`/api/admin/reports/${id}/status`, { status: 'resolved' })
  await staff.delete(`/api/reports/${id}`)
  await expect.poll(() => heard).toEqual(Array(3).fill({ list: 'reports' }))
  stop()
})

test('a member who is demoted while signed in is refused at the next call', async () => {
  const staff = await withRank('Helper')
  const id = await file()
  expect((await staff.get('/api/admin/reports')).status).toBe(200)
  await sql`UPDATE users SET rank = 'Diamond' WHERE id = ${staff.user.id}`.execute(site.database.sql)
  expect((await staff.get('/api/admin/reports')).status).toBe(403)
  expect((await staff.delete(`/api/reports/${id}`)).status).toBe(403)
  expect(await stored()).toHaveLength(1)
})
