import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { noteMail } from './noted-secrets.ts'

export interface MailServer {
  readonly url: string
  /** All received lines in order, including dots. A mail is there once it is whole, and in one piece. */
  readonly lines: string[]
  /** Rejects the next mail with this reply, such as `451 try again later`. */
  refuseNext(response: string): void
  /** Says this once instead of what is usual, as the greeting or in reply to a command; `.` ends a mail. */
  sayAt(
    moment: 'greeting' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | '.',
    response: string,
  ): void
  /** Takes the next mail and never replies. */
  hangNext(): void
  close(): Promise<void>
}

/** What becomes of a mail: `refused` and `silent` ones are not taken, the others are. */
export type MailFate = 'accepted' | 'refused' | 'silent' | 'taken, then broken' | 'answered twice'

/** A minimal SMTP server that records what it receives. `fateOf` decides about each mail that was not planned. */
export async function mailServer(fateOf: () => MailFate = () => 'accepted'): Promise<MailServer> {
  const lines: string[] = []
  const refusals: (string | undefined)[] = []
  const planned = new Map<string, string>()
  const open = new Set<Socket>()
  const saidAt = (moment: string) => {
    const response = planned.get(moment)
    planned.delete(moment)
    return response
  }

  const server = createServer((socket) => {
    open.add(socket.once('close', () => open.delete(socket)))
    // A client that is killed resets the connection; its mail is not whole, and is none.
    socket.on('error', () => socket.destroy())
    let inData = false
    let mail: string[] = []
    let fate: MailFate = 'accepted'
    let rest = ''
    const mailtoLink = (line: string) => {
      const said = saidAt(/^(?:[A-Z]+|\.)/.exec(line)?.[0] ?? '')
      if (said !== undefined) return said
      if (line === 'QUIT') return '221 bye'
      if (line.startsWith('MAIL FROM')) {
        if (refusals.length > 0) return refusals.shift()
        fate = fateOf()
        if (fate === 'silent') return undefined
        if (fate === 'refused') return '451 try again later'
      }
      return line === 'DATA' ? '354 go on' : '250 ok'
    }
    const hear = (line: string) => {
      if (inData || line === 'DATA') mail.push(line)
      else lines.push(line)
      if (inData && line !== '.') return
      if (inData) {
        lines.push(...mail)
        mail = []
        if (fate === 'taken, then broken') return void socket.destroy()
        if (fate === 'answered twice') socket.write('250 ok\r\n')
      }
      const response = mailtoLink(line)
      if (response !== undefined) socket.write(`${response}\r\n`)
      inData = line === 'DATA' && response?.startsWith('3') === true
      if (line === 'DATA' && !inData) mail = []
    }
    socket.write(`${saidAt('greeting') ?? '220 here'}\r\n`)
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    lines,
    refuseNext: (response) => void refusals.push(response),
    sayAt: (moment, response) => void planned.set(moment, response),
    hangNext: () => void refusals.push(undefined),
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly messageId: string
  readonly unsubscribe: string
  readonly unsubscribePost: string
  readonly autoSubmitted: string
  readonly listId: string
}

const fromQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Decodes encoded words of a header (RFC 2047); the space between two of them is none. */
const decodedWords = (header: string) =>
  header
    .replace(/(\?=) +(?==\?)/g, '$1')
    .replace(/(?:=\?UTF-8\?[QB]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(([, form, text = '']) =>
          form?.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : fromQuoted(text.replaceAll('_', ' ')),
        ),
      ).toString(),
    )

/** Delivered mails in order, decoded as a mail program does. */
export function receivedMails({ lines }: Pick<MailServer, 'lines'>): ReceivedMail[] {
  const mails: ReceivedMail[] = []
  for (let at = lines.indexOf('DATA'); at !== -1; at = lines.indexOf('DATA', at + 1)) {
    const blank = lines.indexOf('', at)
    const headers = lines
      .slice(at + 1, blank)
      .join('\n')
      .replace(/\n[ \t]+/g, ' ')
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? ''
    const body = lines
      .slice(blank + 1, lines.indexOf('.', blank))
      .map((line) => line.replace(/^\.\./, '.'))
      .join('\n')
    const isQuoted = header('Content-Transfer-Encoding') === 'quoted-printable'
    const text = isQuoted ? fromQuoted(body.replace(/=\n/g, '')).toString() : body.replace(/ \n/g, ' ')
    const mail = {
      to: header('To'),
      subject: decodedWords(header('Subject')),
      text,
      messageId: header('Message-ID'),
      unsubscribe: header('List-Unsubscribe'),
      unsubscribePost: header('List-Unsubscribe-Post'),
      autoSubmitted: header('Auto-Submitted'),
      listId: header('List-Id'),
    }
    noteMail(mail)
    mails.push(mail)
  }
  return mails
}
