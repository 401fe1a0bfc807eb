import { vi } from 'vitest'
import type { Post } from '../../../../contract/posts/posts-schemas.ts'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
  readonly at: number
}

type Respond = (sent: Sent) => Response | Promise<Response>

export const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

export const empty = (status: number) => new Response(null, { status })

export const refused = (status: number, code: string, message: string) =>
  json(status, { error: message, message, code })

/** A server with a feed of these posts, and the responses that a test sets. Records every call. */
class FakeApi {
  readonly calls: Sent[] = []
  readonly #responses = new Map<string, Respond>()
  posts: Post[]

  constructor(posts: Post[]) {
    this.posts = posts
    this.on('GET /api/posts', this.list)
  }

  /** Sets the response to calls like `POST /api/posts/4/reactions`. */
  on(address: string, respond: Respond) {
    this.#responses.set(address, respond)
  }

  sent(address: string) {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === address)
  }

  readonly list: Respond = ({ query }) => {
    const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY)
    const limit = Number(query.get('limit') ?? 100)
    return json(200, this.posts.filter(({ id }) => id < before).slice(0, limit))
  }

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'http://site.test')
    const sent: Sent = {
      method: init.method ?? 'GET',
      path: pathname,
      query: searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      at: performance.now(),
    }
    // The questions of deletions ask for it, beside what a test is about.
    if (sent.path.startsWith('/api/removals/')) return json(200, {})
    this.calls.push(sent)
    const respond = this.#responses.get(`${sent.method} ${sent.path}`)
    if (respond === undefined) throw new TypeError(`no response for ${sent.method} ${sent.path}`)
    return respond(sent)
  }
}

/** Stands for the site's server behind `fetch`. */
export function fakeApi(posts: Post[] = []) {
  const api = new FakeApi(posts)
  vi.stubGlobal('fetch', api.fetch.bind(api))
  return api
}

/** A response that waits for `release`. */
export function delayedResponse(response: () => Response) {
  let release = () => {}
  const held = new Promise<Response>((resolve) => {
    release = () => resolve(response())
  })
  return { respond: () => held, release: () => release() }
}
