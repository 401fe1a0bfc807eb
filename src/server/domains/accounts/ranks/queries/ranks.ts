import { type RawBuilder, sql } from 'kysely'
import type { Area } from '../../../../../contract/accounts/areas.ts'
import type { NewRank, RankRecord } from '../../../../../contract/accounts/rank-admin-schemas.ts'
import { isShippedRank, type ListedRank, type Rank } from '../../../../../contract/accounts/ranks.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { queueRank } from './sent-ranks.ts'

/** The ranks in their order. */
export async function readRanks(executor: Executor): Promise<ListedRank[]> {
  const rows = await executor
    .selectFrom('ranks')
    .select(['key', 'name', 'power', 'colour', 'aliases', 'is_shown', 'areas'])
    .where('merged_into', 'is', null)
    .orderBy('position')
    .orderBy('number')
    .execute()
  return rows.map(({ key, name, power, colour, aliases, is_shown, areas }) => ({
    key,
    name,
    power: power as ListedRank['power'],
    ...(colour !== null && { colour }),
    ...(aliases.length > 0 && { aliases }),
    ...(!is_shown && { isHidden: true as const }),
    ...(areas !== null && { areas: areas as Area[] }),
  }))
}

const records = (where: RawBuilder<unknown>): RawBuilder<Omit<RankRecord, 'shipped'>> => sql`
  SELECT key, number::int, name, colour, power, areas, level::int, aliases, is_shown AS shown, version,
    CASE WHEN key <> 'Member' THEN (SELECT count(*)::int FROM users
      WHERE rank <> 'Member' AND rank IN (SELECT part.key FROM ranks AS part WHERE part.key = ranks.key OR part.merged_into = ranks.key))
      END AS members
  FROM ranks WHERE merged_into IS NULL AND ${where} ORDER BY position, number`

const recordOf = (row: Omit<RankRecord, 'shipped'>): RankRecord => ({
  ...row,
  shipped: isShippedRank(row.key),
})

export const listRankRecords = async (executor: Executor): Promise<RankRecord[]> =>
  (await records(sql`true`).execute(executor)).rows.map(recordOf)

/** Undefined for a rank that was merged. */
export async function findRankRecord(executor: Executor, key: Rank): Promise<RankRecord | undefined> {
  const { rows } = await records(sql`key = ${key}`).execute(executor)
  return rows[0] && recordOf(rows[0])
}

/** Locks all ranks until the transaction ends, because they are counted and compared. Readers do not wait. */
export const lockRankTable = (transaction: Executor) =>
  sql`LOCK TABLE ranks IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)

/** Keys of merged ranks, which no other rank may have, by the rank that they became part of. */
export async function listMergedKeys(executor: Executor): Promise<{ key: Rank; into: Rank }[]> {
  const rows = await executor
    .selectFrom('ranks')
    .select(['key', 'merged_into'])
    .where('merged_into', 'is not', null)
    .execute()
  return rows.map(({ key, merged_into }) => ({ key, into: merged_into as Rank }))
}

export async function insertRank(
  transaction: Executor,
  rank: NewRank & { readonly level: number },
): Promise<void> {
  await sql`
    INSERT INTO ranks (key, number, name, colour, power, areas, level, position)
    SELECT ${rank.name}, max(number) + 1, ${rank.name}, ${rank.colour}, ${rank.power}, ${rank.areas ?? null}::text[], ${rank.level}::int, 0 FROM ranks
  `.execute(transaction)
}

export async function updateRank(
  transaction: Executor,
  { key, name, colour, level, shown, aliases, areas }: RankRecord,
): Promise<void> {
  await transaction
    .updateTable('ranks')
    .set({ name, colour, level, is_shown: shown, aliases, areas, version: sql`version + 1` })
    .where('key', '=', key)
    .execute()
}

/** Accounts that have the rank, also by the key of one that was merged into it. */
export async function listMembersOfRank(executor: Executor, key: Rank): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE rank IN (SELECT part.key FROM ranks AS part WHERE part.key = ${key} OR part.merged_into = ${key})
    ORDER BY id
  `.execute(executor)
  return rows.map(({ id }) => id)
}

/** Stores the order of all ranks that are not merged. */
export async function storeOrder(transaction: Executor, keys: readonly Rank[]): Promise<void> {
  await sql`
    UPDATE ranks SET position = wanted.position - 1
    FROM unnest(${[...keys]}::text[]) WITH ORDINALITY AS wanted (key, position)
    WHERE ranks.key = wanted.key
  `.execute(transaction)
}

/** What was merged into the rank before becomes part of the same one. */
export async function storeMerge(transaction: Executor, key: Rank, into: Rank): Promise<void> {
  await sql`UPDATE ranks SET merged_into = ${into} WHERE key = ${key} OR merged_into = ${key}`.execute(
    transaction,
  )
}

/** Gives up to `limit` accounts of merged ranks the rank that theirs became part of, and notifies game servers. */
export async function moveMergedMembers(transaction: Executor, limit: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH moved AS (
      SELECT users.id, merged_into FROM users JOIN ranks ON ranks.key = users.rank
      WHERE rank <> 'Member' AND rank = ANY(ARRAY(SELECT key FROM ranks WHERE merged_into IS NOT NULL))
      ORDER BY users.id LIMIT ${limit} FOR NO KEY UPDATE OF users
    )
    UPDATE users SET rank = moved.merged_into FROM moved WHERE users.id = moved.id RETURNING users.id
  `.execute(transaction)
  for (const { id } of rows) await queueRank(transaction, id)
  return rows.length
}
