import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepOutbox } from '../../../platform/jobs/outbox.ts'
import { receivedMails } from '../../../testing/mail-server.ts'
import { type MailSite, mailSite } from '../../../testing/mail-site.ts'
import type { TestBrowser } from '../../../testing/test-app.ts'

let site: MailSite
let staff: TestBrowser
beforeAll(async () => {
  site = await mailSite({ RATE_LIMITS: 'off' })
  const member = await site.member('Staffer')
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${member.user.id}`.execute(site.database.sql)
  staff = member
})
afterAll(() => site.close())

async function answered() {
  const message = { name: 'Asker', email: 'asker@mail.example', subject: 'Rank', message: 'Where is it?' }
  const { id } = (await site.browser().post('/api/contact', message)).json
  const { json } = await staff.post(`/api/admin/messages/${id}/answer`, { text: 'It is back.' })
  expect(json.answer.mail).toBe('waiting')
  return id as number
}
const mailOf = async (id: number) => (await staff.get(`/api/admin/messages/${id}`)).json.answer.mail
const makeDue = () => sql`UPDATE outbox SET due_at = now() WHERE done_at IS NULL`.execute(site.database.sql)

test('[inputs.06] staff see that an answer waits, and then that it was sent', async () => {
  const id = await answered()
  site.server.sayAt('RCPT', '451 4.7.1 greylisted')
  expect(await site.deliver()).toEqual([])
  expect(await mailOf(id)).toBe('waiting')
  await makeDue()
  const [mail] = await site.deliver()
  expect([mail?.to, mail?.autoSubmitted]).toEqual(['asker@mail.example', ''])
  expect(await mailOf(id)).toBe('sent')
})

test('[inputs.06] staff see that an answer did not arrive, also after the mail is deleted', async () => {
  const id = await answered()
  site.server.sayAt('RCPT', '550 5.1.1 no such user')
  expect(await site.deliver()).toEqual([])
  await makeDue()
  expect(await site.deliver()).toEqual([])
  expect(await mailOf(id)).toBe('undelivered')
  expect((await staff.get('/api/admin/messages')).json[0]).toMatchObject({
    id,
    answer: { mail: 'undelivered' },
  })
  await sql`UPDATE outbox SET done_at = now() - interval '31 days'`.execute(site.database.sql)
  await sweepOutbox(site.database)
  expect(await mailOf(id)).toBe('undelivered')
  expect(receivedMails(site.server)).toEqual([])
})
