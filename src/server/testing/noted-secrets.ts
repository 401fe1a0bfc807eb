import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { logsDir } from './collected-logs.ts'

type SecretKind = 'password' | 'cookie' | 'token' | 'code' | 'email address' | 'data URL'

const noted = new Set<string>()

/** Records a value that no log may contain. */
function noteSecret(kind: SecretKind, value: string): void {
  if (logsDir === undefined || value === '' || noted.has(value)) return
  noted.add(value)
  appendFileSync(join(logsDir, `${process.pid}.secrets`), `${JSON.stringify({ kind, value })}\n`)
}

const kinds: Readonly<Record<string, SecretKind>> = {
  password: 'password',
  currentPassword: 'password',
  newPassword: 'password',
  email: 'email address',
  token: 'token',
  secret: 'token',
  code: 'code',
  recoveryCodes: 'code',
}

/** Length of the recorded prefix of a data URL, because a truncating log would contain its beginning. */
const dataUrlLength = 64

/** Records the secrets in a request or response body. Error codes are excluded. */
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
 * Records the secrets of an accepted request. Rejected guesses are no secrets and may appear in logs for other reasons.
 * Cookies are recorded when the site sets them.
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

/** Records the secrets of a JSON text; other text has no fields. */
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

/** Records the value of a Set-Cookie header, `name=value; …`. */
export function noteCookie(cookie: string | undefined): void {
  const [, value] = /^[^=;]+=([^;]*)/.exec(cookie ?? '') ?? []
  if (value !== undefined) noteSecret('cookie', value)
}

/** Records recipient and link token of a mail. */
export function noteMail({ to, text }: { readonly to: string; readonly text: string }): void {
  noteSecret('email address', to)
  for (const [, token = ''] of text.matchAll(/#([\w-]{43})\b/g)) noteSecret('token', token)
}

/** Records secret settings by name, and passwords in URLs. */
export function noteSettings(environment: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value = ''] of Object.entries(environment)) {
    if (/_(?:SECRET|TOKEN|KEY)$/.test(name)) noteSecret('token', value)
    if (name.endsWith('_URL') && URL.canParse(value)) noteSecret('password', new URL(value).password)
  }
}
