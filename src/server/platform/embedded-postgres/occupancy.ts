import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'

/**
 * Who uses a cluster, as advisory locks of one connection for each process: they end with the process however it
 * dies. Everybody holds `user` shared; whoever gets it alone was the last and may turn off the light. The site also
 * holds `site`.
 */
const user = `hashtext('vulx cluster user')`
const site = `hashtext('vulx site')`

const ask = async (client: Client, call: string): Promise<boolean> => {
  const { rows } = await client.query<{ yes: boolean }>(`SELECT ${call} AS yes`)
  return rows[0]?.yes === true
}

/** False while somebody is stopping the server. */
export const enterOccupancy = (client: Client): Promise<boolean> =>
  ask(client, `pg_try_advisory_lock_shared(${user})`)

/** A process killed hard frees its lock within milliseconds, once PostgreSQL sees its connection closed. */
const quietMs = 500

/** Waits until no other site is left, `waitMs` at most; `onWait` when it takes longer than a killed one does. */
export const becomeSite = async (client: Client, waitMs: number, onWait: () => void): Promise<boolean> => {
  const begun = performance.now()
  let isTold = false
  while (!(await ask(client, `pg_try_advisory_lock(${site})`))) {
    const waited = performance.now() - begun
    if (waited >= waitMs) return false
    if (waited >= quietMs && !isTold) {
      isTold = true
      onWait()
    }
    await sleep(50)
  }
  return true
}

/** True: nobody else is left, and nobody can enter any more. */
export const leaveOccupancy = async (client: Client): Promise<boolean> => {
  await client.query(`SELECT pg_advisory_unlock_shared(${user})`)
  return ask(client, `pg_try_advisory_lock(${user})`)
}
