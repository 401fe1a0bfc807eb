import { BoundedMap } from '../../platform/bounded-map.ts'
import type { Gate } from '../../platform/gate.ts'
import { tagOf } from '../../platform/visitor-answer.ts'

export interface KeptAnswer {
  readonly body: Buffer
  readonly tag: string
}

export const answerOf = (body: Buffer): KeptAnswer => ({ body, tag: tagOf(body) })

/**
 * Answers that are expensive to make, by a key that says everything they show: one that is asked for twice at once is
 * made once, and the least recently asked for is forgotten when all together are larger than `mostBytes`.
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

  /** @throws what `make` throws (the next one tries again), and what the gate does */
  async get(key: string, make: () => Promise<Buffer>, owner?: string): Promise<KeptAnswer> {
    const kept = this.#answers.get(key)
    if (kept !== undefined) return kept
    const making = this.#making.get(key) ?? this.#make(key, make, owner)
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
