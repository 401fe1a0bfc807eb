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
export const enter = (client: Client): Promise<boolean> => ask(client, `pg_try_advisory_lock_shared(${user})`)

/** A process killed hard frees its lock within milliseconds, once PostgreSQL sees its connection closed. */
export const becomeSite = async (client: Client): Promise<boolean> => {
  for (let tries = 0; tries < 10; tries += 1) {
    if (await ask(client, `pg_try_advisory_lock(${site})`)) return true
    await sleep(50)
  }
  return false
}

/** True: nobody else is left, and nobody can enter any more. */
export const leave = async (client: Client): Promise<boolean> => {
  await client.query(`SELECT pg_advisory_unlock_shared(${user})`)
  return ask(client, `pg_try_advisory_lock(${user})`)
}
