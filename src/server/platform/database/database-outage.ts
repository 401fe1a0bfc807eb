/** `unreachable`: no response; `read-only`: reads work, writes are refused, as on a standby. */
type OutageKind = 'unreachable' | 'read-only'

/** What this module needs of the logger, which imports this module. */
interface OutageLog {
  warn(fields: object, message: string): void
}

/** Asks the database whether it accepts writes. Rejects when it does not respond. */
type Probe = () => Promise<{ readonly writes: boolean }>

const probeEveryMs = 500

const sentences: Readonly<Record<OutageKind, string>> = {
  unreachable: 'the database does not respond: what needs it is answered with 503 until it does',
  'read-only': 'the database only reads: writes are answered with 503 until it accepts them again',
}

/** SQLSTATE of a write on a server that only reads: a standby, or one that is about to be promoted. */
const readOnlyTransaction = '25006'

/**
 * SQLSTATE classes after which the server has closed, or is about to close, the session: connection exception, shutdown,
 * crash, not yet ready for connections.
 */
const serverLeaves = /^(?:08|57P0[1-3])/

/** Connection errors of Node and of `pg`, which have no SQLSTATE. */
const connectionLost =
  /ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/

/** Errors that a logged outage explains. */
const explained = new WeakSet<object>()

/** Whether an outage that was logged once explains this error, so that a line of its own would say nothing new. */
export const isOfDatabaseOutage = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && explained.has(error)

/** Reads an unlogged table, which only the primary has: what is read instead while there is none. */
export const readUnlessAway = async <T>(
  read: () => Promise<T>,
  instead: () => T | Promise<T>,
): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (isOfDatabaseOutage(error)) return instead()
    throw error
  }
}

function kindOf(error: Error & { code?: string }): OutageKind | undefined {
  const { code = '', message } = error
  if (code === readOnlyTransaction) return 'read-only'
  if (serverLeaves.test(code) || connectionLost.test(`${code} ${message}`)) return 'unreachable'
  return undefined
}

/**
 * Follows outages of the database from the errors of its connections. The first error is logged, then the begin and the
 * end of an outage; the database is probed twice a second until it accepts writes.
 */
export class DatabaseOutage {
  #kind: OutageKind | undefined
  #isProbing = false
  #isClosed = false
  #firstErrorAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly log: OutageLog,
    private readonly probe: Probe,
  ) {}

  /** Milliseconds since the epoch at which writes began to be refused; undefined while they are accepted. */
  get begunAtMs(): number | undefined {
    return this.#kind === undefined ? undefined : this.#firstErrorAt
  }

  /** Whether the database is known not to respond: one that only reads still answers. */
  get isUnreachable(): boolean {
    return this.#kind === 'unreachable'
  }

  /** Looks whether a failed query or connection attempt belongs to an outage. */
  observe(error: unknown): void {
    const kind = error instanceof Error ? kindOf(error) : undefined
    if (kind === undefined || this.#isClosed) return
    if (!this.#isProbing) {
      this.#isProbing = true
      this.#firstErrorAt = Date.now()
      this.log.warn({ err: error }, 'a database connection failed')
      void this.#check()
    }
    this.explain(error as Error)
    if (kind === 'read-only') this.#enter(kind)
  }

  /** The outage is why a read failed that only the primary can answer. */
  explain(error: Error): void {
    explained.add(error)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #enter(kind: OutageKind): void {
    if (this.#kind === kind) return
    this.#kind = kind
    this.log.warn({}, sentences[kind])
  }

  /** `probes`: made before this one; `failures`: of them, those that failed since the last success. */
  async #check(probes = 0, failures = 0): Promise<void> {
    const found = await this.probe().then(
      ({ writes }): OutageKind | undefined => (writes ? undefined : 'read-only'),
      (): OutageKind => 'unreachable',
    )
    if (this.#isClosed) return
    // Connections are lost one after the other: the first probe may have got one that was lost with the one that failed,
    // or one that is about to be.
    if (found === undefined && probes > 0) return this.#end()
    if (found === 'read-only' || (found === 'unreachable' && failures > 0)) this.#enter(found)
    const failed = found === undefined ? 0 : failures + 1
    this.#timer = setTimeout(() => void this.#check(probes + 1, failed), probeEveryMs)
    this.#timer.unref()
  }

  #end(): void {
    this.#isProbing = false
    if (this.#kind === undefined) return
    this.#kind = undefined
    const seconds = ((Date.now() - this.#firstErrorAt) / 1000).toFixed(1)
    this.log.warn({}, `the database accepts writes again, after ${seconds} s`)
  }
}
