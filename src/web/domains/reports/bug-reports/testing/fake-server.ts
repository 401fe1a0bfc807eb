import { vi } from 'vitest'

export interface Call {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: unknown
  readonly key: string | null
  readonly ifMatch: string | null
}

type Respond = (call: Call) => Response | Promise<Response>

/** A server whose responses a test can change. Records every call with the headers that matter here. */
export class FakeServer {
  readonly calls: Call[] = []
  readonly #responses = new Map<string, Respond>()

  constructor() {
    vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
      const all = new Headers(headers)
      const call: Call = {
        method,
        path,
        body: body === undefined ? undefined : JSON.parse(String(body)),
        key: all.get('idempotency-key'),
        ifMatch: all.get('if-match'),
      }
      this.calls.push(call)
      const respond =
        this.#responses.get(`${method} ${path}`) ?? this.#responses.get(`${method} ${path.split('?', 1)[0]}`)
      // What has no response fails like a lost connection.
      if (respond === undefined) throw new TypeError('Failed to fetch')
      return respond(call)
    })
  }

  on(address: string, respond: Respond): this {
    this.#responses.set(address, respond)
    return this
  }

  /** From now on the address cannot be reached. */
  lose(address: string): this {
    this.#responses.delete(address)
    return this
  }

  sent(address: string): Call[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}`.startsWith(address))
  }
}

export const json = (body: unknown, status = 200) => Response.json(body, { status })

export const refusal = (status: number, code: string, sentence: string, more: object = {}) =>
  json({ error: sentence, message: sentence, code, ...more }, status)

/** A response that waits for `release`. */
export function delayedResponse(response: () => Response) {
  let release = () => {}
  const held = new Promise<Response>((resolve) => {
    release = () => resolve(response())
  })
  return { respond: () => held, release: () => release() }
}
