import { expect, test } from 'vitest'
import { mailServer, receivedMails } from '../testing/mail-server.ts'
import { mailGateway } from './mail.ts'

const mail = { to: 'team@vulx.example', subject: 'Hello', text: 'A message' }

test('A mail reaches exactly the one recipient, whatever its text says', async () => {
  const server = await mailServer()
  const send = mailGateway({ smtpUrl: server.url, mailFrom: 'site@vulx.example' })
  await send?.({
    ...mail,
    subject: 'Hello\r\nBcc: victim@vulx.example',
    replyTo: 'player@vulx.example',
  })
  await server.close()
  expect(server.lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<team@vulx.example>'])
  expect(server.lines).toContain('Reply-To: player@vulx.example')
  expect(server.lines.some((line) => line.startsWith('Bcc:'))).toBe(false)
})

test.each([
  '=?utf-8?B?PGI+?= follows you',
  '=?UTF-8?Q?=0D=0ABcc:_a@b.example?=',
  'Fish =?utf-8?B?8J+Qnw==?= 🐟',
])('A subject that looks like an encoded word is decoded to what was written: %s', async (subject) => {
  const server = await mailServer()
  const send = mailGateway({ smtpUrl: server.url, mailFrom: 'site@vulx.example' })
  await send?.({ ...mail, subject })
  await server.close()
  expect(receivedMails(server)[0]?.subject).toBe(subject)
  expect(server.lines).not.toContain(`Subject: ${subject}`)
})

test("An operator's address may have a name before it, with a comma and in quotes", async () => {
  const server = await mailServer()
  const send = mailGateway({ smtpUrl: server.url, mailFrom: 'Vulx, the site <site@vulx.example>' })
  await send?.({ ...mail, to: '"The team" <team@vulx.example>' })
  await server.close()
  expect(server.lines).toContain('MAIL FROM:<site@vulx.example>')
  expect(server.lines).toContain('RCPT TO:<team@vulx.example>')
  expect(server.lines).toContain('From: "Vulx, the site" <site@vulx.example>')
  expect(server.lines).toContain('To: The team <team@vulx.example>')
})

test('A mail that the server does not take is a rejection, so that the outbox tries again', async () => {
  const server = await mailServer()
  const send = mailGateway({ smtpUrl: server.url, mailFrom: 'site@vulx.example' })
  server.refuseNext('451 try again later')
  await expect(send?.(mail)).rejects.toThrow('451')
  await server.close()
  await expect(send?.(mail)).rejects.toThrow('ECONNREFUSED')
})

test('Without SMTP_URL there is no mail gateway', () => {
  expect(mailGateway({ smtpUrl: undefined, mailFrom: undefined })).toBeUndefined()
})
