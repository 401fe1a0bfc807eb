import { vi } from 'vitest'

export interface Call {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

type Respond = () => Response | Promise<Response>

/** What every staff page, each form of reasons and each event ask for besides: noted only where a test lists it. */
const usual: Readonly<Record<string, object>> = {
  'GET /api/admin/waiting': { reports: 0, applications: 0, moderation: 0, contact: 0, appeals: 0 },
  'GET /api/admin/reasons': { reasons: [] },
  'GET /api/cups': [],
}

/** Stubs `fetch` with responses by `METHOD path` and records every call. What is not listed fails like a lost connection. */
export function fakeApi(responses: Readonly<Record<string, Respond>>): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const call = `${method} ${path}`
    if (call in usual && !(call in responses)) return Response.json(usual[call])
    // So do questions of deletions.
    if (call.startsWith('GET /api/removals/') && !(call in responses)) return Response.json({})
    calls.push({ method, path, body: body === undefined ? undefined : JSON.parse(String(body)) })
    const respond = responses[call]
    if (respond === undefined) throw new TypeError('Failed to fetch')
    return respond()
  })
  return calls
}

/** A response with this body. */
export const respondWith =
  (body: unknown, status = 200): Respond =>
  () =>
    Response.json(body, { status })

/** Refuses a change of an older version than `current`. */
export const refuseStale = (current: unknown) => {
  const sentence = 'Somebody else changed this in the meantime'
  return respondWith({ error: sentence, message: sentence, code: 'conflict', current }, 409)
}

export const refuse = (status: number, code: string, sentence: string, fields?: Record<string, string>) =>
  respondWith({ error: sentence, message: sentence, code, ...(fields && { fields }) }, status)
