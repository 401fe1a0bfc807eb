import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { whileOpen } from '../../testing/while-open.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { lockOwnDecision, takeDecisionBack } from './queries/undo.ts'
import { moderationSetup } from './testing/moderation-setup.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const { somebody, write, report, claim, decide, openCase, storedReports, auditEntries } = moderationSetup(
  () => site,
)

const decideMany = (staff: TestBrowser, ids: unknown, more: object = {}) =>
  staff.post('/api/admin/cases/decisions', { ids, outcome: 'no_violation', ...more })
const undo = (staff: TestBrowser, ids: unknown) => staff.post('/api/admin/cases/decisions/undo', { ids })
const outcomes = async (member: TestBrowser) =>
  (await member.get('/api/notifications')).json.filter(({ kind }: { kind: string }) => kind === 'report')

async function reportedPost(author?: TestBrowser) {
  const reporter = await site.member()
  const post = await write(author ?? (await site.member()), 'A nasty thing')
  const id = (await report(reporter, post)).json.id as number
  return { post, id, reporter }
}

describe('many cases at once', () => {
  test('[fair.54] are decided with one outcome and note; of each that is not, the reply says why', async () => {
    const [staff, other] = [await somebody('Helper'), await somebody('Moderator')]
    const [one, two, own, decided, claimed] = [
      await reportedPost(),
      await reportedPost(),
      await reportedPost(staff),
      await reportedPost(),
      await reportedPost(),
    ]
    await decide(other, decided.post, 'action', { note: 'Insulted somebody' })
    await claim(other, claimed.post)
    const response = await decideMany(staff, [one.id, own.id, decided.id, claimed.id, 999_999, two.id], {
      note: 'A raid of reports',
    })
    expect([response.status, response.json.decided]).toEqual([200, [one.id, two.id]])
    expect(response.json.refused).toMatchObject([
      { id: own.id, status: 403, error: 'This is about you. Another staff member has to decide it.' },
      {
        id: decided.id,
        status: 409,
        decided: { status: 'actioned', decidedBy: other.user.username, note: 'Insulted somebody' },
      },
      { id: claimed.id, status: 409, claim: { id: other.user.id } },
      { id: 999_999, status: 404, error: 'There is no such case' },
    ])
    for (const { post, reporter } of [one, two]) {
      expect(await storedReports(post)).toEqual([
        { status: 'dismissed', decided_by: staff.user.id, note: 'A raid of reports' },
      ])
      expect(await auditEntries('moderation.decide', post)).toHaveLength(1)
      expect(await outcomes(reporter)).toHaveLength(1)
    }
    for (const { post } of [own, claimed])
      expect(await storedReports(post)).toEqual([{ status: 'open', decided_by: null, note: null }])
  })

  test.each([
    ['no case', { ids: [] }, 'ids'],
    ['more than 50', { ids: Array.from({ length: 51 }, (_, n) => n + 1) }, 'ids'],
    ['one twice', { ids: [1, 1] }, 'ids'],
    ['no list', { ids: 7 }, 'ids'],
    ['a removal without a word', { ids: [1], outcome: 'remove' }, 'note'],
    ['no note for what ends something for a person', { ids: [1], outcome: 'action', note: ' ' }, 'note'],
    ['a note that shows nothing', { ids: [1], outcome: 'action', note: '\ufffc\u3164' }, 'note'],
    ['a long note', { ids: [1], note: 'n'.repeat(1_001) }, 'note'],
  ])('[fair.54] %s: 400 with the field', async (_name, body, field) => {
    const refused = await decideMany(await somebody('Helper'), [1], body)
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]])
  })

  test('[fair.54] decided by two at the same moment: each case has one decision, the other is told which', async () => {
    const [one, two] = [await somebody('Helper'), await somebody('Moderator')]
    const cases = []
    for (let n = 0; n < 6; n += 1) cases.push(await reportedPost())
    const ids = cases.map(({ id }) => id)
    const [first, second] = await Promise.all([
      decideMany(one, ids, { note: 'one' }),
      decideMany(two, ids.toReversed(), { note: 'two', outcome: 'action' }),
    ])
    expect([...first.json.decided, ...second.json.decided].toSorted((a, b) => a - b)).toEqual(ids)
    const refused = [...first.json.refused, ...second.json.refused]
    expect(refused).toHaveLength(6)
    for (const { id, status, decided } of refused) {
      const { post } = cases.find((one) => one.id === id)!
      const [stored] = await storedReports(post)
      expect([status, decided.note, decided.status]).toEqual([409, stored?.note, stored?.status])
      expect(await auditEntries('moderation.decide', post)).toHaveLength(1)
    }
  })
})

describe('the undo', () => {
  test('[fair.55] opens them again in one call; reporters no longer read the outcome, and are told of the next', async () => {
    const staff = await somebody('Helper')
    const [one, two] = [await reportedPost(), await reportedPost()]
    await decideMany(staff, [one.id, two.id], { note: 'A slip' })
    expect(await outcomes(one.reporter)).toHaveLength(1)
    const response = await undo(staff, [one.id, two.id])
    expect([response.status, response.json]).toEqual([200, { reopened: [one.id, two.id], refused: [] }])
    for (const { post, reporter } of [one, two]) {
      expect(await storedReports(post)).toEqual([{ status: 'open', decided_by: null, note: null }])
      expect(await outcomes(reporter)).toEqual([])
      expect(await auditEntries('moderation.undo', post)).toHaveLength(1)
      expect(await openCase(staff, post)).toMatchObject({ status: 'open', reopening: null, note: null })
    }
    await decide(staff, one.post, 'action')
    expect(
      (await outcomes(one.reporter)).map(({ notice }: { notice: { text: string } }) => notice.text),
    ).toEqual(['We took action.\nYou reported: spam'])
  })

  test('[inputs.93] deletes the outcome that a reporter has not read; what was read stays stored', async () => {
    const staff = await somebody('Helper')
    const [read, unread] = [await reportedPost(), await reportedPost()]
    await decideMany(staff, [read.id, unread.id])
    const noticesOf = async ({ reporter }: { reporter: { user: { id: number } } }) => {
      const { rows } = await sql<{ seen: boolean }>`
        SELECT seen_at IS NOT NULL AS seen FROM notices WHERE user_id = ${reporter.user.id}
      `.execute(site.database.sql)
      return rows
    }
    const [{ id }] = (await read.reporter.get('/api/notices')).json
    expect((await read.reporter.delete(`/api/notices/${id}`)).status).toBe(204)
    expect([await noticesOf(read), await noticesOf(unread)]).toEqual([[{ seen: true }], [{ seen: false }]])
    expect((await undo(staff, [read.id, unread.id])).json.reopened).toEqual([read.id, unread.id])
    expect([await noticesOf(read), await noticesOf(unread)]).toEqual([[{ seen: true }], []])
  })

  test('[inputs.93] deletes nothing else that reporter and author have not read', async () => {
    const staff = await somebody('Helper')
    const author = await site.member()
    const [kept, undone] = [await reportedPost(author), await reportedPost(author)]
    await report(kept.reporter, undone.post)
    await decideMany(staff, [kept.id])
    await decideMany(staff, [undone.id], { outcome: 'remove', reason: 'Insults somebody' })
    // As something else of the same moment, and a removal of another one.
    for (const [member, kind] of [
      [kept.reporter, 'restricted'],
      [author, 'bio_cleared'],
    ] as const)
      await sql`INSERT INTO notices (user_id, kind, text, created_at)
        SELECT ${member.user.id}, ${kind}, '', decided_at FROM moderation_reports WHERE id = ${undone.id}`.execute(
        site.database.sql,
      )
    await sql`INSERT INTO notices (user_id, kind, text) VALUES (${author.user.id}, 'post_removed', 'Another')`.execute(
      site.database.sql,
    )
    const kinds = async (member: TestBrowser) =>
      (await member.get('/api/notices')).json.map(({ kind, text }: { kind: string; text: string }) => [
        kind,
        text,
      ])
    const outcome = (words: string) => ['report_decided', `${words}\nYou reported: spam`]
    const [removed, dismissed] = [outcome('We took action.'), outcome('We found no violation of the rules.')]
    expect((await kinds(kept.reporter)).sort()).toEqual([removed, dismissed, ['restricted', '']].sort())
    expect((await undo(staff, [undone.id])).json.reopened).toEqual([undone.id])
    expect(await kinds(kept.reporter)).toEqual([['restricted', ''], dismissed])
    expect(await kinds(author)).toEqual([
      ['post_removed', 'Another'],
      ['bio_cleared', ''],
    ])
  })

  test('[inputs.93] leaves the notice of a removal that its author has read', async () => {
    const staff = await somebody('Helper')
    const author = await site.member()
    const { id } = await reportedPost(author)
    await decideMany(staff, [id], { outcome: 'remove', reason: 'Insults somebody' })
    const [notice] = (await author.get('/api/notices')).json
    const seen = async () =>
      (
        await sql`SELECT kind, seen_at FROM notices WHERE user_id = ${author.user.id}`.execute(
          site.database.sql,
        )
      ).rows
    expect((await author.delete(`/api/notices/${notice.id}`)).status).toBe(204)
    const before = await seen()
    // Dismissed again, in another tab, it was still read then.
    expect((await author.delete(`/api/notices/${notice.id}`)).status).toBe(204)
    expect((await undo(staff, [id])).json.reopened).toEqual([id])
    expect(await seen()).toEqual(before)
    expect(before).toEqual([{ kind: 'post_removed', seen_at: expect.any(Date) }])
  })

  test('[fair.55] opens the reports of the newest decision only, and none once somebody else decided', async () => {
    const [staff, other] = [await somebody('Helper'), await somebody('Moderator')]
    const [twice, overtaken] = [await reportedPost(), await reportedPost()]
    await decideMany(staff, [twice.id, overtaken.id])
    for (const { reporter, post } of [twice, overtaken]) await report(reporter, post, 'once more')
    await decide(staff, twice.post, 'dismiss')
    await decide(other, overtaken.post, 'dismiss')
    expect((await undo(staff, [twice.id, overtaken.id])).json).toMatchObject({
      reopened: [twice.id],
      refused: [{ id: overtaken.id, error: 'It is too late to undo this. Reopen the case with a reason' }],
    })
    expect((await storedReports(twice.post)).map(({ status }) => status)).toEqual(['dismissed', 'open'])
    expect((await storedReports(overtaken.post)).map(({ status }) => status)).toEqual([
      'dismissed',
      'dismissed',
    ])
  })

  test('[fair.55] pressed twice at the same moment opens a case once', async () => {
    const staff = await somebody('Helper')
    const { id, post } = await reportedPost()
    await decideMany(staff, [id])
    const late = await whileOpen(
      site.database,
      async (transaction) => {
        const subject = { subjectType: 'post', subjectId: post } as const
        await takeDecisionBack(transaction, await lockOwnDecision(transaction, subject, staff.user.id, 60))
      },
      () => undo(staff, [id]),
    )
    expect(late).toMatchObject({
      waited: true,
      result: { json: { reopened: [], refused: [{ status: 409 }] } },
    })
    expect(await auditEntries('moderation.undo', post)).toEqual([])
  })

  test('[fair.55] is for one’s own decision, within seconds, and while no case is open: else 409, nothing changes', async () => {
    const [staff, other] = [await somebody('Helper'), await somebody('Moderator')]
    const [mine, late, again] = [await reportedPost(), await reportedPost(), await reportedPost()]
    await decideMany(staff, [mine.id, late.id, again.id])
    const refusedOther = await undo(other, [mine.id])
    expect(refusedOther.json).toMatchObject({ reopened: [], refused: [{ id: mine.id, status: 409 }] })
    await sql`UPDATE moderation_reports SET decided_at = decided_at - interval '16 s' WHERE id = ${late.id}`.execute(
      site.database.sql,
    )
    await report(again.reporter, again.post, 'once more')
    expect((await undo(staff, [late.id, again.id, 999_999])).json).toMatchObject({
      reopened: [],
      refused: [
        { id: late.id, error: 'It is too late to undo this. Reopen the case with a reason' },
        { id: again.id, error: 'This case is open already' },
        { id: 999_999, status: 404 },
      ],
    })
    for (const { post } of [mine, late])
      expect(await storedReports(post)).toMatchObject([{ status: 'dismissed', decided_by: staff.user.id }])
    expect((await storedReports(again.post)).map(({ status }) => status)).toEqual(['dismissed', 'open'])
  })
})

test('[languages.08] why one of many is refused is in the language of whoever asked', async () => {
  const app = await testApp({ environment: { LANGUAGES: 'en, de', RATE_LIMITS: 'off' } })
  const staff = await memberWithRank(app, 'Helper')
  const inGerman = { headers: { 'x-language': 'de' } }
  const body = { ids: [999_999], outcome: 'no_violation' }
  const { json: one } = await staff.get('/api/admin/cases/999999', inGerman)
  const errorsOf = async (options?: typeof inGerman) =>
    (await staff.post('/api/admin/cases/decisions', body, options)).json.refused.map(
      ({ error }: { error: string }) => error,
    )
  expect(await errorsOf()).toEqual(['There is no such case'])
  expect(one.error).not.toBe('There is no such case')
  expect(await errorsOf(inGerman)).toEqual([one.error])
  await app.close()
})
