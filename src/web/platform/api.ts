import { type AnyEndpoint, type Transport, urlOf } from '../../contract/endpoint.ts'
import { languageHeader, languageName } from '../../contract/languages.ts'
import { ApiError } from './api-error.ts'
import { noteServerTime } from './live/server-clock.ts'

/** The language of a page whose address says one: its calls keep what the server made of it. */
const openedIn =
  typeof location === 'undefined' || !new URLSearchParams(location.search).has(languageName)
    ? null
    : document.documentElement.lang

interface RawInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly ifMatch?: number
  readonly secret?: string
  readonly signal?: AbortSignal
}

type Listener = () => void
const unauthorizedListeners = new Set<Listener>()

/** Calls `listener` on every 401 that says that nobody is signed in. Returns a function that stops. */
export function onUnauthorized(listener: Listener): () => void {
  unauthorizedListeners.add(listener)
  return () => {
    unauthorizedListeners.delete(listener)
  }
}

/** Asks for the password again. Resolves with whether it was entered. */
type AskPassword = () => Promise<boolean>
let askPassword: AskPassword | undefined

/** Whoever is asked when a call needs the password again (`confirm_password`). */
export function setAskPassword(ask: AskPassword | undefined): void {
  askPassword = ask
}

function failure(response: Response, text: string): ApiError {
  const error = new ApiError(response.status, response.statusText, text)
  // A wrong password is a 401 as well, with another code.
  if (error.status === 401 && error.errorBody?.code === 'unauthorized')
    for (const listener of unauthorizedListeners) listener()
  return error
}

/** One HTTP call to an address of the API: cookies always, JSON content type and body only when there is a body. */
async function request(endpoint: AnyEndpoint, address: string, input: RawInput): Promise<unknown> {
  const headers: Record<string, string> = Object.create(null)
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey
  if (input.ifMatch !== undefined) headers['if-match'] = `"${input.ifMatch}"`
  if (openedIn !== null) headers[languageHeader] = openedIn
  if (endpoint.secretHeader !== undefined && input.secret !== undefined)
    headers[endpoint.secretHeader] = input.secret
  const sentMs = Date.now()
  const response = await fetch(address, {
    method: endpoint.method,
    credentials: 'include',
    headers,
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.signal !== undefined && { signal: input.signal }),
  })
  noteServerTime(Date.parse(response.headers.get('date') ?? ''), sentMs, Date.now())
  const text = await response.text()
  if (!response.ok) {
    const error = failure(response, text)
    if (error.errorBody?.code === 'confirm_password' && (await askPassword?.()))
      return request(endpoint, address, input)
    throw error
  }
  return text === '' ? undefined : JSON.parse(text)
}

/** The browser's transport. Responses are not parsed again: the site's own server parsed them by the contract. */
export const api: Transport = async (endpoint, input) => {
  const raw = input as RawInput
  return (await request(endpoint, urlOf(endpoint, raw), raw)) as never
}

/** The same call at the operation's second address, which posts and reports fall back to. */
export const apiSecond: Transport = async (endpoint, input) => {
  if (endpoint.aliasPath === undefined) throw new Error(`${endpoint.path} has no second address`)
  const raw = input as RawInput
  return (await request(endpoint, urlOf({ ...endpoint, path: endpoint.aliasPath }, raw), raw)) as never
}
