import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { signedInAs, storedAuditEntries } from './testing/applications-setup.ts'
import { builder, canaries, helper } from './testing/bodies.ts'

const url = '/api/staff-applications'
let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const apply = async (member: TestBrowser, body: object = helper) =>
  (await member.post(url, body)).json.id as number
const set = (staff: TestBrowser, id: number, status: string, adminNotes?: string) =>
  staff.patch(`${url}/${id}`, { status, ...(adminNotes !== undefined && { adminNotes }) })
const notices = async (member: TestBrowser) =>
  (await member.get('/api/notices')).json.map(({ kind, text }: { kind: string; text: string }) => [
    kind,
    text,
  ])
describe('own applications', () => {
  test('are nobody else’s, and without what staff note or what was answered', async () => {
    const [member, other, staff] = [
      await site.member(),
      await site.member(),
      await signedInAs(site, 'Helper'),
    ]
    expect((await site.browser().get(`${url}/mine`)).status).toBe(401)
    const id = await apply(member)
    await set(staff, id, 'interview', canaries.notes)
    expect((await other.get(`${url}/mine`)).json).toEqual([])
    const mine = await member.get(`${url}/mine`)
    expect(mine.json).toEqual([
      {
        id,
        minecraft_username: helper.minecraft_username,
        position: 'helper',
        status: 'interview',
        submitted_at: expect.any(String),
        answer: null,
      },
    ])
    for (const canary of [canaries.notes, canaries.email]) expect(mine.text).not.toContain(canary)
  })

  test('stand newest first, decided ones too', async () => {
    const [member, staff] = [await site.member(), await signedInAs(site, 'Helper')]
    const first = await apply(member)
    await set(staff, first, 'rejected')
    const second = await apply(member)
    const third = await apply(member, builder)
    const { json } = await member.get(`${url}/mine`)
    expect(json.map(({ id, status }: { id: number; status: string }) => [id, status])).toEqual([
      [third, 'pending'],
      [second, 'pending'],
      [first, 'rejected'],
    ])
  })
})

describe('an applicant who is staff', () => {
  test('decides and deletes no application of their own, whatever their rank: 403, and nothing changes', async () => {
    for (const rank of ['Helper', 'Admin', 'Owner'] as const) {
      const staff = await signedInAs(site, rank)
      const id = await apply(staff)
      const before = (await storedAuditEntries(site)).length
      expect([rank, (await set(staff, id, 'accepted')).status]).toEqual([rank, 403])
      expect((await set(staff, id, 'pending', 'take me')).status).toBe(403)
      expect((await staff.delete(`${url}/${id}`)).status).toBe(403)
      expect((await staff.get(`${url}/mine`)).json[0].status).toBe('pending')
      expect(await storedAuditEntries(site)).toHaveLength(before)
      expect((await set(await signedInAs(site, 'Helper'), id, 'reviewing')).status).toBe(200)
    }
  })
})

describe('a change of the state', () => {
  test('is a notice for the member; the same state again and other notes are none', async () => {
    const [member, staff] = [await site.member(), await signedInAs(site, 'Helper')]
    const id = await apply(member)
    await set(staff, id, 'pending', 'looks good')
    expect(await notices(member)).toEqual([])
    await set(staff, id, 'interview')
    await set(staff, id, 'interview', 'Friday')
    expect(await notices(member)).toEqual([
      ['application_changed', 'Your application as helper: invited to an interview'],
    ])
  })
})
