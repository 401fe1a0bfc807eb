import type { ServerStatus } from '../../../../contract/network/status-schemas.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logs/logger.ts'
import { decideStatus, type StatusFacts } from './decide.ts'
import { readStatusFacts } from './queries.ts'

/** In-memory status of the game server: reading is free, and without updates it turns offline by itself. */
export class StatusState {
  #facts: StatusFacts = { ping: null, heartbeats: [] }
  /** Database clock minus local clock. */
  #offsetMs = 0
  #reading: Promise<void> | undefined
  #isStale = false

  constructor(
    private readonly options: {
      readonly database: Pick<Database, 'sql'>
      readonly log: Logger
      readonly pollMs: number
    },
  ) {}

  current(): ServerStatus {
    return decideStatus({ ...this.#facts, now: Date.now() + this.#offsetMs, pollMs: this.options.pollMs })
  }

  /** Milliseconds since any process last polled, successfully or not; undefined before the first poll. */
  pollAgeMs(): number | undefined {
    const checkedAt = this.#facts.ping?.checkedAt
    return checkedAt && Math.max(0, Date.now() + this.#offsetMs - checkedAt.getTime())
  }

  /** Reloads the facts, one query at a time. After a failure the old ones stay and expire. */
  refresh(): Promise<void> {
    this.#isStale = true
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read(): Promise<void> {
    // A message during a query may be newer than its result.
    while (this.#isStale) {
      this.#isStale = false
      try {
        const { now, ...facts } = await readStatusFacts(this.options.database)
        this.#offsetMs = now.getTime() - Date.now()
        this.#facts = facts
      } catch (error) {
        this.options.log.warn({ err: error }, 'reading the status of the game server failed')
      }
    }
  }
}
