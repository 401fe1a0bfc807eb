import { createHash } from 'node:crypto'
import { BoundedMap } from '../../../platform/bounded-map.ts'
import type { ConcurrencyLimiter } from '../../../platform/concurrency-limiter.ts'
import { etagOf } from '../../../platform/visitor-response.ts'

export interface CachedAnswer {
  readonly body: Buffer
  readonly tag: string
}

export const cachedAnswerOf = (body: Buffer): CachedAnswer => ({ body, tag: etagOf(body) })

export interface AnswerRequest {
  /** Who holds a place in the gate. */
  readonly owner: string
  /** Called before anything is made for them; throws when they have asked for too much. */
  takeLimit(): Promise<void>
}

/**
 * Answers that are expensive to make, by a key that says everything they show: one that is asked for twice at once is
 * made once, and the least recently asked for is forgotten when all together are larger than `maxBytes`. An asker is
 * charged for what is made for them, not for what is there.
 */
export class CachedAnswers {
  readonly #answers: BoundedMap<CachedAnswer>
  readonly #making = new Map<string, Promise<CachedAnswer>>()

  constructor(
    maxBytes: number,
    private readonly gate: ConcurrencyLimiter,
  ) {
    this.#answers = new BoundedMap(maxBytes, ({ body }) => body.length)
  }

  get bytes(): number {
    return this.#answers.bytes
  }

  /** @throws what `make` throws (the next one tries again), and what the gate and the asker's `takeLimit` do */
  async get(text: string, make: () => Promise<Buffer>, asker?: AnswerRequest): Promise<CachedAnswer> {
    // As long for a match of a hundred players as for the site's own: only bodies count as bytes.
    const key = createHash('sha256').update(text).digest('base64url')
    const found = this.#find(key)
    if (found !== undefined) return found
    // Before the others can wait for it: what one asker is refused is refused to nobody else.
    await asker?.takeLimit()
    return this.#find(key) ?? this.#begin(key, make, asker?.owner)
  }

  #find(key: string): CachedAnswer | Promise<CachedAnswer> | undefined {
    return this.#answers.get(key) ?? this.#making.get(key)
  }

  #begin(key: string, make: () => Promise<Buffer>, owner?: string): Promise<CachedAnswer> {
    const making = this.#make(key, make, owner)
    this.#making.set(key, making)
    return making
  }

  async #make(key: string, make: () => Promise<Buffer>, owner?: string): Promise<CachedAnswer> {
    try {
      const response = cachedAnswerOf(await this.gate.run(make, owner))
      this.#answers.set(key, response)
      return response
    } finally {
      this.#making.delete(key)
    }
  }
}
