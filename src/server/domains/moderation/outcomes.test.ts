import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shippedRanks } from '../../../contract/accounts/ranks.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { moderationSetup } from './testing/moderation-setup.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const { somebody, setRank, write, report, decide, claim, openCase, storedReports, auditEntries } =
  moderationSetup(() => site)

const reopen = (
  staff: TestBrowser,
  subjectId: number,
  reason: unknown = 'A video came in',
  subjectType = 'post',
) => staff.post('/api/admin/moderation/reopenings', { subjectType, subjectId, reason })
const outcomes = async (member: TestBrowser) =>
  (await member.get('/api/notifications')).json
    .filter(({ kind }: { kind: string }) => kind === 'report')
    .map(({ notice }: { notice: { text: string } }) => notice.text)

const decided = async (decision = 'dismiss') => {
  const [author, reporter] = [await site.member(), await site.member()]
  const id = await write(author, 'Something')
  await report(reporter, id)
  const decider = await somebody('Helper')
  expect((await decide(decider, id, decision)).status).toBe(200)
  return { id, author, reporter, decider }
}

describe('reporters', () => {
  test.each([
    ['remove', 'removed', 'We took action.'],
    ['action', 'actioned', 'We took action.'],
    ['dismiss', 'dismissed', 'We found no violation of the rules.'],
    ['insufficient', 'insufficient', 'There was not enough evidence to act.'],
    ['duplicate', 'duplicate', 'This is already dealt with in another case.'],
  ])(
    '[fair.40] learn the class of the outcome, never the details: %s',
    async (decision, status, sentence) => {
      const [author, one, two, staff] = [
        await site.member(),
        await site.member(),
        await site.member(),
        await somebody('Helper'),
      ]
      const id = await write(author, 'A nasty thing')
      await report(one, id, 'It insults me')
      await report(two, id, 'It insults us')
      expect(await outcomes(one)).toEqual([])
      await decide(staff, id, decision, { note: 'Seen before, told by a witness', reason: 'An insult' })
      expect(await outcomes(one)).toEqual([`${sentence}\nYou reported: It insults me`])
      expect(await outcomes(two)).toEqual([`${sentence}\nYou reported: It insults us`])
      expect(await outcomes(author)).toEqual([])
      const { text } = await one.get('/api/notifications')
      for (const secret of ['witness', staff.user.username, author.user.username, 'An insult'])
        expect(text).not.toContain(secret)
      expect((await storedReports(id)).map((row) => row.status)).toEqual([status, status])
    },
  )

  test('[fair.40] learn it also when the post is removed at the post itself', async () => {
    const [author, reporter] = [await site.member(), await site.member()]
    const id = await write(author, 'A nasty thing')
    await report(reporter, id, 'Insults')
    const staff = await somebody('Helper')
    await staff.post(`/api/admin/posts/${id}/removal`, { reason: 'An insult' })
    expect(await outcomes(reporter)).toEqual(['We took action.\nYou reported: Insults'])
  })

  test('[fair.40] who muted it finds nothing anywhere', async () => {
    const [author, reporter] = [await site.member(), await site.member()]
    await reporter.put('/api/notifications/choices', { kind: 'report', site: false })
    const id = await write(author, 'Something')
    await report(reporter, id)
    await decide(await somebody('Helper'), id, 'dismiss')
    expect(await outcomes(reporter)).toEqual([])
    const { rows } = await sql`SELECT FROM notices WHERE user_id = ${reporter.user.id}`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([])
  })
})

describe('a decided case', () => {
  test('[fair.41] is opened again by nobody below staff', async () => {
    const { id, reporter, author } = await decided()
    const before = await storedReports(id)
    expect((await reopen(site.browser(), id)).status).toBe(401)
    for (const member of [reporter, author, await somebody('Diamond')])
      expect((await reopen(member, id)).status).toBe(403)
    expect(await storedReports(id)).toEqual(before)
    expect(await auditEntries('moderation.reopen', id)).toEqual([])
  })

  test('[fair.41] is not opened by who reported it, whom it is about, nor an equal rank: 403', async () => {
    const { id, reporter, author } = await decided()
    const before = await storedReports(id)
    await setRank(reporter.user.id, 'Admin')
    expect((await reopen(reporter, id)).json.message).toContain('You reported this yourself')
    await setRank(author.user.id, 'Helper')
    expect((await reopen(author, id)).json.message).toContain('This is about you')
    expect((await reopen(await somebody('Helper'), id)).status).toBe(403)
    expect(await storedReports(id)).toEqual(before)
  })

  test('[fair.41] needs a reason (400), has to be there (404) and decided (409)', async () => {
    const { id } = await decided()
    const staff = await somebody('Helper')
    for (const reason of ['', '   ', null, 7, 'x'.repeat(501)]) {
      const response = await reopen(staff, id, reason)
      expect(response.status).toBe(400)
      expect(response.json.fields).toHaveProperty('reason')
    }
    expect((await reopen(staff, 2_000_000_000)).status).toBe(404)
    expect((await reopen(staff, id, 'x', 'player')).status).toBe(404)
    await report(await site.member(), id, 'again')
    const before = await storedReports(id)
    const response = await reopen(staff, id)
    expect([response.status, response.json.message]).toEqual([409, 'This case is open already'])
    expect(await storedReports(id)).toEqual(before)
  })

  test.each(shippedRanks.slice(shippedRanks.indexOf('Helper')))(
    '[fair.41] returns to the open ones with reason and earlier note: %s',
    async (rank) => {
      const { id, decider, reporter } = await decided('insufficient')
      const staff = await somebody(rank)
      expect((await reopen(staff, id, ' A video came in ')).json).toEqual({ reopened: 1 })
      expect(await openCase(staff, id)).toMatchObject({
        status: 'open',
        count: 1,
        decidedAt: null,
        decidedBy: null,
        reopening: { by: staff.user.username, reason: 'A video came in' },
      })
      expect(await auditEntries('moderation.reopen', id)).toEqual([
        { actor_id: staff.user.id, after: { status: 'open', reason: 'A video came in', reports: 1 } },
      ])
      await decide(decider, id, 'action', { note: 'Convincing' })
      expect(await storedReports(id)).toEqual([
        { status: 'actioned', decided_by: decider.user.id, note: 'Convincing' },
      ])
      expect(await outcomes(reporter)).toEqual([
        'We took action.\nYou reported: spam',
        'There was not enough evidence to act.\nYou reported: spam',
      ])
    },
  )

  test('[fair.41] keeps what was noted, is claimed anew, and new reports join it', async () => {
    const { id, decider } = await decided()
    await reopen(decider, id)
    await decide(decider, id, 'dismiss', { note: 'Looks like a joke' })
    const staff = await somebody('Moderator')
    await reopen(staff, id, 'No joke')
    await report(await site.member(), id, 'me too')
    expect(await openCase(staff, id)).toMatchObject({
      count: 2,
      claim: null,
      note: 'Looks like a joke',
      reopening: { by: staff.user.username, reason: 'No joke' },
    })
    expect((await claim(staff, id)).status).toBe(200)
    expect((await decide(decider, id, 'dismiss')).status).toBe(409)
    expect((await decide(staff, id, 'action')).json).toEqual({ decided: 2 })
  })

  test('[inputs.94] opens with the reports of its last decision only: those of an earlier one stay decided', async () => {
    const { id, decider } = await decided()
    await report(await site.member(), id, 'another')
    expect((await decide(decider, id, 'action')).status).toBe(200)
    expect((await reopen(await somebody('Moderator'), id)).json).toEqual({ reopened: 1 })
    expect((await storedReports(id)).map(({ status }) => status)).toEqual(['dismissed', 'open'])
    expect(await openCase(decider, id)).toMatchObject({ count: 1 })
  })

  test('[fair.41] of twenty colleagues who open it at once, one does', async () => {
    const { id } = await decided()
    const staff = await somebody('Moderator')
    const responses = await Promise.all(Array.from({ length: 20 }, () => reopen(staff, id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await auditEntries('moderation.reopen', id)).toHaveLength(1)
  })
})

describe('the reporter of a bug', () => {
  test('[fair.42] is told each change of its status once, in their own words', async () => {
    const [reporter, staff] = [await site.member(), await somebody('Moderator')]
    const { json } = await reporter.post('/api/reports', {
      gameMode: 'boxing',
      reason: 'Hits do not count',
      details: 'Every third hit is lost at the edge of the map.',
      severity: 'high',
    })
    const setStatus = (status: string) => staff.patch(`/api/admin/reports/${json.id}/status`, { status })
    for (const status of ['reviewing', 'reviewing', 'resolved'])
      expect((await setStatus(status)).status).toBe(200)
    expect(await outcomes(reporter)).toEqual([
      'It is resolved.\nYou reported: Hits do not count',
      'We are looking into it.\nYou reported: Hits do not count',
    ])
  })
})
