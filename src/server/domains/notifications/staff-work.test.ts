import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Rank } from '../../../contract/accounts/ranks.ts'
import { rankWithAreas } from '../../testing/rank-with-areas.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { designer } from '../applications/testing/bodies.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { fanOut } from './fanout.ts'
import { findUndelivered } from './queries/deliveries.ts'
import { notifyOfStaffWork } from './queries/notify.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const table of ['notifications', 'notification_fanouts', 'notification_choices'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)
  await sql`UPDATE users SET rank = 'Member'`.execute(site.database.sql)
})

const staff = (rank: Rank) => memberWithRank(site, rank)

const work = (eventKey: string, actorId: number | null = null) =>
  notifyOfStaffWork(site.database.sql, 'moderation', { eventKey, actorId })

/** Makes the notifications of what happened, and returns who has which. */
async function notified() {
  await fanOut(site.database)
  const { rows } = await sql<{ userId: number; eventKey: string; link: string }>`
    SELECT user_id AS "userId", event_key AS "eventKey", link FROM notifications WHERE kind = 'staff' ORDER BY user_id, id
  `.execute(site.database.sql)
  return rows
}

const contact = { name: 'Ann', email: 'ann@player.example', subject: 'My rank', message: 'It is gone.' }
const bug = {
  gameMode: 'boxing',
  reason: 'No knockback',
  details: 'Hits register but nobody moves at all.',
  severity: 'high',
  mediaLink: 'https://clips.example/1',
}

describe('who is not notified of work for staff', () => {
  test('[voice.34] members, ranks that may not handle it, and staff of what they did themselves', async () => {
    const [member, helper, moderator] = [
      await staff('Diamond'),
      await staff('Helper'),
      await staff('Moderator'),
    ]
    const { rows } = await sql<{ id: number }>`
      INSERT INTO restrictions (user_id, reason) VALUES (${member.user.id}, 'Spam') RETURNING id
    `.execute(site.database.sql)
    expect(rows).toHaveLength(1)
    const appeal = {
      restriction: true,
      text: 'I was not rude: somebody else played on my phone that evening, ask my friends.',
    }
    expect((await member.post('/api/appeals', appeal)).status).toBe(201)
    expect(await notified()).toEqual([
      { userId: moderator.user.id, eventKey: 'staff:appeals', link: '/admin/appeals' },
    ])
    expect((await helper.post('/api/contact', contact)).status).toBe(201)
    expect((await notified()).filter(({ eventKey }) => eventKey === 'staff:contact')).toEqual([
      { userId: moderator.user.id, eventKey: 'staff:contact', link: '/admin/messages' },
    ])
  })

  test('[owner.69] staff who lack its area: nothing is stored, and what they were told before they lost it is hidden', async () => {
    const judge = await rankWithAreas(site.database, 'Judge', 'moderator', ['appeals'])
    const reader = await rankWithAreas(site.database, 'Reader', 'helper', ['moderation', 'appeals'])
    const [ofAppeals, ofBoth] = [await staff(judge), await staff(reader)]
    await work('report:1')
    expect((await notified()).map(({ userId }) => userId)).toEqual([ofBoth.user.id])
    const shown = async () => (await ofBoth.get('/api/notifications')).json.length
    expect(await shown()).toBe(1)
    await sql`UPDATE ranks SET areas = '{appeals}' WHERE key = 'Reader'`.execute(site.database.sql)
    expect(await shown()).toBe(0)
    await notifyOfStaffWork(site.database.sql, 'appeals', { eventKey: 'appeal:1', actorId: null })
    expect(
      (await notified()).flatMap(({ userId, eventKey }) => (eventKey === 'staff:appeals' ? [userId] : [])),
    ).toEqual([ofAppeals.user.id])
  })

  test('[powers.121] whom it is about, by any account in their hand, of a report, a pattern and an appeal', async () => {
    const [accused, hand, other] = [await staff('Admin'), await staff('Helper'), await staff('Helper')]
    await sql`
      INSERT INTO hands (by_id, member_id, kind) VALUES (${accused.user.id}, ${hand.user.id}, 'rank')
    `.execute(site.database.sql)
    const reporter = await site.member()
    const path = `/api/players/${accused.user.id}/reports`
    expect((await reporter.post(path, { reason: 'Insults everybody' })).status).toBe(201)
    expect((await notified()).map(({ userId }) => userId)).toEqual([other.user.id])
    await sql`DELETE FROM notifications`.execute(site.database.sql)
    await notifyOfStaffWork(site.database.sql, 'moderation', {
      eventKey: 'patterns:1',
      actorId: null,
      concerns: [reporter.user.id, accused.user.id],
    })
    // Of the same kind, about somebody else.
    await notifyOfStaffWork(site.database.sql, 'appeals', {
      eventKey: 'appeal:1',
      actorId: null,
      concerns: [reporter.user.id],
    })
    expect((await notified()).map(({ userId, eventKey }) => [userId, eventKey])).toEqual([
      [accused.user.id, 'staff:appeals'],
      [other.user.id, 'staff:moderation'],
    ])
  })

  test('[voice.34] who muted it: nothing is stored', async () => {
    const [muted, other] = [await staff('Helper'), await staff('Admin')]
    await muted.put('/api/notifications/choices', { kind: 'staff', site: false })
    await work('report:1')
    expect((await notified()).map(({ userId }) => userId)).toEqual([other.user.id])
  })

  test('[voice.34] who had a staff rank earlier: it is neither in the list nor in the bell', async () => {
    const former = await staff('Helper')
    await work('report:1')
    expect(await notified()).toHaveLength(1)
    await sql`UPDATE users SET rank = 'Gold'`.execute(site.database.sql)
    expect([
      (await former.get('/api/notifications')).json,
      (await former.get('/api/notifications/unread')).json,
    ]).toEqual([[], { unread: 0 }])
  })

  test.each(['a short password', 'no required second factor'])(
    '[inputs.19] whose staff rank the site withholds, for %s: neither in the list, the bell nor in game until it is granted',
    async (reason) => {
      const helper = await staff('Helper')
      const { config } = site.context
      const withhold = async (on: boolean) => {
        Object.assign(config, { requireStaffSecondFactor: on && reason !== 'a short password' })
        await sql`UPDATE users SET password_is_short = ${on && reason === 'a short password'}`.execute(
          site.database.sql,
        )
      }
      const seen = async () => [
        (await helper.get('/api/notifications')).json.length,
        (await helper.get('/api/notifications/unread')).json.unread,
      ]
      await work(`report:${reason}`)
      await notified()
      const [{ id }] = (await helper.get('/api/notifications')).json
      const delivered = async () =>
        (await findUndelivered(site.database.sql, config, id, 'game')) !== undefined
      await helper.put('/api/notifications/choices', { kind: 'staff', game: true })
      try {
        expect([...(await seen()), await delivered()]).toEqual([1, 1, true])
        await withhold(true)
        expect([...(await seen()), await delivered()]).toEqual([0, 0, false])
      } finally {
        await withhold(false)
      }
      expect([...(await seen()), await delivered()]).toEqual([1, 1, true])
    },
  )

  test('[voice.34] anybody, of a message in the trap for machines or of what was rolled back', async () => {
    await staff('Helper')
    await site.browser().post('/api/contact', { ...contact, website: 'https://spam.example' })
    const failing = site.database.sql.transaction().execute(async (transaction) => {
      await notifyOfStaffWork(transaction, 'moderation', { eventKey: 'report:1', actorId: null })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await notified()).toEqual([])
  })
})

test('[voice.34] reports, bug reports, applications and messages notify staff, on the site only', async () => {
  const helper = await staff('Helper')
  const [author, member] = [await site.member(), await site.member()]
  const postId = (await author.post('/api/posts', { content: 'Rude' })).json.id
  const statuses = [
    await member.post(`/api/posts/${postId}/reports`, { reason: 'It is not nice' }),
    await member.post('/api/reports', bug),
    await member.post('/api/staff-applications', designer),
    await member.post('/api/contact', contact),
  ].map(({ status }) => status)
  expect(statuses).toEqual([201, 201, 201, 201])
  expect(await notified()).toEqual(
    [
      ['staff:moderation', '/admin/moderation'],
      ['staff:bugReports', '/staff-reports'],
      ['staff:applications', '/admin/applications'],
      ['staff:contact', '/admin/messages'],
    ].map(([eventKey, link]) => ({ userId: helper.user.id, eventKey, link })),
  )
  const list = (await helper.get('/api/notifications')).json
  expect(list.map(({ title }: { title: string }) => title)).toEqual([
    'There are new contact messages',
    'There are new applications',
    'There are new bug reports',
    'There are new reports',
  ])
  const { rows } = await sql`SELECT id FROM notification_deliveries`.execute(site.database.sql)
  expect(rows).toEqual([])
})

test('[voice.34] a queue has one unread notification per person; once it is read, something new makes it unread again', async () => {
  const helper = await staff('Helper')
  await work('report:1')
  const [first] = await notified()
  for (const key of ['report:2', 'report:2', 'report:3']) await work(key)
  await Promise.all([1, 2, 3].map(() => fanOut(site.database)))
  expect(await notified()).toEqual([first])
  const list = async () => (await helper.get('/api/notifications')).json
  const [{ id }] = await list()
  await helper.post('/api/notifications/read', { id })
  // The same event again is nothing new.
  await work('report:3')
  await notified()
  expect(await list()).toMatchObject([{ id, isRead: true }])
  await work('report:4')
  await notified()
  expect(await list()).toMatchObject([{ isRead: false, title: 'There are new reports' }])
  expect((await list())[0].id).toBeGreaterThan(id)
  expect(await notified()).toHaveLength(1)
})
