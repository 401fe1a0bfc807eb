import { recordConsoleAudit } from '../../../platform/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { LiveHub } from '../../../platform/live/live-hub.ts'
import { project } from './projection.ts'
import { BoardIds } from './queries/boards.ts'
import { readTime } from './queries/events.ts'
import { lockIdentitiesShared, lockNames, lockUsers } from './queries/locks.ts'
import { findEntries, findStored, insertVoids } from './queries/matches.ts'
import { publishLiveStats } from './stats-feed.ts'

export type VoidOutcome = 'voided' | 'voided before' | 'unknown'

/**
 * Voids a match on behalf of its game server: fact, stats and audit entry in one transaction, then a live message.
 * A match that is already voided stays unchanged.
 */
export async function voidMatch(
  { database, live }: { readonly database: Database; readonly live: Pick<LiveHub, 'publish'> },
  matchId: string,
  reason: string,
): Promise<VoidOutcome> {
  const boards = new BoardIds()
  const { outcome, voided } = await database.sql.transaction().execute(async (transaction) => {
    // Same lock order as a batch (queries/locks.ts).
    await lockIdentitiesShared(transaction)
    await lockNames(transaction, [`match ${matchId}`])
    const match = (await findStored(transaction, [matchId])).get(matchId)
    if (match === undefined) return { outcome: 'unknown' as const, voided: [] }
    const added = await insertVoids(transaction, match.serverId, [{ matchId, reason, at: new Date() }])
    if (!added.has(matchId)) return { outcome: 'voided before' as const, voided: [] }
    const voided = await findEntries(transaction, [matchId])
    await lockUsers(
      transaction,
      voided.map((entry) => entry.userId),
    )
    await project(transaction, boards, { counted: [], voided, now: await readTime(transaction) })
    await recordConsoleAudit(transaction, {
      action: 'match.void',
      subject: { type: 'match', id: null },
      before: null,
      after: { matchId, reason },
    })
    return { outcome: 'voided' as const, voided }
  })
  await publishLiveStats({ database, live }, [{ counted: [], voided }])
  return outcome
}
