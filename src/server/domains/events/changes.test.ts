import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { createEvent, memberWithRank } from './testing/event-setup.ts'

let site: TestApp
let staff: TestBrowser
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  staff = await memberWithRank(site, 'Helper')
})
afterAll(() => site.close())

async function registered(eventId: number) {
  const member = await site.member()
  expect((await member.post(`/api/events/${eventId}/register`)).status).toBeLessThan(300)
  return member
}
const noticesOf = async (member: TestBrowser) =>
  (await member.get('/api/notifications')).json.map(
    ({ title, link }: { title: string | null; link: string | null }) => [title, link],
  )
const change = async (id: number, body: object) =>
  expect((await staff.patch(`/api/events/${id}`, body)).status).toBe(200)
const remove = async (id: number) =>
  expect((await staff.delete(`/api/events/${id}`)).status).toBeLessThan(300)

test('[inputs.13] nobody is told of other changes, of past events, of events they left or never registered for', async () => {
  const id = await createEvent(site)
  const [member, gone, stranger] = [await registered(id), await registered(id), await site.member()]
  await gone.delete(`/api/events/${id}/register`)
  await change(id, { description: 'Three against three.', rewards: ['Gold'] })
  expect(await noticesOf(member)).toEqual([])
  await change(id, { startDate: '2020-01-01T10:00:00Z' })
  await remove(id)
  for (const one of [member, gone, stranger]) expect(await noticesOf(one)).toEqual([])
})

test('[inputs.13] who registered is told once of each new date', async () => {
  const id = await createEvent(site)
  const members = [await registered(id), await registered(id)]
  const link = `/events?event=${id}#event-${id}`
  await change(id, { startDate: '2030-07-04T18:00:00+02:00' })
  await change(id, { startDate: '2030-07-04T16:00:00Z' })
  for (const member of members)
    expect(await noticesOf(member)).toEqual([['Bridge Cup was moved to 2030-07-04 16:00 UTC', link]])
  await change(id, { tba: true })
  await change(id, { startDate: '2030-07-05T16:00:00Z' })
  await change(id, { tba: false })
  for (const member of members)
    expect((await noticesOf(member)).slice(0, -1)).toEqual([
      ['Bridge Cup has a date: 2030-07-05 16:00 UTC', link],
      ['Bridge Cup has no date for now', link],
    ])
})

test('[inputs.13] who registered reads the name of an event that is gone', async () => {
  const id = await createEvent(site)
  const member = await registered(id)
  await remove(id)
  expect(await noticesOf(member)).toEqual([['Bridge Cup was cancelled', '/events']])
})

test('[inputs.13] who muted events is not told', async () => {
  const id = await createEvent(site)
  const member = await registered(id)
  await member.put('/api/notifications/choices', { kind: 'event', site: false })
  await remove(id)
  expect(await noticesOf(member)).toEqual([])
})
