import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { isAtLeast, type Rank, type Viewer } from '../../../../../contract/accounts/ranks.ts'
import { ownAccounts } from '../../../../platform/conflicts.ts'
import type { Executor } from '../../../../platform/database.ts'
import { forbidden } from '../../../../platform/errors.ts'

/** What one person did alone is counted over this time, and so is whose hand gave a rank. */
export const aloneDays = 7

interface Made {
  readonly makerId: number
  readonly at: Date
  /** Lowest rank of a second person. */
  readonly from: Rank
}

/**
 * Everything that needs two persons asks this of the second one: they are not the maker, had the rank when it was made,
 * and did not get or keep it by the maker's hand in the days before or since. Hands count on: whom the maker promoted
 * promotes for the maker. Changes on the command line are nobody's hand.
 * @throws 403
 */
export async function requireSecondPerson(
  transaction: Executor,
  member: Pick<Viewer, 'id'>,
  { makerId, at, from }: Made,
): Promise<void> {
  const makers = await ownAccounts(transaction, makerId)
  const accounts = await ownAccounts(transaction, member.id)
  if ([...accounts].some((id) => makers.has(id))) throw forbidden(msg`A second person has to decide this`)
  const then = await rankAt(transaction, member.id, at)
  if (then === undefined || !isAtLeast(then, from))
    throw forbidden(msg`You did not have this rank when this was made. Somebody who had it has to decide`)
  if (await isByHand(transaction, makers, accounts, at))
    throw forbidden(msg`You got your rank from the person who made this. Somebody else has to decide`)
}

/** The rank of an account at a time; undefined for one that did not exist. */
async function rankAt(executor: Executor, userId: number, at: Date): Promise<Rank | undefined> {
  const { rows } = await sql<{ rank: Rank }>`
    SELECT coalesce((SELECT before ->> 'rank' FROM audit_log
      WHERE subject_type = 'member' AND subject_id = users.id AND action = 'member.rank' AND at > ${at}
      ORDER BY id LIMIT 1), rank) AS rank
    FROM users WHERE id = ${userId} AND created_at <= ${at}
  `.execute(executor)
  return rows[0]?.rank
}

/** Whether somebody's rank was set by one of the makers lately, or by whom they set a rank. */
async function isByHand(
  executor: Executor,
  makers: ReadonlySet<number>,
  accounts: ReadonlySet<number>,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE changes AS (
      SELECT actor_id, subject_id FROM audit_log
      WHERE action = 'member.rank' AND actor_id IS NOT NULL
        AND at > ${at}::timestamptz - make_interval(days => ${aloneDays})
    ), hands AS (
      SELECT unnest(${[...makers]}::int[]) AS id
      UNION SELECT subject_id FROM hands JOIN changes ON actor_id = hands.id
    )
    SELECT FROM hands WHERE id = ANY(${[...accounts]}::int[]) LIMIT 1
  `.execute(executor)
  return rows.length > 0
}
