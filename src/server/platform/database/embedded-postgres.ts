import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logs/logger.ts'
import { type Binaries, findBinaries } from './embedded-postgres/binaries.ts'
import { checkVersion, ensureCluster, type Passwords, readPasswords } from './embedded-postgres/cluster.ts'
import { type Location, locate } from './embedded-postgres/location.ts'
import { becomeSite, enterOccupancy, isUnoccupied, leaveOccupancy } from './embedded-postgres/occupancy.ts'
import {
  findPostmaster,
  type StartedPostmaster,
  startPostmaster,
  stopPostmaster,
} from './embedded-postgres/postmaster.ts'
import { appRole, databaseName, ensureRoles, ownerRole } from './embedded-postgres/roles.ts'
import { isPassingDatabaseError } from './passing-errors.ts'
import { connectOnce, type OwnConnection, unlessAborted } from './reachable-database.ts'

type Log = Pick<Logger, 'info' | 'warn' | 'error'>

export interface EmbeddedPostgresOptions {
  /** DATA_DIR: one directory, one database, one site. */
  readonly dataDir: string
  readonly log: Log
  /**
   * `site`: exclusive; waits for a previous site to stop, restarts a server that crashes and stops it at the end.
   * `guest`: commands and tests; attaches to the running server, or starts one temporarily.
   */
  readonly as: 'site' | 'guest'
  /** How long a `site` waits for the previous one; defaults to 30 s, longer than a stop takes. */
  readonly waitMs?: number
  /** How long the server may take to respond. */
  readonly readyMs?: number
  /** Ends the opening; what was started has ended when it rejects. */
  readonly stop?: AbortSignal | undefined
  /** Cuts every wait of a stop short. */
  readonly hurry?: AbortSignal | undefined
  /** Overrides of server settings, for tests, which need no durability. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface EmbeddedPostgres {
  /** Schema owner, for migrations, backup and restore. */
  readonly ownerUrl: string
  /** Reads and writes rows, for everything else. */
  readonly appUrl: string
  /** Creates databases; for tests only. */
  readonly superuserUrl: string
  readonly mode: 'started' | 'attached'
  /** Detaches; the last process stops the server. Twice is once. @throws LeftBehindError */
  stop(): Promise<void>
}

const stopWaitMs = 30_000

/** Only crash recovery takes this long. */
const defaultReadyMs = 120_000

const urlOf = (socketDir: string, role: string, password: string, database: string): string =>
  `postgresql://${role}:${password}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`

/**
 * Another process won the start, workers of a killed server are still running, or it was killed just after it rolled back
 * an unlogged table: its first recovery trips over the empty file of that table, which the next one removes.
 */
const isPassing = (failure: string): boolean =>
  /lock file|shared memory block|already exists|could not create file "base\/[^"]+": File exists/.test(
    failure,
  )

/** How long a start is tried again for that. */
const passingMs = 60_000

const connect = (socketDir: string, password: string, stop?: AbortSignal, timeoutMs?: number) =>
  connectOnce(urlOf(socketDir, 'postgres', password, 'postgres'), {
    name: 'vulx presence',
    stop,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })

/** Undefined when the work fails, or takes too long. */
const resultWithin = async <T>(ms: number, work: Promise<T>): Promise<T | undefined> => {
  const late = new AbortController()
  try {
    return await Promise.race([work, sleep(ms, undefined, { signal: late.signal })])
  } catch {
    return undefined
  } finally {
    late.abort()
  }
}

interface Presence extends OwnConnection {
  readonly socketDir: string
  /** The server, when this process started it. */
  readonly started: StartedPostmaster | undefined
}

interface Place {
  readonly location: Location
  readonly binaries: Binaries
  readonly passwords: Passwords
  readonly settings: Readonly<Record<string, string>>
}

interface JoinOptions {
  readonly log: Log
  readonly waitMs: number
  readonly stop: AbortSignal
  readonly hurry: AbortSignal | undefined
}

/** Finds or starts the server and registers this process with it. What it started has ended when it throws. */
const join = async (place: Place, options: JoinOptions): Promise<Presence> => {
  const { location, binaries, passwords, settings } = place
  const { log, waitMs, stop } = options
  const begun = Date.now()
  let started: StartedPostmaster | undefined
  let isReported = false
  try {
    for (;;) {
      stop.throwIfAborted()
      const failure = started?.failure()
      if (failure !== undefined && !(isPassing(failure) && Date.now() - begun < passingMs))
        throw new Error(`PostgreSQL did not start: ${failure}`)
      if (failure !== undefined) started = undefined
      const postmaster = findPostmaster(location.home)
      if (!postmaster && !started) started = startPostmaster(location, binaries, settings)
      if (postmaster?.socketDir) {
        const { socketDir } = postmaster
        const connection = await connect(socketDir, passwords.superuser, stop).catch((error: unknown) => {
          stop.throwIfAborted()
          if (isPassingDatabaseError(error)) return undefined
          throw error
        })
        if (connection && (await enterOccupancy(connection.client).catch(() => false)))
          return { ...connection, socketDir, started }
        connection?.cut()
      }
      if (Date.now() - begun > waitMs) throw new Error(`PostgreSQL was not ready after ${waitMs / 1_000} s.`)
      if (!isReported && Date.now() - begun > 3_000) {
        isReported = true
        log.info(`PostgreSQL is not ready yet, or recovers from a crash: waiting up to ${waitMs / 1_000} s`)
      }
      await sleep(failure === undefined ? 15 : 250)
    }
  } catch (error) {
    await endUnlessUsed(place, started, options.hurry)
    throw error
  }
}

/** Longer than a responsive server needs, also on a starved processor. */
const responseMs = 10_000
const hurriedResponseMs = 1_000

/**
 * Stops the server unless another process uses it. One that does not respond is stopped by the process that started it:
 * who waits to join it starts it again.
 */
const endUnlessUsed = async (
  { location: { home }, passwords }: Place,
  started: StartedPostmaster | undefined,
  hurry: AbortSignal | undefined,
): Promise<void> => {
  const socketDir = findPostmaster(home)?.socketDir
  const ms = hurry?.aborted ? hurriedResponseMs : responseMs
  const connection = socketDir
    ? await connect(socketDir, passwords.superuser, hurry, ms).catch(() => undefined)
    : undefined
  try {
    const isLast = connection && (await resultWithin(ms, isUnoccupied(connection.client)))
    if (isLast ?? started !== undefined) await stopPostmaster(home, { started, hurry })
  } finally {
    connection?.cut()
  }
}

const refuse = (dataDir: string): Error =>
  new Error(
    `Another process already serves the site from ${dataDir}: stop it first, or give this one its own DATA_DIR.`,
  )

/**
 * Opens the PostgreSQL of the npm package with its data in DATA_DIR. For root the data may be outside, in a path that a
 * file in DATA_DIR names. It listens on a Unix socket only.
 */
export const openEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const {
    dataDir,
    log,
    as,
    waitMs = stopWaitMs,
    readyMs = defaultReadyMs,
    settings = {},
    stop,
    hurry,
  } = options
  const location = locate(dataDir, log)
  const binaries = findBinaries(location.account, log)
  await ensureCluster(location, binaries, log, stop)
  // Read first: a user without access fails here with a clear message.
  const passwords = readPasswords(location.home)
  checkVersion(location.home)
  const place: Place = { location, binaries, passwords, settings }
  const leaving = new AbortController()

  const leave = async ({ client, cut, started }: Presence): Promise<void> => {
    const ms = hurry?.aborted ? hurriedResponseMs : responseMs
    const isLast = await resultWithin(ms, leaveOccupancy(client))
    try {
      if (isLast) await stopPostmaster(location.home, { started, hurry })
      if (isLast === undefined) await endUnlessUsed(place, started, hurry)
    } finally {
      cut()
    }
  }

  const arrive = async (stop: AbortSignal): Promise<Presence> => {
    const onWait = () =>
      log.info(
        `Another process still serves the site from ${dataDir}: waiting up to ${waitMs / 1_000} s for it to stop`,
      )
    for (const begun = Date.now(); ; ) {
      const presence = await join(place, { log, waitMs: readyMs, stop, hurry })
      try {
        if (as === 'guest' || (await becomeSite(presence.client, { waitMs, onWait, stop }))) return presence
      } catch (error) {
        await leave(presence)
        // The site before may have taken the server with it.
        if (!isPassingDatabaseError(error) || Date.now() - begun > waitMs) throw error
        continue
      }
      await leave(presence)
      throw refuse(dataDir)
    }
  }

  let presence = await arrive(stop ?? leaving.signal)
  const { socketDir } = presence
  const mode = presence.started ? 'started' : 'attached'
  let returning: Promise<void> | undefined

  const comeBack = async (): Promise<void> => {
    for (let pause = 100; !leaving.signal.aborted; pause = Math.min(pause * 2, 5000)) {
      try {
        presence = await arrive(leaving.signal)
        presence.client.once('end', onLost)
        log.info('PostgreSQL was restarted')
        return
      } catch (err) {
        if (leaving.signal.aborted) return
        log.error({ err }, 'PostgreSQL could not be restarted')
        await sleep(pause)
      }
    }
  }
  const onLost = (): void => {
    if (leaving.signal.aborted || as === 'guest') return
    log.warn('PostgreSQL exited unexpectedly; restarting it')
    returning = comeBack()
  }
  presence.client.once('end', onLost)

  let stopped: Promise<void> | undefined
  const stopServer = async (): Promise<void> => {
    leaving.abort()
    await returning
    await leave(presence)
  }
  const stopOnce = () => (stopped ??= stopServer())

  try {
    const urlFor = (role: string, password: string, name: string) => urlOf(socketDir, role, password, name)
    await unlessAborted(ensureRoles(presence.client, passwords, urlFor), hurry)
    stop?.throwIfAborted()
  } catch (error) {
    await stopOnce()
    stop?.throwIfAborted()
    throw error
  }
  return {
    ownerUrl: urlOf(socketDir, ownerRole, passwords.owner, databaseName),
    appUrl: urlOf(socketDir, appRole, passwords.app, databaseName),
    superuserUrl: urlOf(socketDir, 'postgres', passwords.superuser, 'postgres'),
    mode,
    stop: stopOnce,
  }
}
