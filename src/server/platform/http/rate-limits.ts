import { sql } from 'kysely'
import { type GuessLimitName, guessLimits, type RateLimitName, rateLimits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../database/database.ts'
import { readUnlessAway } from '../database/database-outage.ts'
import type { Logger } from '../logs/logger.ts'
import { tooManyRequests } from './errors.ts'
import type { LimitKey } from './limit-key.ts'

/** In tenths of a point. */
interface Window {
  points: number
  unsent: number
  endsAt: number
}

interface Allowance {
  readonly points: number
  readonly seconds: number
}

/** A window of all processes. */
interface SharedWindow {
  readonly points: number
  /** In seconds, at least 1. */
  readonly endsIn: number
}

/** Of a point, what a window of this process counts in. */
const tenths = 10

const flushEveryMs = 1_000

/**
 * Counted in this process and synchronized once a second: enforced up to a second late, without a query per request.
 */
const loose = new Set<RateLimitName>(['general', 'search'])

/**
 * Counters of the limits in `src/contract/limits.ts`, shared through PostgreSQL. A window begins with its
 * first request. Strict limits count in the database before the request goes on; loose ones locally, exchanged every
 * second.
 */
export class RateLimits {
  readonly #windows = new Map<string, Window>()
  readonly #timer: NodeJS.Timeout

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
    private readonly config: Pick<Config, 'rateLimits' | 'passwordLimit'>,
  ) {
    this.#timer = setInterval(() => void this.#exchange(), flushEveryMs)
    this.#timer.unref()
  }

  close() {
    clearInterval(this.#timer)
  }

  /** `cost` applies to strict limits only. @throws 429 with the seconds until the window ends */
  async take(name: RateLimitName, owner: LimitKey, cost = 1): Promise<void> {
    if (!this.config.rateLimits) return
    if (loose.has(name)) this.#takeLocally(`${name}:${owner}`, rateLimits[name])
    else await this.#takeShared(`${name}:${owner}`, rateLimits[name], cost)
  }

  /** Leaves a tenth of one `take` of a loose limit: the request cost next to nothing, as a poll that a cache serves. */
  leaveTenth(name: RateLimitName, owner: LimitKey): void {
    const window = this.#windows.get(`${name}:${owner}`)
    // A window that began meanwhile has nothing to give back.
    if (window === undefined || window.points < tenths) return
    window.points -= tenths - 1
    window.unsent -= tenths - 1
  }

  /** Counts an attempt with a password or code. @throws 429 */
  async takeAttempt(name: GuessLimitName, owner: LimitKey): Promise<void> {
    if (!this.config.passwordLimit) return
    await this.#takeShared(`${name}:${owner}`, guessLimits[name], 1)
  }

  /** Resets the attempts of an owner. */
  async resetAttempts(name: GuessLimitName, owner: LimitKey): Promise<void> {
    if (!this.config.passwordLimit) return
    await sql`DELETE FROM rate_limits WHERE key = ${`${name}:${owner}`}`.execute(this.database.sql)
  }

  async #takeShared(key: string, allowance: Allowance, cost: number): Promise<void> {
    const { points, endsIn } = await this.#countShared(key, allowance, cost)
    if (points > allowance.points) throw tooManyRequests(endsIn)
  }

  /**
   * Counts once, also above the limit, and returns the window. Undefined where limits are off, and while the database
   * cannot count: reads go on then.
   */
  async count(name: RateLimitName, owner: LimitKey): Promise<SharedWindow | undefined> {
    if (!this.config.rateLimits) return undefined
    return readUnlessAway<SharedWindow | undefined>(
      () => this.#countShared(`${name}:${owner}`, rateLimits[name], 1),
      () => undefined,
    )
  }

  async #countShared(key: string, { seconds }: Allowance, cost: number): Promise<SharedWindow> {
    const { rows } = await sql<{ points: number; ends_in: number }>`
      INSERT INTO rate_limits AS old (key, points, expires_at)
      VALUES (${key}, ${cost}, now() + make_interval(secs => ${seconds}))
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN old.expires_at <= now() THEN excluded.points ELSE old.points + excluded.points END,
        expires_at = CASE WHEN old.expires_at <= now() THEN excluded.expires_at ELSE old.expires_at END
      RETURNING points, extract(epoch FROM expires_at - now())::float8 AS ends_in
    `.execute(this.database.sql)
    const row = rows[0]!
    return { points: row.points, endsIn: Math.max(1, Math.ceil(row.ends_in)) }
  }

  /** Returns one `take` of a strict limit, when the action did not happen. */
  async returnPoints(name: RateLimitName, owner: LimitKey): Promise<void> {
    if (!this.config.rateLimits) return
    await sql`UPDATE rate_limits SET points = points - 1 WHERE key = ${`${name}:${owner}`} AND points > 0`.execute(
      this.database.sql,
    )
  }

  /** Deletes counters of expired windows. */
  async sweep(): Promise<void> {
    const now = Date.now()
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key)
    await sql`DELETE FROM rate_limits WHERE expires_at < now()`.execute(this.database.sql)
  }

  #takeLocally(key: string, { points, seconds }: Allowance) {
    const now = Date.now()
    let window = this.#windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      window = { points: 0, unsent: 0, endsAt: now + seconds * 1000 }
      this.#windows.set(key, window)
    }
    if (window.points >= points * tenths)
      throw tooManyRequests(Math.max(1, Math.ceil((window.endsAt - now) / 1000)))
    window.points += tenths
    window.unsent += tenths
  }

  async #exchange() {
    const now = Date.now()
    const dirty = [...this.#windows].filter(([, window]) => window.unsent >= tenths && window.endsAt > now)
    if (dirty.length === 0) return
    const news = dirty.map(([key, window]) => ({
      key,
      points: Math.floor(window.unsent / tenths),
      ends_in: (window.endsAt - now) / 1000,
    }))
    for (const [, window] of dirty) window.unsent %= tenths
    try {
      // Sorted to avoid deadlocks between processes.
      const { rows } = await sql<{ key: string; points: number; ends_in: number }>`
        INSERT INTO rate_limits AS old (key, points, expires_at)
        SELECT key, points, now() + make_interval(secs => ends_in)
        FROM jsonb_to_recordset(${JSON.stringify(news)}::jsonb) AS news (key text, points int, ends_in float8)
        ORDER BY key
        ON CONFLICT (key) DO UPDATE SET
          points = CASE WHEN old.expires_at <= now() THEN excluded.points ELSE old.points + excluded.points END,
          expires_at = CASE WHEN old.expires_at <= now() THEN excluded.expires_at ELSE old.expires_at END
        RETURNING key, points, extract(epoch FROM expires_at - now())::float8 AS ends_in
      `.execute(this.database.sql)
      for (const row of rows) {
        const window = this.#windows.get(row.key)
        if (window) window.points = Math.max(window.points, row.points * tenths + window.unsent)
      }
    } catch (error) {
      // Without the database each process counts for itself until the next exchange.
      for (const item of news) {
        const window = this.#windows.get(item.key)
        if (window) window.unsent += item.points * tenths
      }
      this.log.warn({ err: error }, 'rate limits could not be synchronized with the database')
    }
  }
}
