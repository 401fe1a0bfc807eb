import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { remindOfEvents } from './reminders.ts'
import { createEvent } from './testing/event-setup.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

/** A member who registered for the event `ago`. */
async function registered(eventId: number, ago = '1 day') {
  const member = await site.member()
  await sql`INSERT INTO event_registrations (event_id, user_id, created_at)
    VALUES (${eventId}, ${member.user.id}, now() - ${ago}::interval)`.execute(site.database.sql)
  return member
}
const startIn = (eventId: number, time: string) =>
  sql`UPDATE events SET start_date = now() + ${time}::interval WHERE id = ${eventId}`.execute(
    site.database.sql,
  )
const remind = (rows?: number) => remindOfEvents({ database: site.database }, rows)
const reminders = async (member: TestBrowser) =>
  (await member.get('/api/notifications')).json.filter(({ kind }: { kind: string }) => kind === 'event')

test('[voice.19] nobody is reminded who is not registered, nor of what is far away, has begun or has no date', async () => {
  const soon = await createEvent(site, { start: '30 minutes' })
  const [stranger, late] = [await site.member(), await registered(soon, '1 minute')]
  const others = [
    await registered(await createEvent(site, { start: '61 minutes' })),
    await registered(await createEvent(site, { start: '-1 minute' })),
    await registered(await createEvent(site, { start: '30 minutes', tba: true })),
  ]
  await remind()
  for (const member of [stranger, late, ...others]) expect(await reminders(member)).toEqual([])
})

test('[voice.19] REMIND ME reminds an hour and ten minutes before the start, once each', async () => {
  const id = await createEvent(site, { start: '59 minutes', title: 'Bridge Cup' })
  const member = await registered(id)
  for (let round = 0; round < 3; round++) await remind()
  expect(await reminders(member)).toMatchObject([
    {
      kind: 'event',
      isRead: false,
      event: { id, title: 'Bridge Cup' },
      notice: null,
      excerpt: null,
      postId: null,
    },
  ])
  expect(Date.parse((await reminders(member))[0].event.startDate) - Date.now()).toBeGreaterThan(57 * 60_000)
  // Time passes: the same start, seen from 51 minutes later.
  await startIn(id, '8 minutes')
  await sql`UPDATE notifications SET event_key = format('event:%s:%s:60', event_id, (
    SELECT extract(epoch FROM start_date)::bigint FROM events WHERE id = event_id)) WHERE event_id = ${id}`.execute(
    site.database.sql,
  )
  for (let round = 0; round < 3; round++) await remind()
  expect(await reminders(member)).toHaveLength(2)
  expect((await member.get('/api/notifications/unread')).json).toEqual({ unread: 2 })
})

test('[voice.19] of two processes at once, and in steps, each member is reminded once', async () => {
  const id = await createEvent(site, { start: '40 minutes' })
  const members = []
  for (let count = 0; count < 7; count++) members.push(await registered(id))
  await Promise.all([remind(2), remind(3), remind()])
  for (const member of members) expect(await reminders(member)).toHaveLength(1)
})

test('[voice.19] a moved event is notified again, a deleted one loses its reminders', async () => {
  const id = await createEvent(site, { start: '50 minutes' })
  const member = await registered(id)
  await remind()
  await startIn(id, '55 minutes')
  await remind()
  expect(await reminders(member)).toHaveLength(2)
  await sql`DELETE FROM events WHERE id = ${id}`.execute(site.database.sql)
  expect(await reminders(member)).toEqual([])
})

test('[voice.16] [voice.19] who muted reminders finds nothing', async () => {
  const id = await createEvent(site, { start: '50 minutes' })
  const member = await registered(id)
  await member.put('/api/notifications/choices', { kind: 'event', site: false })
  await remind()
  expect(await reminders(member)).toEqual([])
})
