import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { logsDir } from './kept-logs.ts'

type SecretKind = 'password' | 'cookie' | 'token' | 'code' | 'e-mail address' | 'data URL'

const noted = new Set<string>()

/** Remembers something that no log may hold. */
function noteSecret(kind: SecretKind, value: string): void {
  if (logsDir === undefined || value === '' || noted.has(value)) return
  noted.add(value)
  appendFileSync(join(logsDir, `${process.pid}.secrets`), `${JSON.stringify({ kind, value })}\n`)
}

const kinds: Readonly<Record<string, SecretKind>> = {
  password: 'password',
  currentPassword: 'password',
  newPassword: 'password',
  email: 'e-mail address',
  token: 'token',
  secret: 'token',
  code: 'code',
  recoveryCodes: 'code',
}

/** So much of a data URL's content is noted: a log that cut it off would hold its beginning. */
const dataUrlLength = 64

/** Everything secret that a body says, sent or answered. The code of an error is a word of the contract and none. */
export function noteBody(body: unknown): void {
  if (logsDir === undefined) return
  const isError = body !== null && typeof body === 'object' && 'error' in body && 'code' in body
  if (!isError) noteValue(body)
}

function noteValue(body: unknown, kind?: SecretKind): void {
  if (typeof body === 'string') {
    const [, content] = /^data:[^,]*,(.*)/s.exec(body) ?? []
    if (content !== undefined) noteSecret('data URL', content.slice(0, dataUrlLength))
    else if (kind !== undefined) noteSecret(kind, body)
  } else if (Array.isArray(body)) {
    for (const item of body) noteValue(item, kind)
  } else if (body !== null && typeof body === 'object') {
    for (const [name, value] of Object.entries(body))
      noteValue(value, Object.hasOwn(kinds, name) ? kinds[name] : undefined)
  }
}

/**
 * Notes what a request carried, once the site took it. A guessed password, a forged key and whatever else was refused
 * are no secrets: such a word may stand in a log for another reason. Cookies are noted when the site sets them.
 */
export function noteRequest(
  status: number,
  { headers, body }: { headers?: Readonly<Record<string, unknown>> | undefined; body?: unknown },
): void {
  if (logsDir === undefined || status >= 400) return
  for (const [name, value] of Object.entries(headers ?? {}))
    if (/^authorization$/i.test(name)) noteSecret('token', String(value).replace(/^\w+ +/, ''))
  noteText(body)
}

/** Notes what a JSON body holds, given as text; what is not JSON has no fields to look for. */
export function noteText(text: unknown): void {
  if (logsDir === undefined || typeof text !== 'string' || !/^\s*[[{]/.test(text)) return
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return
  }
  noteBody(body)
}

/** Notes the value of a Set-Cookie header, `name=value; …`. */
export function noteCookie(cookie: string | undefined): void {
  const [, value] = /^[^=;]+=([^;]*)/.exec(cookie ?? '') ?? []
  if (value !== undefined) noteSecret('cookie', value)
}

/** To whom, and the token that a link carries behind its #. */
export function noteMail({ to, text }: { readonly to: string; readonly text: string }): void {
  noteSecret('e-mail address', to)
  for (const [, token = ''] of text.matchAll(/#([\w-]{43})\b/g)) noteSecret('token', token)
}

/** What an operator sets: secrets by their name, and the passwords within addresses. */
export function noteSettings(environment: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value = ''] of Object.entries(environment)) {
    if (/_(?:SECRET|TOKEN)$/.test(name)) noteSecret('token', value)
    if (name.endsWith('_URL') && URL.canParse(value)) noteSecret('password', new URL(value).password)
  }
}
