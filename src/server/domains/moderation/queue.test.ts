import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { reportClasses, severities, severityOf } from '../../../contract/moderation/report-classes.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { moderationSetup } from './testing/moderation-setup.ts'
import { patternCase } from './testing/pattern-case.ts'

let site: TestApp
let staff: TestBrowser & { readonly user: { readonly id: number; readonly username: string } }
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  staff = await somebody('Helper')
})
afterAll(() => site.close())
beforeEach(() => sql`DELETE FROM moderation_reports`.execute(site.database.sql))

const { somebody, write, report, claim, decide, storedReports, auditEntries } = moderationSetup(() => site)

const listed = async (query = '', as: TestBrowser = staff): Promise<ModerationCase[]> =>
  (await as.get(`/api/admin/cases${query}`)).json.cases
const subjects = async (query = '', as: TestBrowser = staff) =>
  (await listed(query, as)).map(({ subjectId }) => subjectId)

interface Filed {
  readonly about: number
  readonly class?: string
  readonly reason?: string
  readonly days?: number
  readonly reporter?: number | null
  readonly status?: string
}

/** Stores a report about a player as it is found later; returns its id. */
async function file({
  about,
  class: kind = 'other',
  reason = 'bad',
  days = 0,
  reporter = null,
  status = 'open',
}: Filed) {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO moderation_reports (subject_type, subject_id, subject_user_id, reporter_id, reason, class, status,
      decided_at, created_at)
    VALUES ('player', ${about}, ${about < 900_000 ? about : null}, ${reporter}, ${reason}, ${kind}, ${status},
      CASE WHEN ${status} <> 'open' THEN clock_timestamp() END, now() - make_interval(days => ${days}))
    RETURNING id
  `.execute(site.database.sql)
  return rows[0]!.id
}

const players = async (count: number) => {
  const members = []
  for (let n = 0; n < count; n += 1) members.push((await site.member()).user)
  return members
}

describe('a case', () => {
  test('[tonight.36] names what staff weigh beside it: since when the account is there, its earlier names, and other cases about it', async () => {
    const [accused, other] = await players(2)
    await sql`UPDATE users SET former_names = '{Old Tag,Older Tag}', hide_presence = true WHERE id = ${accused!.id}`.execute(
      site.database.sql,
    )
    const decided = await file({ about: accused!.id, status: 'dismissed' })
    await file({ about: other!.id })
    const pattern = await patternCase(site, other!.id, accused!.id)
    await file({ about: accused!.id, reason: 'again' })
    const one = (await listed('?subjectType=player')).find(({ subject }) => subject?.id === accused!.id)
    expect(one?.subject).toEqual({
      ...{ id: accused!.id, username: accused!.username, rank: 'Member', isMember: true, isPlayer: false },
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      formerNames: ['Old Tag', 'Older Tag'],
      otherCases: [
        {
          id: pattern,
          subjectType: 'pattern',
          pattern: 'one_sided',
          status: 'open',
          lastAt: expect.any(String),
        },
        {
          id: decided,
          subjectType: 'player',
          pattern: null,
          status: 'dismissed',
          lastAt: expect.any(String),
        },
      ],
    })
    // Five at most, and the case itself is none of them.
    for (let n = 0; n < 6; n += 1) await file({ about: accused!.id, status: 'actioned' })
    const again = (await listed('?subjectType=player')).find(({ id }) => id === one!.id)
    expect(again?.subject?.otherCases.map(({ status }) => status)).toEqual(Array(5).fill('actioned'))
  })

  test('[tonight.36] lists no other case to staff whom that one is about', async () => {
    const [accused] = await players(1)
    const mine = await somebody('Moderator')
    const pattern = await patternCase(site, accused!.id, mine.user.id)
    await file({ about: accused!.id })
    const seenBy = async (viewer: TestBrowser) =>
      (await listed('?subjectType=player', viewer))[0]?.subject?.otherCases.map(({ id }) => id)
    expect(await seenBy(staff)).toEqual([pattern])
    expect(await seenBy(mine)).toEqual([])
  })

  test('[fair.97] is read by staff by the id of any of its reports, open or decided; an unknown id is a 404, a bad one a 400', async () => {
    const id = await write(await site.member(), 'A nasty thing')
    await report(await site.member(), id)
    const [first] = await listed()
    const path = `/api/admin/cases/${first?.id}`
    expect((await site.browser().get(path)).status).toBe(401)
    expect((await (await site.member()).get(path)).status).toBe(403)
    for (const [wrong, status] of [
      [first!.id + 1_000, 404],
      ['post-5', 400],
      ['0', 400],
    ] as const)
      expect((await staff.get(`/api/admin/cases/${wrong}`)).status).toBe(status)
    await report(await site.member(), id, 'me too')
    expect([(await staff.get(path)).json]).toEqual(await listed())
    await decide(staff, id, 'dismiss')
    expect([(await staff.get(path)).json]).toEqual(await listed('?state=decided'))
    await report(await site.member(), id, 'and more')
    const [again] = await listed()
    expect((await staff.get(path)).json.status).toBe('dismissed')
    expect((await staff.get(`/api/admin/cases/${again?.id}`)).json).toEqual(again)
  })

  test('[fair.50] is claimed and decided by the id of any of its reports; a colleague gets a 409 with what was first', async () => {
    const other = await somebody('Moderator')
    const id = await write(await site.member(), 'A nasty thing')
    await report(await site.member(), id)
    const [first] = await listed()
    await report(await site.member(), id, 'me too')
    expect(await listed()).toMatchObject([{ subjectId: id, count: 2, status: 'open' }])
    const taken = await staff.post(`/api/admin/cases/${first?.id}/claim`)
    expect([taken.status, taken.json.id]).toEqual([200, staff.user.id])
    const late = await other.post(`/api/admin/cases/${first?.id}/decisions`, {
      outcome: 'action',
      note: 'Seen',
    })
    expect([late.status, late.json.current]).toEqual([409, { claim: taken.json }])
    expect((await other.delete(`/api/admin/cases/${first?.id}/claim`)).status).toBe(404)
    expect((await staff.delete(`/api/admin/cases/${first?.id}/claim`)).status).toBe(204)
    const decided = await staff.post(`/api/admin/cases/${first?.id}/decisions`, {
      outcome: 'no_violation',
      note: 'Harmless',
    })
    expect([decided.status, decided.json]).toEqual([200, { decided: 2 }])
    for (const call of ['claim', 'decisions']) {
      const refused = await other.post(`/api/admin/cases/${first?.id}/${call}`, {
        outcome: 'action',
        note: 'Seen',
      })
      expect([refused.status, refused.json.current.decided]).toMatchObject([
        409,
        { status: 'dismissed', decidedBy: staff.user.username, note: 'Harmless' },
      ])
    }
    expect((await storedReports(id)).map(({ status }) => status)).toEqual(['dismissed', 'dismissed'])
    expect(await auditEntries('moderation.decide', id)).toHaveLength(1)
  })

  test('[fair.50] that does not exist is a 404, an unknown outcome a 400 with the field, and nothing is stored', async () => {
    const [about] = await players(1)
    const id = await file({ about: about!.id })
    expect((await staff.post('/api/admin/cases/999999/claim')).status).toBe(404)
    expect(
      (await staff.post('/api/admin/cases/999999/decisions', { outcome: 'action', note: 'Seen' })).status,
    ).toBe(404)
    for (const outcome of ['won', 'remove', undefined]) {
      const refused = await staff.post(`/api/admin/cases/${id}/decisions`, { outcome })
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ['outcome']])
    }
    expect(await storedReports(about!.id)).toEqual([{ status: 'open', decided_by: null, note: null }])
  })
})

describe('the queue', () => {
  test('[fair.51] is sorted by severity, number of reporters, their accuracy, and age', async () => {
    const [a, b, c, d, e, good, bad, new1, new2] = await players(9)
    // Five decided reports each: `good` was right four times, `bad` never.
    for (let n = 0; n < 5; n += 1) {
      await file({ about: 900_000 + n, reporter: good!.id, status: n === 0 ? 'dismissed' : 'actioned' })
      await file({ about: 910_000 + n, reporter: bad!.id, status: 'dismissed' })
    }
    await file({ about: a!.id, reporter: bad!.id, days: 9 })
    await file({ about: b!.id, reporter: new1!.id })
    await file({ about: c!.id, reporter: new2!.id })
    await file({ about: d!.id, reporter: good!.id })
    await file({ about: e!.id, reporter: new1!.id })
    await file({ about: e!.id, reporter: new2!.id })
    expect(await subjects()).toEqual([e, d, b, c, a].map((one) => one!.id))
    expect((await listed()).map(({ accuracy }) => accuracy)).toEqual([50, 80, 50, 50, 0])
    await file({ about: a!.id, class: 'hate' })
    await file({ about: c!.id, class: 'scam' })
    expect(await subjects()).toEqual([a, c, e, d, b].map((one) => one!.id))
    expect((await listed()).map(({ severity }) => severity)).toEqual(['high', 'medium', 'low', 'low', 'low'])
    expect((await listed())[0]?.class).toBe('hate')
  })

  test('[fair.51] follows when the accuracy of a reporter changes', async () => {
    const [one, two, reporter, other] = await players(4)
    for (let n = 0; n < 4; n += 1)
      await file({ about: 900_000 + n, reporter: reporter!.id, status: 'dismissed' })
    await file({ about: one!.id, reporter: reporter!.id })
    await file({ about: two!.id, reporter: other!.id })
    const id = await file({ about: 920_000, reporter: reporter!.id, class: 'hate' })
    expect(await subjects()).toEqual([920_000, one!.id, two!.id])
    await staff.post(`/api/admin/cases/${id}/decisions`, { outcome: 'no_violation' })
    expect(await subjects()).toEqual([two!.id, one!.id])
    expect((await listed()).map(({ accuracy }) => accuracy)).toEqual([50, 0])
  })

  test('[fair.51] the severity of each class is the same in the contract and in the database', async () => {
    for (const [name, severity] of Object.entries(severityOf)) {
      const { rows } = await sql<{ level: number }>`SELECT report_severity(${name}) AS level`.execute(
        site.database.sql,
      )
      expect([name, severities[rows[0]!.level - 1]]).toEqual([name, severity])
    }
    expect(Object.keys(severityOf)).toEqual(Object.keys(reportClasses))
  })

  test('[fair.52] is filtered by state, assignee, class, severity, subject and age', async () => {
    const other = await somebody('Moderator')
    const [a, b, c, d] = await players(4)
    await file({ about: a!.id, class: 'hate', days: 10 })
    await file({ about: b!.id, class: 'scam', days: 3 })
    const first = await file({ about: c!.id })
    const second = await file({ about: d!.id })
    const post = await write(await site.member(), 'A nasty thing')
    await report(await site.member(), post)
    await claim(staff, a!.id, 'player')
    await claim(other, b!.id, 'player')
    await staff.post(`/api/admin/cases/${first}/decisions`, { outcome: 'duplicate' })
    await other.post(`/api/admin/cases/${second}/decisions`, { outcome: 'action', note: 'Seen' })
    for (const [query, expected] of [
      ['?state=open', [a!.id, b!.id, post]],
      ['?state=claimed', [a!.id, b!.id]],
      ['?assignee=me', [a!.id]],
      ['?assignee=nobody', [post]],
      [`?assignee=${other.user.username.toUpperCase()}`, [b!.id]],
      ['?assignee=Nobody+at+all', []],
      ['?class=scam', [b!.id]],
      ['?severity=high', [a!.id]],
      ['?severity=low', [post]],
      ['?subjectType=post', [post]],
      ['?days=2', [a!.id, b!.id]],
      ['?days=11', []],
      ['?state=decided', [d!.id, c!.id]],
      ['?state=duplicate', [c!.id]],
      ['?state=action', [d!.id]],
      ['?state=insufficient', []],
      ['?state=decided&assignee=me', [c!.id]],
      [`?state=decided&assignee=${other.user.username}`, [d!.id]],
      ['?state=decided&assignee=nobody', []],
    ] as const)
      expect([query, await subjects(query)]).toEqual([query, expected])
    expect((await staff.get('/api/admin/cases/counts')).json).toEqual({
      open: 3,
      claimed: 2,
      mine: 1,
      nobody: 1,
    })
  })

  test('[fair.52] is searched by name, reported text and reason, in any letters', async () => {
    const [a, b] = await players(2)
    await file({ about: a!.id, reason: 'Flies 100% of the time' })
    await file({ about: b!.id, reason: 'Nothing' })
    const post = await write(await site.member(), 'Free DIAMONDS here')
    await report(await site.member(), post)
    expect(await subjects('?q=diamonds')).toEqual([post])
    expect(await subjects('?q=FLIES+100%25')).toEqual([a!.id])
    expect(await subjects('?q=1%250')).toEqual([])
    expect(await subjects(`?q=${b!.username.toUpperCase()}`)).toContain(b!.id)
    expect(await subjects('?q=nobody+at+all')).toEqual([])
  })

  test.each([
    ['state=lost', 'state'],
    ['class=rude', 'class'],
    ['severity=worst', 'severity'],
    ['subjectType=team', 'subjectType'],
    ['days=0', 'days'],
    ['q=ab', 'q'],
    [`q=${'a'.repeat(101)}`, 'q'],
    ['cursor=1', 'cursor'],
    ['cursor=9.1.1.1', 'cursor'],
    ['limit=101', 'limit'],
    [`assignee=${'a'.repeat(33)}`, 'assignee'],
  ])('[fair.52] a bad filter is a 400 that names it: %s', async (query, field) => {
    const refused = await staff.get(`/api/admin/cases?${query}`)
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]])
  })

  test('[fair.52] a text that over a thousand cases have is searched as any other: in order, with names, by pages', async () => {
    const named = await site.member('Lag_off')
    await sql`
      INSERT INTO moderation_reports (subject_type, subject_id, reason, class, status)
      SELECT 'player', 1000000 + n, CASE WHEN n % 100 = 0 THEN 'Lagxoff ' ELSE 'Lag_off ' END || n, 'other', 'open'
      FROM generate_series(1, 1200) AS n ORDER BY n
    `.execute(site.database.sql)
    await file({ about: named.user.id, reason: 'Something else' })
    const all = Array.from({ length: 1_200 }, (_, n) => 1_000_001 + n)
    const found: number[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: { json: { cases: ModerationCase[]; next: string | null } } = await staff.get(
        `/api/admin/cases?limit=100&q=LAG${next === '' ? '' : `&cursor=${next}`}`,
      )
      found.push(...page.json.cases.map(({ subjectId }) => subjectId))
      next = page.json.next
    }
    expect(found).toEqual([...all, named.user.id])
    expect(await subjects('?limit=50&q=off')).toEqual(all.slice(0, 50))
    expect(await subjects('?limit=100&q=g_o')).toEqual(all.filter((id) => id % 100 !== 0).slice(0, 100))
    expect(await subjects('?limit=50&q=off&state=decided')).toEqual([])
  })

  test('[fair.53] pages follow each other without gap or repetition, also while cases leave and come', async () => {
    const members = await players(7)
    const kinds = ['hate', 'scam', 'other', 'scam', 'hate', 'other', 'other']
    const ids: number[] = []
    for (const [n, { id }] of members.entries()) ids.push(await file({ about: id, class: kinds[n]! }))
    for (const state of ['open', 'decided']) {
      if (state === 'decided')
        for (const id of ids)
          await staff.post(`/api/admin/cases/${id}/decisions`, { outcome: 'action', note: 'Seen' })
      const all = await subjects(`?state=${state}`)
      const seen: number[] = []
      let url: string | undefined = `/api/admin/cases?state=${state}&limit=2`
      while (url !== undefined) {
        const page = await staff.get(url)
        seen.push(...page.json.cases.map((one: ModerationCase) => one.subjectId))
        url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1]
        expect(url === undefined).toBe(page.json.next === null)
      }
      expect(seen).toEqual(all)
      expect(seen).toHaveLength(7)
    }
    const page = (await staff.get('/api/admin/cases?state=decided&limit=2')).json
    await file({ about: members[0]!.id, status: 'dismissed' })
    const rest = (await staff.get(`/api/admin/cases?state=decided&limit=50&cursor=${page.next}`)).json.cases
    expect(rest).toHaveLength(5)
    for (const cursor of ['3.1.50.9999999999', '9999999999999999.9999999999'])
      expect((await staff.get(`/api/admin/cases?cursor=${cursor}`)).status).toBe(200)
  })

  test('[fair.53] is what the reports say after any history, also of many at once', async () => {
    const reporters = await Promise.all(Array.from({ length: 6 }, () => site.member()))
    const posts = await Promise.all(Array.from({ length: 4 }, () => write(reporters[0]!, 'Something')))
    let seed = 7
    const pick = (max: number) => {
      seed = (seed * 16_807) % 2_147_483_647
      return Math.floor((seed / 2_147_483_647) * max)
    }
    for (let round = 0; round < 12; round += 1)
      await Promise.all(
        Array.from({ length: 5 }, () => {
          const post = posts[pick(4)]!
          if (pick(3) === 0) return decide(staff, post, pick(2) === 0 ? 'dismiss' : 'action')
          if (pick(4) === 0)
            return staff.post('/api/admin/moderation/reopenings', {
              subjectType: 'post',
              subjectId: post,
              reason: 'Another look',
            })
          return report(reporters[1 + pick(5)]!, post, `Round ${round}`)
        }),
      )
    const stored = sql<object>`
      SELECT id, first_id, subject_id, status, decided_at, reporters, severity, first_at, last_at, text
      FROM moderation_cases ORDER BY subject_id, decided_at`
    const before = (await stored.execute(site.database.sql)).rows
    expect(before.length).toBeGreaterThan(4)
    await sql`
      SELECT derive_moderation_case(subject_type, subject_id, decided_at)
      FROM (SELECT DISTINCT subject_type, subject_id, decided_at FROM moderation_reports) AS cases
    `.execute(site.database.sql)
    expect((await stored.execute(site.database.sql)).rows).toEqual(before)
  })
})
