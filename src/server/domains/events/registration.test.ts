import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { createEvent, registrationsOf } from './testing/event-setup.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const doorOf = (id: number | string) => `/api/events/${id}/register`

test('[events.18] POST and DELETE /api/events/{id}/register without session answer 401, and store nothing', async () => {
  const id = await createEvent(site)
  const visitor = site.browser()
  expect((await visitor.post(doorOf(id))).status).toBe(401)
  expect((await visitor.delete(doorOf(id))).status).toBe(401)
  expect(await registrationsOf(site, id)).toEqual([])
})

test('an event that does not exist is a 404, and what is no id a 400', async () => {
  const member = await site.member()
  for (const [id, status] of [
    [2_147_483_647, 404],
    ['0', 400],
    ['1e3', 400],
    ['2147483648', 400],
  ] as const) {
    expect((await member.post(doorOf(id))).status).toBe(status)
    expect((await member.delete(doorOf(id))).status).toBe(status)
  }
})

test.each([
  ['ended an hour ago', { start: '-2 hours', end: '-1 hour' }],
  ['began 25 hours ago without an end', { start: '-25 hours' }],
])('[events.26] Registering for a past event answers 409: it %s', async (_what, dates) => {
  const id = await createEvent(site, dates)
  const member = await site.member()
  const refused = await member.post(doorOf(id))
  expect([refused.status, refused.json.code, refused.json.error]).toEqual([
    409,
    'conflict',
    'This event is over',
  ])
  expect(await registrationsOf(site, id)).toEqual([])
})

test('who took part in a past event stays its participant', async () => {
  const id = await createEvent(site)
  const member = await site.member()
  await member.post(doorOf(id))
  await sql`
    UPDATE events SET start_date = now() - interval '3 days', end_date = now() - interval '2 days' WHERE id = ${id}
  `.execute(site.database.sql)
  expect((await member.delete(doorOf(id))).status).toBe(409)
  expect(await registrationsOf(site, id)).toHaveLength(1)
})

test("[events.25] Register and unregister answer {eventId, status: 'registered' | 'unregistered'} and are idempotent", async () => {
  const id = await createEvent(site)
  const member = await site.member()
  for (let time = 0; time < 2; time += 1) {
    const response = await member.post(doorOf(id))
    expect([response.status, response.json]).toEqual([200, { eventId: id, status: 'registered' }])
  }
  expect(await registrationsOf(site, id)).toEqual([{ user_id: member.user.id, status: 'registered' }])
  for (let time = 0; time < 2; time += 1) {
    const response = await member.delete(doorOf(id))
    expect([response.status, response.json]).toEqual([200, { eventId: id, status: 'unregistered' }])
  }
  expect(await registrationsOf(site, id)).toEqual([])
})

test('[events.15] Neither needs a body, nor minds an empty one', async () => {
  const id = await createEvent(site)
  const member = await site.member()
  expect((await member.post(doorOf(id))).status).toBe(200)
  expect((await member.delete(doorOf(id))).status).toBe(200)
  expect((await member.send('POST', doorOf(id), { raw: '{}' })).status).toBe(200)
  const text = { raw: 'x', headers: { 'content-type': 'text/plain' } }
  expect((await member.send('DELETE', doorOf(id), text)).status).toBe(415)
  expect(await registrationsOf(site, id)).toHaveLength(1)
})

test('[events.25] TBA events whose dates are over can be joined: their dates are not settled', async () => {
  const id = await createEvent(site, { start: '-3 days', tba: true })
  const member = await site.member()
  expect((await member.post(doorOf(id))).status).toBe(200)
})

test('[events.25] 50 parallel registrations of one member leave one row, 50 of different members one each, and the count equals the rows', async () => {
  const id = await createEvent(site)
  const one = await site.member()
  const responses = await Promise.all(Array.from({ length: 50 }, () => one.post(doorOf(id))))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await registrationsOf(site, id)).toHaveLength(1)

  const others = await Promise.all(Array.from({ length: 10 }, () => site.member()))
  await Promise.all(others.flatMap((other) => Array.from({ length: 5 }, () => other.post(doorOf(id)))))
  expect(await registrationsOf(site, id)).toHaveLength(11)
  // Concurrent registrations and cancellations: the count must match the remaining rows.
  await Promise.all(
    others.flatMap((other, at) => [other.delete(doorOf(id)), ...(at % 2 ? [other.post(doorOf(id))] : [])]),
  )
  const rows = await registrationsOf(site, id)
  const { json } = await one.get(`/api/events/${id}`)
  expect(json.participantCount).toBe(rows.length)
  expect(json.participants).toHaveLength(rows.length)
})

test('an event that goes while somebody registers takes the registration along or refuses it', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => site.member()))
  for (const member of members) {
    const id = await createEvent(site)
    const [response] = await Promise.all([
      member.post(doorOf(id)),
      sql`DELETE FROM events WHERE id = ${id}`.execute(site.database.sql),
    ])
    expect([200, 404]).toContain(response.status)
    expect(await registrationsOf(site, id)).toEqual([])
  }
})
