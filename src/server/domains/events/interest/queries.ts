import { sql } from 'kysely'
import type { EventInterest } from '../../../../contract/events/interest.ts'
import { accountsBehindReader } from '../../../platform/conflicts.ts'
import type { Executor } from '../../../platform/database/database.ts'

/** What a member has to do with events. What staff did is in the audit log, which is append-only. */
export async function findInterests(
  executor: Executor,
  memberId: number,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, EventInterest>> {
  const { rows } = await sql<EventInterest & { id: number }>`
    WITH own AS MATERIALIZED (SELECT ${memberId}::int || ${accountsBehindReader(memberId)} AS accounts),
    mine AS MATERIALIZED (
      SELECT coalesce(array_agg(identity_id), '{}') AS identities FROM identity_owners, own
      WHERE user_id = ANY(accounts)
    )
    SELECT id,
      EXISTS (SELECT FROM event_registrations WHERE event_id = id AND user_id = ANY(accounts))
        OR EXISTS (SELECT FROM cup_entrants WHERE event_id = id AND identity_ids && identities) AS "takesPart",
      has_acted(id, ${memberId}) AS "hasActed"
    FROM unnest(${[...eventIds]}::int[]) AS event (id), own, mine
  `.execute(executor)
  return new Map(rows.map(({ id, ...interest }) => [id, interest]))
}

const lockName = (eventId: number) => sql`hashtextextended(${`staff of event ${eventId}`}, 0)`

/** Until the transaction ends, nobody enters the event: who acts in it cannot do so meanwhile. */
export const lockEntering = (transaction: Executor, eventId: number) =>
  sql`SELECT pg_advisory_xact_lock(${lockName(eventId)})`.execute(transaction)

/** Until the transaction ends, staff do nothing in the event. Others enter it meanwhile. */
export const lockActing = (transaction: Executor, eventId: number) =>
  sql`SELECT pg_advisory_xact_lock_shared(${lockName(eventId)})`.execute(transaction)
