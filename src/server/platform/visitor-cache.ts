import { BoundedMap } from './bounded-map.ts'

/** What may be kept: how many bytes it holds, and whether it may be shown to the next visitor at all. */
export interface Cacheable {
  readonly bytes: number
  readonly keep: boolean
}

interface Flight<T> {
  readonly generation: number
  readonly begun: number
  readonly value: Promise<T>
}

interface Entry<T> {
  readonly begun: number
  readonly value: T
}

/** An value is shown for this long after its making began: what another process deleted is gone within a second. */
const keepMs = 950

/** Names are paths of the site; nobody needs longer ones, and they are memory, too. */
const longestName = 512

/**
 * Answers for visitors without a session, who all see the same: made once for everybody who asks within a second.
 * Everything kept belongs to a generation, and `forget` begins the next one: an value whose making began before a
 * change is neither kept nor handed to somebody who asks after it. The least recently used goes when all together
 * hold more than `maxBytes`.
 */
export class VisitorCache<T extends Cacheable> {
  readonly #entries: BoundedMap<Entry<T>>
  readonly #flights = new Map<string, Flight<T>>()
  #generation = 0

  constructor(maxBytes: number) {
    this.#entries = new BoundedMap(maxBytes, ({ value }) => value.bytes)
  }

  get bytes(): number {
    return this.#entries.bytes
  }

  /** What is shown to visitors has changed, as of now. */
  invalidate(): void {
    this.#generation += 1
    this.#entries.clear()
  }

  /** What is kept and may still be shown: nothing to wait for. */
  kept(name: string): T | undefined {
    const entry = this.#entries.get(name)
    if (entry === undefined) return undefined
    if (performance.now() - entry.begun < keepMs) return entry.value
    this.#entries.delete(name)
    return undefined
  }

  /** @throws what `make` throws, to everybody who waited for it; the next one tries again */
  async get(name: string, make: () => Promise<T>): Promise<T> {
    if (name.length > longestName) return make()
    const kept = this.kept(name)
    if (kept !== undefined) return kept
    const now = performance.now()
    const flight = this.#flights.get(name)
    const isFresh = flight?.generation === this.#generation && now - flight.begun < keepMs
    return isFresh ? flight.value : this.#make(name, now, make)
  }

  async #make(name: string, begun: number, make: () => Promise<T>): Promise<T> {
    const flight = { generation: this.#generation, begun, value: make() }
    this.#flights.set(name, flight)
    try {
      const response = await flight.value
      const isNewest = this.#flights.get(name) === flight && flight.generation === this.#generation
      if (response.keep && isNewest) this.#entries.set(name, { begun, value: response })
      return response
    } finally {
      if (this.#flights.get(name) === flight) this.#flights.delete(name)
    }
  }
}
