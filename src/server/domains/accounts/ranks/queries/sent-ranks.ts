import { sql } from 'kysely'
import { isStaffRank, keysOfRanks, type Rank } from '../../../../../contract/accounts/ranks.ts'
import type { Context } from '../../../../context.ts'
import type { Database, Executor } from '../../../../platform/database/database.ts'
import { grantedRank } from '../../../../platform/granted-rank.ts'
import type { Job } from '../../../../platform/jobs/jobs.ts'
import { queueForGameServers } from '../../../../platform/jobs/outbox.ts'

const batch = 100

/**
 * Queues the rank of an account for every game server. Call it in the transaction of the change. Staff ranks are left to
 * `queueStaffRanks`: what the site grants of them also changes with passwords, second factors and the configuration.
 */
export async function queueRank(transaction: Executor, userId: number): Promise<void> {
  const { rows } = await sql<{ rank: Rank | null }>`
    UPDATE users SET sent_rank = CASE WHEN rank = ANY(${keysOfRanks((key) => !isStaffRank(key))}::text[]) THEN rank END
    WHERE id = ${userId} RETURNING sent_rank AS rank
  `.execute(transaction)
  for (const { rank } of rows) {
    if (rank !== null) await queueForGameServers(transaction, userId, 'rank', { rank })
  }
}

const changed = () => sql`users
  WHERE rank <> 'Member' AND rank = ANY(${keysOfRanks(isStaffRank)}::text[])
    AND EXISTS (SELECT FROM game_identities WHERE user_id = users.id)
    AND sent_rank IS DISTINCT FROM ${grantedRank()}`

/** Queues the granted ranks of staff with a player whom game servers were last sent another one. */
export async function queueStaffRanks(database: Pick<Database, 'sql'>): Promise<void> {
  const next = () =>
    database.sql.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ id: number; rank: Rank }>`
        WITH changed AS (
          SELECT id FROM ${changed()} ORDER BY id LIMIT ${batch} FOR NO KEY UPDATE
        )
        UPDATE users SET sent_rank = ${grantedRank()} FROM changed WHERE users.id = changed.id
        RETURNING users.id, sent_rank AS rank
      `.execute(transaction)
      for (const { id, rank } of rows) await queueForGameServers(transaction, id, 'rank', { rank })
      return rows.length
    })
  while ((await next()) === batch);
}

/** After a restore game servers may have other ranks: queues those of all linked members. */
export async function queueAllRanks(transaction: Executor): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users
    WHERE username IS NOT NULL AND EXISTS (SELECT FROM game_identities WHERE user_id = users.id) ORDER BY id
  `.execute(transaction)
  for (const { id } of rows) await queueRank(transaction, id)
}

export const staffRanksJob = ({ database }: Pick<Context, 'database'>): Job => ({
  name: 'ranks of staff for game servers',
  everyMs: 2_000,
  due: () => sql`EXISTS (SELECT FROM ${changed()})`,
  work: () => queueStaffRanks(database),
})
