import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailGateway } from '../../../gateways/mail.ts'
import { startJobs } from '../../../platform/jobs/jobs.ts'
import { mailJob, sendBatch } from '../../../platform/jobs/outbox.ts'
import { type MailServer, mailServer } from '../../../testing/mail-server.ts'
import { password, type TestApp, testApp } from '../../../testing/test-app.ts'

const mailFrom = 'site@isles.example'
let server: MailServer
let site: TestApp
beforeAll(async () => {
  server = await mailServer()
  const mail = mailGateway({ smtpUrl: server.url, mailFrom })
  site = await testApp({
    environment: {
      SMTP_URL: server.url,
      MAIL_FROM: mailFrom,
      CONTACT_TO: 'The team <team@isles.example>',
      SITE_NAME: 'Ember Isles',
    },
    gateways: { mail },
  })
})
afterAll(async () => {
  await site.close()
  await server.close()
})
beforeEach(async () => {
  server.lines.length = 0
  await sql`DELETE FROM contact_messages`.execute(site.database.sql)
  await sql`DELETE FROM outbox`.execute(site.database.sql)
})

const message = {
  name: 'Alexandra',
  email: 'alex@player.example',
  subject: 'Lost my rank',
  message: 'It was there yesterday.',
}

const write = async (over: Partial<typeof message> & { website?: string } = {}) => {
  const response = await site.browser().post('/api/contact', { ...message, ...over })
  expect(response.status).toBe(201)
  return response.json.id as number
}

const sendDue = (send = site.context.gateways.mail) => sendBatch(site.database, send, site.context.log)

const outbox = async () => {
  const { rows } = await sql<{ attempts: number; last_error: string | null; done: boolean; pause: number }>`
    SELECT attempts, last_error, done_at IS NOT NULL AS done,
      round(extract(epoch FROM due_at - now()))::int AS pause
    FROM outbox
  `.execute(site.database.sql)
  return rows
}

/** Header lines of the only mail; a folded line continues on the next, which begins with a space. */
const headers = () => {
  const from = server.lines.indexOf('DATA') + 1
  return server.lines.slice(from, server.lines.indexOf('', from))
}
const body = () => {
  const from = server.lines.indexOf('', server.lines.indexOf('DATA')) + 1
  return server.lines.slice(from, server.lines.indexOf('.', from))
}
const recipients = () => server.lines.filter((line) => line.startsWith('RCPT'))

test('[contact.12] POST /api/contact answers 201 and stores the message, also when the mail server is down', async () => {
  const gone = await mailServer()
  await gone.close()
  const id = await write()
  const { rows } =
    await sql`SELECT id, name, email, subject, message, user_id, flagged FROM contact_messages`.execute(
      site.database.sql,
    )
  expect(rows).toEqual([{ id, ...message, user_id: null, flagged: false }])
  await sendDue(mailGateway({ smtpUrl: gone.url, mailFrom }))
  expect(await outbox()).toMatchObject([{ done: false, attempts: 1 }])
  expect((await outbox())[0]?.last_error).toContain('ECONNREFUSED')
})

test('[contact.15] With SMTP configured, a stored contact message is mailed, retried after a failure', async () => {
  const id = await write()
  server.refuseNext('451 try again later')
  await sendDue()
  expect(recipients()).toEqual([])
  expect(await outbox()).toMatchObject([{ done: false, attempts: 1 }])
  const [waiting] = await outbox()
  expect(waiting?.last_error).toContain('451')
  // A slow machine reads it later.
  expect(waiting?.pause).toBeGreaterThan(0)
  expect(waiting?.pause).toBeLessThanOrEqual(11)
  // Not before it is due.
  expect(await sendDue()).toBe(0)

  await sql`UPDATE outbox SET due_at = now()`.execute(site.database.sql)
  server.lines.length = 0
  expect(await sendDue()).toBe(1)
  expect(await outbox()).toMatchObject([{ done: true, attempts: 2, last_error: null }])
  expect(server.lines).toContain('MAIL FROM:<site@isles.example>')
  expect(recipients()).toEqual(['RCPT TO:<team@isles.example>'])
  expect(headers()).toContain('Reply-To: alex@player.example')
  expect(headers()).toContain('Subject: [Ember Isles] Lost my rank')
  expect(body().join('\n')).toBe(
    [
      `Message ${id} from the contact form of Ember Isles`,
      'From: Alexandra <alex@player.example>, not signed in',
      'Subject: Lost my rank',
      '',
      'It was there yesterday.',
    ].join('\n'),
  )

  await sql`UPDATE outbox SET due_at = now()`.execute(site.database.sql)
  expect(await sendDue()).toBe(0)
})

test('[contact.15] the running outbox mails it without being asked', async () => {
  const running = startJobs(site.context, [mailJob(site.context)])
  try {
    await write()
    await expect.poll(recipients).toEqual(['RCPT TO:<team@isles.example>'])
  } finally {
    await running.stop()
  }
})

test('[contact.14] a flagged message is not mailed', async () => {
  await write({ website: 'https://spam.example' })
  expect(await sendDue()).toBe(0)
  expect(server.lines).toEqual([])
})

test.each(['\r\n', '\n', '\r', '\u2028'])(
  'Neither name nor subject with %j adds a header, a recipient or a line of the site',
  async (lineBreak) => {
    const evil = `Hi${lineBreak}Bcc: victim@other.example${lineBreak}${lineBreak}RCPT TO:<victim@other.example>`
    const id = await write({ name: evil, subject: evil })
    await sendDue()
    expect(recipients()).toEqual(['RCPT TO:<team@isles.example>'])
    expect(headers().filter((line) => /^(bcc|cc):/i.test(line))).toEqual([])
    expect(headers().filter((line) => /^(subject|to|from|reply-to):/i.test(line))).toHaveLength(4)
    const flat = 'Hi Bcc: victim@other.example RCPT TO:<victim@other.example>'
    const text = body().join('\n').replace(/=\n/g, '').replace(/ \n/g, ' ')
    expect(text.split('\n').slice(0, 3)).toEqual([
      `Message ${id} from the contact form of Ember Isles`,
      `From: ${flat} <alex@player.example>, not signed in`,
      `Subject: ${flat}`,
    ])
  },
)

test('A message cannot end its mail early, and arrives as it was written', async () => {
  await write({ message: 'One\r\n.\r\nMAIL FROM:<victim@other.example>\r\n.hidden' })
  await sendDue()
  expect(server.lines.filter((line) => line.startsWith('MAIL FROM'))).toHaveLength(2)
  expect(recipients()).toHaveLength(1)
  const text = server.lines.slice(
    server.lines.indexOf('One'),
    server.lines.indexOf('.', server.lines.indexOf('One')),
  )
  expect(text).toEqual(['One', '..', 'MAIL FROM:<victim@other.example>', '..hidden'])
  expect(await outbox()).toMatchObject([{ done: true }])
})

test('[fair.58] An answer is mailed to the sender, with the message, without the name of who answered', async () => {
  const id = await write({ name: 'Alex', subject: 'Hi\u2028Bcc: victim@other.example' })
  const staff = await site.member()
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${staff.user.id}`.execute(site.database.sql)
  await sendDue()
  server.lines.length = 0
  const answered = await staff.post(`/api/admin/messages/${id}/answer`, { text: 'It is back.\n.\nBye' })
  expect(answered.status).toBe(200)
  expect(await sendDue()).toBe(1)
  expect(recipients()).toEqual(['RCPT TO:<alex@player.example>'])
  expect(headers()).toContain('Reply-To: The team <team@isles.example>')
  expect(headers()).toContain('Subject: Re: Hi Bcc: victim@other.example')
  expect(headers().filter((line) => /^(bcc|cc):/i.test(line))).toEqual([])
  expect(server.lines.join('\n')).not.toContain(staff.user.username)
  expect(body()).toEqual([
    'It is back.',
    '..',
    'Bye',
    '',
    'The team of Ember Isles',
    '',
    'You wrote:',
    '',
    'It was there yesterday.',
  ])
})

test('[fair.58] The mail of an answer leaves the outbox with the account of the sender', async () => {
  const sender = await site.member()
  const { id } = (await sender.post('/api/contact', message)).json
  const staff = await site.member()
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${staff.user.id}`.execute(site.database.sql)
  await staff.post(`/api/admin/messages/${id}/answer`, { text: 'It is back.' })
  expect(await outbox()).toHaveLength(2)
  expect((await sender.post('/api/account/delete', { password, now: true })).status).toBe(204)
  expect(await outbox()).toEqual([])
})
