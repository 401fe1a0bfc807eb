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

type Answer = (sent: Sent) => Response | Promise<Response>

export const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

export const empty = (status: number) => new Response(null, { status })

export const refused = (status: number, code: string, message: string) =>
  json(status, { error: message, message, code })

/** A server: a feed of these posts, and at other addresses what a test lets it answer. Notes every call. */
class FakeApi {
  readonly calls: Sent[] = []
  readonly #answers = new Map<string, Answer>()
  posts: Post[]

  constructor(posts: Post[]) {
    this.posts = posts
    this.on('GET /api/posts', this.list)
  }

  /** What `POST /api/posts/4/reactions`, say, answers from now on. */
  on(address: string, response: Answer) {
    this.#answers.set(address, response)
  }

  sent(address: string) {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === address)
  }

  readonly list: Answer = ({ query }) => {
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
    this.calls.push(sent)
    const response = this.#answers.get(`${sent.method} ${sent.path}`)
    if (response === undefined) throw new TypeError(`nobody answers ${sent.method} ${sent.path}`)
    return response(sent)
  }
}

/** Stands for the site's server behind `fetch`. */
export function fakeApi(posts: Post[] = []) {
  const api = new FakeApi(posts)
  vi.stubGlobal('fetch', api.fetch.bind(api))
  return api
}

/** An answer that waits until it is let go. */
export function delayedResponse(response: () => Response) {
  let letGo = () => {}
  const held = new Promise<Response>((resolve) => {
    letGo = () => resolve(response())
  })
  return { answer: () => held, letGo: () => letGo() }
}
