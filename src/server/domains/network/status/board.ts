import type { ServerStatus } from '../../../../contract/network/status-schemas.ts'
import type { Database } from '../../../platform/database.ts'
import type { Logger } from '../../../platform/logger.ts'
import { decideStatus, type StatusFacts } from './decide.ts'
import { readStatusFacts } from './queries.ts'

/**
 * What this process knows of the game server, kept in memory: asking costs nothing, and without news it becomes
 * offline by itself.
 */
export class StatusState {
  #facts: StatusFacts = { ping: null, heartbeats: [] }
  /** The database's clock minus ours. */
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

  /** Milliseconds since any process last polled, whatever came of it; undefined before the first time. */
  pollAgeMs(): number | undefined {
    const checkedAt = this.#facts.ping?.checkedAt
    return checkedAt && Math.max(0, Date.now() + this.#offsetMs - checkedAt.getTime())
  }

  /** Reads the facts anew, one read at a time. A failure leaves the old ones to grow old. */
  refresh(): Promise<void> {
    this.#isStale = true
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read(): Promise<void> {
    // News that come while a read is under way may be too new for it.
    while (this.#isStale) {
      this.#isStale = false
      try {
        const { now, ...facts } = await readStatusFacts(this.options.database)
        this.#offsetMs = now.getTime() - Date.now()
        this.#facts = facts
      } catch (error) {
        this.options.log.warn({ err: error }, 'the status of the game server was not read')
      }
    }
  }
}
