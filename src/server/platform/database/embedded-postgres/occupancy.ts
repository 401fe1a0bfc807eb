import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'

/**
 * Advisory locks, released when the process ends for whatever reason. Each process holds `user` shared; the
 * one that can take it exclusively is the last and stops the server. The site also holds `site`.
 */
const user = `hashtext('vulx cluster user')`
const site = `hashtext('vulx site')`

const ask = async (client: Client, call: string): Promise<boolean> => {
  const { rows } = await client.query<{ yes: boolean }>(`SELECT ${call} AS yes`)
  return rows[0]?.yes === true
}

/** False while another process stops the server. */
export const enterOccupancy = (client: Client): Promise<boolean> =>
  ask(client, `pg_try_advisory_lock_shared(${user})`)

/** PostgreSQL releases the lock of a killed process within milliseconds. */
const quietMs = 500

interface Waiting {
  readonly waitMs: number
  readonly onWait: () => void
  readonly stop: AbortSignal
}

/** Waits at most `waitMs` for another site to stop; calls `onWait` unless the lock is free almost at once. */
export const becomeSite = async (client: Client, { waitMs, onWait, stop }: Waiting): Promise<boolean> => {
  const begun = performance.now()
  let hasCalled = false
  while (!(await ask(client, `pg_try_advisory_lock(${site})`))) {
    stop.throwIfAborted()
    const waited = performance.now() - begun
    if (waited >= waitMs) return false
    if (waited >= quietMs && !hasCalled) {
      hasCalled = true
      onWait()
    }
    await sleep(50)
  }
  return true
}

/** True when no process uses the server and, as long as this connection lives, none can enter. */
export const isUnoccupied = (client: Client): Promise<boolean> => ask(client, `pg_try_advisory_lock(${user})`)

/** True when no process is left and none can enter. */
export const leaveOccupancy = async (client: Client): Promise<boolean> => {
  await client.query(`SELECT pg_advisory_unlock_shared(${user})`)
  return isUnoccupied(client)
}
