import { createHash } from 'node:crypto'
import { BoundedMap } from '../../../platform/bounded-map.ts'
import type { ConcurrencyLimiter } from '../../../platform/http/concurrency-limiter.ts'
import { etagOf } from '../../../platform/http/visitor-response.ts'

export interface CachedResponse {
  readonly body: Buffer
  readonly tag: string
}

export const cachedResponseOf = (body: Buffer): CachedResponse => ({ body, tag: etagOf(body) })

export interface CacheRequest {
  /** Owner of the slot in the concurrency limiter. */
  readonly owner: string
  /** Called before a response is created for the caller; throws when their limit is reached. */
  takeLimit(): Promise<void>
}

/**
 * LRU cache of expensive responses, limited to `maxBytes` in total. Concurrent requests for a key share one
 * creation, and only its caller is charged.
 */
export class CachedResponses {
  readonly #answers: BoundedMap<CachedResponse>
  readonly #making = new Map<string, Promise<CachedResponse>>()

  constructor(
    maxBytes: number,
    private readonly limiter: ConcurrencyLimiter,
  ) {
    this.#answers = new BoundedMap(maxBytes, ({ body }) => body.length)
  }

  get bytes(): number {
    return this.#answers.bytes
  }

  /** @throws what `make` throws (the next call tries again), and errors of the limiter and of `takeLimit` */
  async get(text: string, make: () => Promise<Buffer>, asker?: CacheRequest): Promise<CachedResponse> {
    // Hashed so that keys have equal size, because only bodies count as bytes.
    const key = createHash('sha256').update(text).digest('base64url')
    const found = this.#find(key)
    if (found !== undefined) return found
    // Before others can join: an error of one caller's limit must not affect them.
    await asker?.takeLimit()
    return this.#find(key) ?? this.#begin(key, make, asker?.owner)
  }

  #find(key: string): CachedResponse | Promise<CachedResponse> | undefined {
    return this.#answers.get(key) ?? this.#making.get(key)
  }

  #begin(key: string, make: () => Promise<Buffer>, owner?: string): Promise<CachedResponse> {
    const making = this.#make(key, make, owner)
    this.#making.set(key, making)
    return making
  }

  async #make(key: string, make: () => Promise<Buffer>, owner?: string): Promise<CachedResponse> {
    try {
      const response = cachedResponseOf(await this.limiter.run(make, owner))
      this.#answers.set(key, response)
      return response
    } finally {
      this.#making.delete(key)
    }
  }
}
