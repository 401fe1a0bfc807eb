import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isPassingDatabaseError } from './passing-errors.ts'

/** How a start or a command waits for a database that cannot be reached. */
export interface DatabaseWait {
  readonly waitMs: number
  /** Takes the one sentence that says what is waited for. */
  readonly report: (sentence: string) => void
  /** Ends the wait, and what waits. */
  readonly stop?: AbortSignal | undefined
}

const pauses = { firstMs: 100, maxMs: 2_000 }

/**
 * Runs `work` again while the database cannot be reached or is recovering, with one sentence at the first failure.
 * `work` must be repeatable. @throws what does not pass by itself, at once
 */
export async function whenReachable<T>(
  work: (leftMs: number) => Promise<T>,
  { waitMs, report, stop }: DatabaseWait,
): Promise<T> {
  const until = performance.now() + waitMs
  let isReported = false
  for (let pauseMs = pauses.firstMs; ; pauseMs = Math.min(2 * pauseMs, pauses.maxMs)) {
    stop?.throwIfAborted()
    try {
      return await work(until - performance.now())
    } catch (error) {
      stop?.throwIfAborted()
      if (!isPassingDatabaseError(error)) throw error
      const leftMs = until - performance.now()
      if (leftMs <= 0)
        throw new Error(`the database was not reachable for ${waitMs / 1_000} s (${reasonOf(error)})`, {
          cause: error,
        })
      if (!isReported)
        report(
          `The database is not reachable (${reasonOf(error)}): trying again for up to ${waitMs / 1_000} s`,
        )
      isReported = true
      await sleep(Math.min(pauseMs, leftMs), undefined, stop && { signal: stop }).catch(() => undefined)
    }
  }
}

/** A connection to several addresses fails without a message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || 'unknown'
}

interface ConnectOptions {
  readonly name: string
  readonly timeoutMs?: number
  /** Breaks off the attempt, not the open connection. */
  readonly stop?: AbortSignal | undefined
}

export interface OwnConnection {
  readonly client: Client
  /** Closes it at once, whatever it does; the server rolls back. */
  readonly cut: () => void
}

/** How long a starved or silent server may take to sign in. */
export const connectMs = 20_000

/** Opens a connection outside the pool. */
export async function connectOnce(
  url: string,
  { name, timeoutMs = connectMs, stop }: ConnectOptions,
): Promise<OwnConnection> {
  // Only destroying the socket ends an attempt on a server that is silent.
  const socket = new Socket()
  const cut = () => void socket.destroy()
  const client = new Client({
    connectionString: url,
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    application_name: name,
  })
  // The running query rejects by itself; without a listener a lost connection would exit the process.
  client.on('error', () => undefined)
  stop?.throwIfAborted()
  stop?.addEventListener('abort', cut, { once: true })
  try {
    await client.connect()
    return { client, cut }
  } catch (error) {
    cut()
    stop?.throwIfAborted()
    throw error
  } finally {
    stop?.removeEventListener('abort', cut)
  }
}

/** Opens a connection outside the pool once the database can be reached. */
export const connectWhenReachable = (url: string, name: string, wait: DatabaseWait): Promise<OwnConnection> =>
  whenReachable(
    (leftMs) =>
      connectOnce(url, { name, timeoutMs: Math.max(1_000, Math.min(connectMs, leftMs)), stop: wait.stop }),
    wait,
  )

/** Does not wait for the work any more once the signal is aborted. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  // Nobody may be waiting for it any more when it fails.
  work.catch(() => undefined)
  let cut = () => {}
  const aborted = new Promise<never>((_, reject) => {
    cut = () => reject(signal.reason)
    signal.addEventListener('abort', cut, { once: true })
  })
  try {
    signal.throwIfAborted()
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', cut)
  }
}
