import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Binaries, findBinaries } from './embedded-postgres/binaries.ts'
import { checkVersion, ensureCluster, type Passwords, readPasswords } from './embedded-postgres/cluster.ts'
import { type Location, locate } from './embedded-postgres/location.ts'
import { becomeSite, enterOccupancy, leaveOccupancy } from './embedded-postgres/occupancy.ts'
import { findPostmaster, startPostmaster, stopPostmaster } from './embedded-postgres/postmaster.ts'
import { appRole, databaseName, ensureRoles, ownerRole } from './embedded-postgres/roles.ts'
import type { Logger } from './logger.ts'

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
  /** How long a `site` waits for the previous one; defaults to 15 s, longer than a stop takes. */
  readonly waitMs?: number
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
  /** Detaches within 8 seconds; the last process stops the server. */
  stop(): Promise<void>
}

const stopWaitMs = 15_000

/** Only crash recovery takes this long. */
const deadline = 120_000

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

/** The server is starting, stopping or not listening yet. */
const isPassing = (error: unknown): boolean =>
  ['57P03', '57P01', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(codeOf(error) ?? '') ||
  (error as Error).message === 'Connection terminated unexpectedly'

const urlOf = (socketDir: string, role: string, password: string, database: string): string =>
  `postgresql://${role}:${password}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`

/** Another process won the start, or workers of a killed server are still running. */
const isRivalry = (failure: string): boolean => /lock file|shared memory block|already exists/.test(failure)

const connect = async (connectionString: string): Promise<Client> => {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: 5000,
    application_name: 'vulx presence',
  })
  // Without a listener a lost connection would exit the process; callers listen for `end`.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

interface Presence {
  readonly client: Client
  readonly socketDir: string
  readonly mode: 'started' | 'attached'
}

interface Place {
  readonly location: Location
  readonly binaries: Binaries
  readonly passwords: Passwords
  readonly settings: Readonly<Record<string, string>>
}

/** Finds or starts the server and registers this process with it. */
const join = async ({ location, binaries, passwords, settings }: Place, log: Log): Promise<Presence> => {
  const begun = Date.now()
  let started: ReturnType<typeof startPostmaster> | undefined
  let announced = false
  for (;;) {
    const failure = started?.failure()
    if (failure !== undefined && !(isRivalry(failure) && Date.now() - begun < 10_000))
      throw new Error(`PostgreSQL did not start: ${failure}`)
    if (failure !== undefined) started = undefined
    const postmaster = findPostmaster(location.home)
    if (!postmaster && !started) started = startPostmaster(location, binaries, settings)
    if (postmaster?.socketDir) {
      const client = await connect(
        urlOf(postmaster.socketDir, 'postgres', passwords.superuser, 'postgres'),
      ).catch((error: unknown) => {
        if (isPassing(error)) return undefined
        throw error
      })
      if (client && (await enterOccupancy(client).catch(() => false)))
        return { client, socketDir: postmaster.socketDir, mode: started ? 'started' : 'attached' }
      await client?.end()
    }
    if (Date.now() - begun > deadline)
      throw new Error(`PostgreSQL is not ready after ${deadline / 1000} seconds.`)
    if (!announced && Date.now() - begun > 3000) {
      announced = true
      log.info('PostgreSQL is recovering from a crash; this can take a moment')
    }
    await sleep(failure === undefined ? 15 : 250)
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
  const { dataDir, log, as, waitMs = stopWaitMs, settings = {} } = options
  const location = locate(dataDir, log)
  const binaries = findBinaries(location.account, log)
  await ensureCluster(location, binaries, log)
  // Read first: a user without access fails here with a clear message.
  const passwords = readPasswords(location.home)
  checkVersion(location.home)
  const place: Place = { location, binaries, passwords, settings }

  const arrive = async (): Promise<Presence> => {
    const presence = await join(place, log)
    const sayWaiting = () =>
      log.info(
        `Another process still serves the site from ${dataDir}: waiting up to ${waitMs / 1_000} s for it to stop`,
      )
    if (as === 'site' && !(await becomeSite(presence.client, waitMs, sayWaiting))) {
      await presence.client.end()
      throw refuse(dataDir)
    }
    return presence
  }

  let presence = await arrive()
  const { socketDir, mode } = presence
  let stopping = false
  let returning: Promise<void> | undefined

  const comeBack = async (): Promise<void> => {
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, 5000)) {
      try {
        presence = await arrive()
        presence.client.once('end', onLost)
        log.info('PostgreSQL was restarted')
        return
      } catch (err) {
        log.error({ err }, 'PostgreSQL could not be restarted')
        await sleep(pause)
      }
    }
  }
  const onLost = (): void => {
    if (stopping || as === 'guest') return
    log.warn('PostgreSQL exited unexpectedly; restarting it')
    returning = comeBack()
  }
  presence.client.once('end', onLost)

  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    await returning
    const last = await leaveOccupancy(presence.client).catch((err: unknown) => {
      log.warn({ err }, 'PostgreSQL had already exited')
      return false
    })
    if (last) await stopPostmaster(location.home)
    await presence.client.end()
  }

  try {
    await ensureRoles(presence.client, passwords, (role, password, name) =>
      urlOf(socketDir, role, password, name),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ownerUrl: urlOf(socketDir, ownerRole, passwords.owner, databaseName),
    appUrl: urlOf(socketDir, appRole, passwords.app, databaseName),
    superuserUrl: urlOf(socketDir, 'postgres', passwords.superuser, 'postgres'),
    mode,
    stop,
  }
}
