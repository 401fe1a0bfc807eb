import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'
import type { DomainEventBus, Hand } from '../../../../platform/live/domain-events.ts'

/**
 * Everything that lets one member act as another, or makes them, calls this in its transaction: two accounts of one hand
 * are no two persons for 7 days (docs/fair-play.md, "Two persons"). The member is notified and reads who it was.
 */
export async function recordHand(
  { events }: { readonly events: DomainEventBus },
  transaction: Executor,
  hand: Hand,
): Promise<void> {
  const { byId, memberId, kind } = hand
  if (byId === memberId) return
  await sql`INSERT INTO hands (by_id, member_id, kind) VALUES (${byId}, ${memberId}, ${kind})`.execute(
    transaction,
  )
  await events.publish(transaction, 'handRecorded', hand)
}
