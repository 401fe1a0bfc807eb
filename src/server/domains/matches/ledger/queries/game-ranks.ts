import { sql } from 'kysely'
import { isStaffRank, keysOfRanks, type Rank, rankCalled } from '../../../../../contract/accounts/ranks.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { queueForGameServers } from '../../../../platform/jobs/outbox.ts'
import { recordGameServerAudit } from './keys.ts'
import { countUnknownRanks } from './unknown-ranks.ts'

interface GameRank {
  readonly userId: number
  /** As the game server wrote it. */
  readonly rank: string
  readonly at: Date
}

const isMemberRank = (rank: Rank) => !isStaffRank(rank)

/**
 * Stores ranks of members that a game server said, if its key may set ranks, and counts those that no rank answers to.
 * An account of staff rank keeps its own. The other game servers are notified, the sender is not.
 */
export async function storeGameRanks(
  transaction: Executor,
  serverId: number,
  ranks: readonly GameRank[],
): Promise<void> {
  if (ranks.length === 0) return
  const { rows } = await sql`
    SELECT FROM game_servers WHERE id = ${serverId} AND sets_ranks
  `.execute(transaction)
  if (rows.length === 0) return
  const known = ranks.flatMap((said) => {
    const rank = rankCalled(said.rank)?.key
    return rank !== undefined && isMemberRank(rank) ? [{ ...said, rank }] : []
  })
  for (const said of known.toSorted((one, other) => one.userId - other.userId || +one.at - +other.at)) {
    const before = await storeGameRank(transaction, said)
    if (before === undefined || before.rank === said.rank) continue
    await queueForGameServers(
      transaction,
      said.userId,
      'rank',
      { rank: said.rank },
      { exceptServer: serverId },
    )
    if (!before.isMember) continue
    await recordGameServerAudit(transaction, serverId, {
      action: 'member.rank',
      subject: { type: 'member', id: said.userId },
      before: { rank: before.rank },
      after: { rank: said.rank },
    })
  }
  await countUnknownRanks(
    transaction,
    serverId,
    ranks.flatMap(({ rank }) => (rankCalled(rank) === undefined ? [rank.trim()] : [])),
  )
}

/** Returns the account as it was; undefined when it keeps its rank. */
async function storeGameRank(
  transaction: Executor,
  { userId, rank, at }: GameRank,
): Promise<{ readonly rank: string; readonly isMember: boolean } | undefined> {
  const { rows } = await sql<{ rank: string; isMember: boolean }>`
    WITH held AS (
      SELECT id, rank, username IS NOT NULL AS "isMember" FROM users
      WHERE id = ${userId} AND rank = ANY(${keysOfRanks(isMemberRank)}::text[]) AND deleted_at IS NULL
        AND (game_rank_at IS NULL OR game_rank_at <= ${at})
      FOR NO KEY UPDATE
    )
    UPDATE users SET rank = ${rank}, game_rank_at = ${at} FROM held WHERE users.id = held.id
    RETURNING held.rank, held."isMember"
  `.execute(transaction)
  return rows[0]
}
