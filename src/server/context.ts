import type { Config } from './config.ts'
import type { Gateways } from './gateways/gateways.ts'
import type { ConcurrencyLimiter } from './platform/concurrency-limiter.ts'
import type { Database } from './platform/database.ts'
import type { LiveHub } from './platform/live-hub.ts'
import type { Logger } from './platform/logger.ts'
import type { RateLimits } from './platform/rate-limits.ts'
import type { Sessions } from './platform/sessions.ts'
import type { VisitorCaches } from './platform/visitor-caches.ts'

/** What handlers may reach. Tests replace the gateways; everything else is real. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly database: Database
  readonly sessions: Sessions
  readonly limits: RateLimits
  readonly live: LiveHub
  readonly gateways: Gateways
  /** Undefined where answers are made afresh for everybody. */
  readonly visitorCaches: VisitorCaches | undefined
  /** Password hashes at once: each takes 19 MiB and a thread. */
  readonly hashGate: ConcurrencyLimiter
  /** Image decodes at once: one, since each takes up to 100 MB. */
  readonly imageGate: ConcurrencyLimiter
  /** Requests with large bodies at once, from before the body is read until the answer is made. */
  readonly uploadGate: ConcurrencyLimiter
}
