import { imageLimits, uploadLimits } from '../contract/limits.ts'
import type { Config } from './config.ts'
import { type Gateways, realGateways } from './gateways/gateways.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { ConcurrencyLimiter } from './platform/http/concurrency-limiter.ts'
import { RateLimits } from './platform/http/rate-limits.ts'
import { Sessions } from './platform/http/sessions.ts'
import { VisitorCaches } from './platform/http/visitor-caches.ts'
import { Languages } from './platform/languages/languages.ts'
import { DomainEventBus } from './platform/live/domain-events.ts'
import { LiveHub } from './platform/live/live-hub.ts'
import type { Logger } from './platform/logs/logger.ts'
import type { EncodeImage } from './platform/media/image.ts'

/** What handlers may reach. Tests replace the gateways; everything else is real. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly database: Database
  readonly sessions: Sessions
  readonly limits: RateLimits
  readonly live: LiveHub
  readonly events: DomainEventBus
  readonly languages: Languages
  readonly gateways: Gateways
  /** Undefined where nothing is cached for visitors. */
  readonly visitorCaches: VisitorCaches | undefined
  /** Password hashes at once: each takes 19 MiB and a thread. */
  readonly hashLimiter: ConcurrencyLimiter
  /** Replaces the cost of a password hash (`passwords.ts`). */
  readonly passwordCost?: { readonly memoryCost: number; readonly timeCost: number }
  /** Replaces the process that decodes posted and fetched pictures. */
  readonly encodeImage?: EncodeImage | undefined
  /** Replaces the rendering of share images, which are drawn as SVG. */
  readonly renderImage?: ((svg: string) => Promise<Buffer>) | undefined
  /** Image decodes at once: one, since each takes up to 100 MB. */
  readonly imageLimiter: ConcurrencyLimiter
  /** Requests with large bodies at once, from before the body is read until the response is made. */
  readonly uploadLimiter: ConcurrencyLimiter
}

interface ContextOptions extends Partial<Omit<Context, 'config' | 'log'>> {
  readonly log: Logger
  readonly databaseUrl: string
}

/** Makes the context of a process. Whatever `overrides` name replaces the real part. */
export function createContext(config: Config, { log, databaseUrl, ...overrides }: ContextOptions): Context {
  const database =
    overrides.database ?? openDatabase({ url: databaseUrl, readUrl: config.databaseReadUrl, log })
  return {
    config,
    log,
    database,
    sessions: new Sessions(database, config, log),
    limits: new RateLimits(database, log, config),
    live: new LiveHub({ url: databaseUrl, database, log }),
    events: new DomainEventBus(),
    languages: new Languages(),
    gateways: realGateways(config),
    visitorCaches: new VisitorCaches(() => database.replicas?.changed()),
    hashLimiter: new ConcurrencyLimiter(2, 200, 4),
    imageLimiter: new ConcurrencyLimiter(imageLimits.parallelDecodes, 40),
    uploadLimiter: new ConcurrencyLimiter(
      uploadLimits.parallel,
      uploadLimits.waiting,
      uploadLimits.perMember,
    ),
    ...overrides,
  }
}

/** Starts live messages, which also empty the caches. Returns a function that stops them; the database stays open. */
export async function startContext({ live, limits, visitorCaches }: Context): Promise<() => Promise<void>> {
  await live.start()
  const unsubscribe = visitorCaches?.subscribe(live)
  return async () => {
    limits.close()
    unsubscribe?.()
    await live.close()
  }
}
