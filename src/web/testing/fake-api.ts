import { vi } from 'vitest'

export interface Call {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

type Respond = () => Response | Promise<Response>

/** Answers `fetch` by `METHOD path` and notes every call; what is not listed fails like a lost connection. */
export function fakeApi(responses: Readonly<Record<string, Respond>>): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    calls.push({ method, path, body: body === undefined ? undefined : JSON.parse(String(body)) })
    const respond = responses[`${method} ${path}`]
    if (respond === undefined) throw new TypeError('Failed to fetch')
    return respond()
  })
  return calls
}

export const answer =
  (body: unknown, status = 200): Respond =>
  () =>
    Response.json(body, { status })

export const refuse = (status: number, code: string, sentence: string, fields?: Record<string, string>) =>
  answer({ error: sentence, message: sentence, code, ...(fields && { fields }) }, status)
