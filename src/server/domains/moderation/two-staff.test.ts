import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shippedRanks } from '../../../contract/accounts/ranks.ts'
import { type TestApp, type TestBrowser, type TestResponse, testApp } from '../../testing/test-app.ts'
import { whileOpen } from '../../testing/while-open.ts'
import { moderationSetup } from './testing/moderation-setup.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const {
  somebody,
  setRank,
  write,
  report,
  claim,
  decide,
  remove,
  restrict,
  openCase,
  storedReports,
  auditEntries,
} = moderationSetup(() => site)

async function reportedPost(text = 'A nasty thing') {
  const author = await site.member()
  const id = await write(author, text)
  await report(await site.member(), id)
  return { author, id }
}

describe('a claim', () => {
  test('is refused to visitors and to everybody who is not staff, and stores nothing', async () => {
    const { id } = await reportedPost()
    expect((await claim(site.browser(), id)).status).toBe(401)
    expect((await claim(await somebody('Diamond'), id)).status).toBe(403)
    expect((await openCase(await somebody('Owner'), id)).claim).toBeNull()
  })

  test('is seen by others at once, keeps them from deciding, and ends when it is given up', async () => {
    const { id } = await reportedPost()
    const [one, two] = [await somebody('Helper'), await somebody('Owner')]
    const response = await claim(one, id)
    expect([response.status, response.json.id]).toEqual([200, one.user.id])
    const minutes = (Date.parse(response.json.until) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(30)
    expect((await openCase(two, id)).claim).toEqual(response.json)
    for (const refused of [
      await claim(two, id),
      await decide(two, id, 'dismiss', { note: 'mine' }),
      await remove(two, id),
    ]) {
      expect([refused.status, refused.json.error]).toEqual([
        409,
        `${one.user.username} is working on this case`,
      ])
      expect(refused.json.current).toEqual({ claim: response.json })
    }
    expect(await storedReports(id)).toEqual([{ status: 'open', decided_by: null, note: null }])
    expect((await two.delete(`/api/admin/moderation/claims/post/${id}`)).status).toBe(404)
    expect((await one.delete(`/api/admin/moderation/claims/post/${id}`)).status).toBe(204)
    expect((await openCase(two, id)).claim).toBeNull()
    expect((await decide(two, id, 'dismiss')).status).toBe(200)
  })

  test('ends after 30 minutes by itself: somebody else then claims the case', async () => {
    const { id } = await reportedPost()
    const [one, two] = [await somebody('Helper'), await somebody('Helper')]
    await claim(one, id)
    await sql`UPDATE moderation_claims SET expires_at = now() WHERE subject_id = ${id}`.execute(
      site.database.sql,
    )
    expect((await openCase(two, id)).claim).toBeNull()
    // What is over cannot be given up.
    expect((await one.delete(`/api/admin/moderation/claims/post/${id}`)).status).toBe(404)
    expect((await claim(two, id)).json.id).toBe(two.user.id)
    expect((await decide(one, id, 'dismiss')).status).toBe(409)
  })

  test('ends with the decision: a later report opens a case that nobody has claimed', async () => {
    const { id } = await reportedPost()
    const [one, two] = [await somebody('Helper'), await somebody('Helper')]
    await claim(one, id)
    await decide(one, id, 'dismiss')
    await report(await site.member(), id, 'again')
    expect((await openCase(two, id)).claim).toBeNull()
  })

  test('of ten people at the same moment goes to one; the others learn to whom', async () => {
    const { id } = await reportedPost()
    const staff = await Promise.all(Array.from({ length: 10 }, () => somebody('Moderator')))
    const responses = await Promise.all(staff.map((one) => claim(one, id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    const winner = responses.find(({ status }) => status === 200)?.json
    for (const { status, json } of responses) if (status === 409) expect(json.current.claim).toEqual(winner)
  })

  test('needs a case: 404 for what nobody reported, 409 with the decision for a decided one', async () => {
    const staff = await somebody('Helper')
    const id = await write(await site.member(), 'Nobody minds')
    expect((await claim(staff, id)).status).toBe(404)
    expect((await decide(staff, id, 'dismiss')).status).toBe(404)
    const { id: decided } = await reportedPost()
    await decide(staff, decided, 'dismiss')
    expect((await claim(staff, decided)).json.current.decided).toMatchObject({ status: 'dismissed' })
  })
})

describe('two people who decide one case', () => {
  test('at the same moment: exactly one decision is stored, and the other is told who, what and when', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { author, id } = await reportedPost(`Contested ${round}`)
      const [one, two] = [await somebody('Helper'), await somebody('Admin')]
      const begun = Date.now()
      const responses = await Promise.all([
        decide(one, id, 'remove', { note: 'a note of one', reason: 'Insults somebody' }),
        decide(two, id, 'dismiss', { note: 'a note of two' }),
      ])
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
      const oneWon = responses[0].status === 200
      const [winner, note, status] = oneWon
        ? ([one, 'a note of one', 'removed'] as const)
        : ([two, 'a note of two', 'dismissed'] as const)
      expect(await storedReports(id)).toEqual([{ status, decided_by: winner.user.id, note }])
      expect(await auditEntries('moderation.decide', id)).toHaveLength(1)
      const lost = responses[oneWon ? 1 : 0].json
      expect(lost.error).toBe(`${winner.user.username} has already decided this`)
      expect(lost.current).toEqual({
        decided: { status, decidedBy: winner.user.username, decidedAt: expect.any(String), note },
      })
      const decidedAt = Date.parse(lost.current.decided.decidedAt)
      expect(decidedAt).toBeGreaterThanOrEqual(begun)
      expect(decidedAt).toBeLessThanOrEqual(Date.now())
      expect((await author.get('/api/notices')).json).toHaveLength(oneWon ? 1 : 0)
    }
  })

  test('a decision and a removal outside the case: again one of them', async () => {
    const { author, id } = await reportedPost()
    const [one, two] = [await somebody('Helper'), await somebody('Helper')]
    const responses = await Promise.all([decide(one, id, 'remove'), remove(two, id)])
    expect(responses.map(({ status }) => status >= 400).sort()).toEqual([false, true])
    expect((await author.get('/api/notices')).json).toHaveLength(1)
    expect([
      ...(await auditEntries('moderation.decide', id)),
      ...(await auditEntries('post.remove', id)),
    ]).toHaveLength(1)
  })

  test('reports that the decider has not seen are another case', async () => {
    const { id } = await reportedPost()
    const [one, two] = [await somebody('Helper'), await somebody('Helper')]
    const { id: seen } = await openCase(two, id)
    await decide(one, id, 'dismiss')
    await report(await site.member(), id, 'new, and not seen by two')
    const late = await decide(two, id, 'remove', { caseId: seen })
    expect([late.status, late.json.current.decided.status]).toEqual([409, 'dismissed'])
    expect((await storedReports(id)).map(({ status }) => status)).toEqual(['dismissed', 'open'])
  })
})

describe('nobody decides about themselves', () => {
  test('their own post, their own report, or a rank that is not below theirs: 403, and the case stays open', async () => {
    for (const rank of shippedRanks.slice(shippedRanks.indexOf('Helper'))) {
      const staff = await somebody(rank)
      const own = await write(staff, `By a ${rank}`)
      await report(await site.member(), own)
      const { id: reported } = await reportedPost(`Reported by a ${rank}`)
      await report(staff, reported)
      const equal = await somebody(rank)
      const theirs = await write(equal, `By another ${rank}`)
      await report(await site.member(), theirs)
      for (const [id, sentence] of [
        [own, 'This is about you. Another staff member has to decide it.'],
        [reported, 'You reported this yourself. Another staff member has to decide it.'],
        [theirs, 'You can only decide about members below your own rank'],
      ] as const) {
        const before = await storedReports(id)
        for (const decision of ['dismiss', 'action', 'remove']) {
          const refused = await decide(staff, id, decision)
          expect([rank, decision, refused.status, refused.json.error]).toEqual([
            rank,
            decision,
            403,
            sentence,
          ])
        }
        expect((await claim(staff, id)).status).toBe(403)
        expect((await remove(staff, id)).status).toBe(403)
        expect(await storedReports(id)).toEqual(before)
        expect(await auditEntries('moderation.decide', id)).toEqual([])
      }
      expect((await openCase(staff, reported)).viewerReported).toBe(true)
    }
  })

  test('a report among many is found, however many came after it', async () => {
    const { id } = await reportedPost()
    const staff = await somebody('Moderator')
    await report(staff, id)
    for (let n = 0; n < 21; n += 1) await report(await site.member(), id)
    const listed = await openCase(staff, id)
    expect([listed.count, listed.viewerReported]).toEqual([23, true])
    expect((await decide(staff, id, 'dismiss')).status).toBe(403)
  })

  test('a report that was filed while the decision was under way is not decided by its reporter', async () => {
    const { id } = await reportedPost()
    const staff = await somebody('Moderator')
    const [decision, filed] = await Promise.all([decide(staff, id, 'dismiss'), report(staff, id, 'mine')])
    expect(filed.status).toBe(201)
    const { rows } = await sql`
      SELECT FROM moderation_reports WHERE reporter_id = decided_by AND subject_id = ${id}
    `.execute(site.database.sql)
    expect([decision.status === 200 || decision.status === 403, rows.length]).toEqual([true, 0])
  })

  test('whoever was demoted a moment ago decides nothing any more, and a promoted author is out of reach', async () => {
    const { author, id } = await reportedPost()
    const staff = await somebody('Helper')
    await setRank(author.user.id, 'Helper')
    expect((await decide(staff, id, 'dismiss')).status).toBe(403)
    await setRank(author.user.id, 'Member')
    await setRank(staff.user.id, 'Member')
    expect((await decide(staff, id, 'dismiss')).status).toBe(403)
    expect(await storedReports(id)).toMatchObject([{ status: 'open' }])
  })

  test.each([
    ['decides nothing', 'staff', (staff, id) => decide(staff, id, 'dismiss')],
    ['removes nothing', 'staff', (staff, id) => remove(staff, id)],
    ['about somebody who is promoted decides nothing', 'author', (staff, id) => decide(staff, id, 'dismiss')],
    ['about somebody who is promoted removes nothing', 'author', (staff, id) => remove(staff, id)],
  ] satisfies [string, 'staff' | 'author', (staff: TestBrowser, id: number) => Promise<TestResponse>][])(
    'whoever is demoted at this moment, or %s: 403 once the new rank stands',
    async (_, whose, act) => {
      const { author, id } = await reportedPost()
      const staff = await somebody('Helper')
      const [userId, rank] = whose === 'staff' ? [staff.user.id, 'Member'] : [author.user.id, 'Helper']
      const late = await whileOpen(
        site.database,
        (transaction) => sql`UPDATE users SET rank = ${rank} WHERE id = ${userId}`.execute(transaction),
        () => act(staff, id),
      )
      expect([late.waited, late.result.status]).toEqual([true, 403])
      expect(await storedReports(id)).toMatchObject([{ status: 'open' }])
    },
  )

  test('nor restricts themselves or a rank that is not below', async () => {
    for (const rank of shippedRanks.slice(shippedRanks.indexOf('Helper'))) {
      const staff = await somebody(rank)
      expect((await restrict(staff, staff.user.id)).status).toBe(403)
      expect((await restrict(staff, (await somebody(rank)).user.id)).status).toBe(403)
    }
  })
})
