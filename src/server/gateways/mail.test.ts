import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { mailServer, receivedMails } from '../testing/mail-server.ts'
import { RefusedError } from './failures.ts'
import { mailGateway, verifyMail } from './mail.ts'

const mail = { to: 'team@vulx.example', subject: 'Hello', text: 'A message' }

test('A mail reaches exactly the one recipient, whatever its text says', async () => {
  const server = await mailServer()
  const send = mailGateway({ smtpUrl: server.url, mailFrom: 'site@vulx.example' })
  await send({
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
  await send({ ...mail, subject })
  await server.close()
  expect(receivedMails(server)[0]?.subject).toBe(subject)
  expect(server.lines).not.toContain(`Subject: ${subject}`)
})

test("An operator's address may have a name before it, with a comma and in quotes", async () => {
  const server = await mailServer()
  const send = mailGateway({ smtpUrl: server.url, mailFrom: 'Vulx, the site <site@vulx.example>' })
  await send({ ...mail, to: '"The team" <team@vulx.example>' })
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
  await expect(send(mail)).rejects.toThrow('451')
  await server.close()
  await expect(send(mail)).rejects.toThrow('ECONNREFUSED')
})

test('Without a mail server no mail is sent, and each mail goes by the server that is set at that moment', async () => {
  const servers = [await mailServer(), await mailServer()]
  const config = { smtpUrl: undefined as string | undefined, mailFrom: 'site@vulx.example' }
  const send = mailGateway(config)
  await expect(send(mail)).rejects.toThrow('no mail server is set up')
  for (const server of servers) {
    config.smtpUrl = server.url
    await send(mail)
    expect(server.lines).toContain('MAIL FROM:<site@vulx.example>')
    await server.close()
  }
  config.smtpUrl = undefined
  await expect(send(mail)).rejects.toThrow('no mail server is set up')
})

test('[owner.35] What a mail server says is passed on without the sign-in, should it repeat what it was sent', async () => {
  const server = await mailServer()
  const smtpUrl = server.url.replace('//', '//site%40x:s%C3%A9cret%2F1@')
  const plain = Buffer.from('\0site@x\0s\u00e9cret/1').toString('base64')
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const said = [
    plain,
    's\u00e9cret/1',
    base64('s\u00e9cret/1'),
    'site@x',
    base64('site@x'),
    's%C3%A9cret%2F1',
  ]
  for (const ask of [
    () => mailGateway({ smtpUrl, mailFrom: 'a@x.example' })(mail),
    () => verifyMail({ smtpUrl }),
  ]) {
    server.sayAt('EHLO', '250-here\r\n250 AUTH PLAIN')
    server.sayAt('AUTH', `535 no: ${said.join(', ')}`)
    const error = await ask().catch((reason: unknown) => reason)
    expect(inspect(error)).toContain(`535 no: ${said.map(() => '…').join(', ')}`)
    for (const secret of said) expect(inspect(error)).not.toContain(secret)
  }
  await server.close()
})

test.each(['smtp://user:100%@127.0.0.1:1', 'smtp://user:100%25@10.0.0.5:25:25'])(
  'A mail server that cannot be asked at all is a failure of the mail, without the sign-in: %s',
  async (smtpUrl) => {
    const error = await mailGateway({ smtpUrl, mailFrom: 'a@x.example' })(mail).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error)).not.toContain('100%')
  },
)

/** The codes of RFC 5321, 4954, 3207, 5248 and 7504 that refuse, and where a mail server says them. */
const replies = {
  MAIL: [421, 450, 451, 452, 455, 500, 501, 502, 503, 504, 521, 530, 535, 550, 552, 553, 554, 555, 556],
  RCPT: [421, 450, 451, 452, 455, 500, 501, 503, 521, 550, 551, 552, 553, 554, 555, 556],
  DATA: [421, 450, 451, 500, 502, 503, 521, 554],
  '.': [421, 450, 451, 452, 500, 521, 550, 552, 554],
  greeting: [421, 521, 554],
  EHLO: [421, 502, 504, 550],
  AUTH: [432, 454, 500, 530, 534, 535, 538],
} as const
/** Of the site’s own account at the mail server. */
const signIn: readonly number[] = [530, 534, 535, 538]

describe('[inputs.06] a mail server that refuses', () => {
  const cases = Object.entries(replies).flatMap(([moment, codes]) =>
    codes.map((code) => [moment as keyof typeof replies, code] as const),
  )
  test.each(cases)('at %s with %i', async (moment, code) => {
    const server = await mailServer()
    const smtpUrl = moment === 'AUTH' ? server.url.replace('//', '//site:secret@') : server.url
    if (moment === 'AUTH') server.sayAt('EHLO', '250-here\r\n250 AUTH PLAIN')
    server.sayAt(moment, `${code} no`)
    // Without EHLO the client tries HELO, which this server takes.
    const failure = await mailGateway({ smtpUrl, mailFrom: 'site@vulx.example' })(mail).then(
      () => undefined,
      (error: unknown) => error,
    )
    await server.close()
    const isAboutTheMail = moment === 'MAIL' || moment === 'RCPT' || moment === 'DATA' || moment === '.'
    const isFinal = isAboutTheMail && code >= 500 && !signIn.includes(code)
    if (moment !== 'EHLO' || code === 421) expect(failure).toBeInstanceOf(Error)
    expect(failure instanceof RefusedError).toBe(isFinal)
  })
})

test('[inputs.07] mails say that a machine sent them, unless a person wrote them, and which list they are of', async () => {
  const server = await mailServer()
  const send = mailGateway({ smtpUrl: server.url, mailFrom: 'site@vulx.example' })
  await send(mail)
  await send({ ...mail, isPersonal: true })
  await send({ ...mail, listId: 'newsletter.vulx.example' })
  await server.close()
  expect(receivedMails(server).map(({ autoSubmitted, listId }) => [autoSubmitted, listId])).toEqual([
    ['auto-generated', ''],
    ['', ''],
    ['auto-generated', '<newsletter.vulx.example>'],
  ])
})
