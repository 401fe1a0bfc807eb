import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { mailGateway } from './mail.ts'

/** A mail server of a few lines that keeps what it is told. */
async function mailServer() {
  const lines: string[] = []
  const server = createServer((socket) => {
    let inData = false
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk
        .toString()
        .split('\r\n')
        .filter((one) => one !== '')) {
        lines.push(line)
        if (inData && line !== '.') continue
        if (line === 'DATA') socket.write('354 go on\r\n')
        else if (!inData || line === '.') socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
        inData = line === 'DATA'
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { lines, port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test('A mail reaches exactly the one recipient, whatever its text says', async () => {
  const server = await mailServer()
  const send = mailGateway({ smtpUrl: `smtp://127.0.0.1:${server.port}`, mailFrom: 'site@vulx.example' })
  await send?.({
    to: 'team@vulx.example',
    subject: 'Hello\r\nBcc: victim@vulx.example',
    text: 'A message',
    replyTo: 'player@vulx.example',
  })
  server.close()
  expect(server.lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<team@vulx.example>'])
  expect(server.lines).toContain('Reply-To: player@vulx.example')
  expect(server.lines.some((line) => line.startsWith('Bcc:'))).toBe(false)
})

test('A mail that the server does not take is a rejection, so that the outbox tries again', async () => {
  const server = await mailServer()
  const { port } = server
  server.close()
  const send = mailGateway({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'site@vulx.example' })
  await expect(send?.({ to: 'team@vulx.example', subject: 'Hello', text: 'A message' })).rejects.toThrow()
})

test('Without SMTP_URL there is no mail gateway', () => {
  expect(mailGateway({ smtpUrl: undefined, mailFrom: undefined })).toBeUndefined()
})
