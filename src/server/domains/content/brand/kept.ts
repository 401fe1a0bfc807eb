import { createHash } from 'node:crypto'
import { BoundedMap } from '../../../platform/bounded-map.ts'
import type { Gate } from '../../../platform/gate.ts'
import { tagOf } from '../../../platform/visitor-answer.ts'

export interface KeptAnswer {
  readonly body: Buffer
  readonly tag: string
}

export const answerOf = (body: Buffer): KeptAnswer => ({ body, tag: tagOf(body) })

export interface Asker {
  /** Who holds a place in the gate. */
  readonly owner: string
  /** Called before anything is made for them; throws when they have asked for too much. */
  admit(): Promise<void>
}

/**
 * Answers that are expensive to make, by a key that says everything they show: one that is asked for twice at once is
 * made once, and the least recently asked for is forgotten when all together are larger than `mostBytes`. An asker is
 * charged for what is made for them, not for what is there.
 */
export class Kept {
  readonly #answers: BoundedMap<KeptAnswer>
  readonly #making = new Map<string, Promise<KeptAnswer>>()

  constructor(
    mostBytes: number,
    private readonly gate: Gate,
  ) {
    this.#answers = new BoundedMap(mostBytes, ({ body }) => body.length)
  }

  get bytes(): number {
    return this.#answers.bytes
  }

  /** @throws what `make` throws (the next one tries again), and what the gate and the asker's `admit` do */
  async get(text: string, make: () => Promise<Buffer>, asker?: Asker): Promise<KeptAnswer> {
    // As long for a match of a hundred players as for the site's own: only bodies count as bytes.
    const key = createHash('sha256').update(text).digest('base64url')
    const found = this.#find(key)
    if (found !== undefined) return found
    // Before the others can wait for it: what one asker is refused is refused to nobody else.
    await asker?.admit()
    return this.#find(key) ?? this.#begin(key, make, asker?.owner)
  }

  #find(key: string): KeptAnswer | Promise<KeptAnswer> | undefined {
    return this.#answers.get(key) ?? this.#making.get(key)
  }

  #begin(key: string, make: () => Promise<Buffer>, owner?: string): Promise<KeptAnswer> {
    const making = this.#make(key, make, owner)
    this.#making.set(key, making)
    return making
  }

  async #make(key: string, make: () => Promise<Buffer>, owner?: string): Promise<KeptAnswer> {
    try {
      const answer = answerOf(await this.gate.run(make, owner))
      this.#answers.set(key, answer)
      return answer
    } finally {
      this.#making.delete(key)
    }
  }
}
