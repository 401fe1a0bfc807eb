import { createHash } from 'node:crypto'
import type { Gate } from '../../platform/gate.ts'

export interface KeptAnswer {
  readonly body: Buffer
  readonly tag: string
}

export const answerOf = (body: Buffer): KeptAnswer => ({
  body,
  tag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
})

/**
 * Answers that are expensive to make, by a key that says everything they show: one that is asked for twice at once is
 * made once, and the least recently asked for is forgotten when all together are larger than `mostBytes`.
 */
export class Kept {
  /** Oldest use first. */
  readonly #answers = new Map<string, KeptAnswer>()
  readonly #making = new Map<string, Promise<KeptAnswer>>()
  #bytes = 0

  constructor(
    private readonly mostBytes: number,
    private readonly gate: Gate,
  ) {}

  get bytes(): number {
    return this.#bytes
  }

  /** @throws what `make` throws (the next one tries again), and what the gate does */
  async get(key: string, make: () => Promise<Buffer>, owner?: string): Promise<KeptAnswer> {
    const kept = this.#answers.get(key)
    if (kept !== undefined) {
      this.#answers.delete(key)
      this.#answers.set(key, kept)
      return kept
    }
    const making = this.#making.get(key) ?? this.#make(key, make, owner)
    this.#making.set(key, making)
    return making
  }

  async #make(key: string, make: () => Promise<Buffer>, owner?: string): Promise<KeptAnswer> {
    try {
      const answer = answerOf(await this.gate.run(make, owner))
      this.#keep(key, answer)
      return answer
    } finally {
      this.#making.delete(key)
    }
  }

  #keep(key: string, answer: KeptAnswer) {
    this.#answers.set(key, answer)
    this.#bytes += answer.body.length
    for (const [oldest, { body }] of this.#answers) {
      if (this.#bytes <= this.mostBytes) break
      this.#answers.delete(oldest)
      this.#bytes -= body.length
    }
  }
}
