import { BoundedMap } from '../bounded-map.ts'
import { isOfDatabaseOutage } from '../database/database-outage.ts'

/** A cacheable value: its size, and whether it may be reused at all. */
export interface Cacheable {
  readonly bytes: number
  readonly keep: boolean
  /** Of a value that is older than it should be, because the database is away. */
  readonly ageSeconds?: number
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

/** Lifetime from the start of its creation, so that deletions of other processes are visible within a second. */
const keepMs = 950

/** Names are paths of pages, or calls with their input; longer ones are not cached, because they take memory too. */
const longestName = 512

/**
 * Cache of responses for visitors, created once a second for all of them. `invalidate` begins a new generation: values
 * whose creation began before it are neither cached nor returned to later callers. While the database is away the last
 * value is returned, whatever its age (stale-if-error, RFC 5861): nobody has told of a change since.
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

  /** Discards all values, because visible data changed. */
  invalidate(): void {
    this.#generation += 1
    this.#entries.clear()
  }

  /** Returns a valid cached value synchronously. */
  kept(name: string): T | undefined {
    const entry = this.#entries.get(name)
    if (entry === undefined) return undefined
    return performance.now() - entry.begun < keepMs ? entry.value : undefined
  }

  /** @throws what `make` throws, to all waiting callers; the next call tries again */
  async get(name: string, make: () => Promise<T>): Promise<T> {
    if (name.length > longestName) return make()
    const kept = this.kept(name)
    if (kept !== undefined) return kept
    const now = performance.now()
    const flight = this.#flights.get(name)
    const isFresh = flight?.generation === this.#generation && now - flight.begun < keepMs
    return isFresh ? flight.value : this.#make(name, now, make)
  }

  /** @throws the error when it is no outage of the database, or there is no value */
  #lastOf(name: string, error: unknown): T {
    const last = isOfDatabaseOutage(error) ? this.#entries.get(name) : undefined
    if (last === undefined) throw error
    return { ...last.value, ageSeconds: Math.ceil((performance.now() - last.begun) / 1000) }
  }

  async #make(name: string, begun: number, make: () => Promise<T>): Promise<T> {
    const value = make().catch((error) => this.#lastOf(name, error))
    const flight = { generation: this.#generation, begun, value }
    this.#flights.set(name, flight)
    try {
      const response = await flight.value
      const isNewest = this.#flights.get(name) === flight && flight.generation === this.#generation
      if (response.keep && isNewest && response.ageSeconds === undefined)
        this.#entries.set(name, { begun, value: response })
      return response
    } finally {
      if (this.#flights.get(name) === flight) this.#flights.delete(name)
    }
  }
}
