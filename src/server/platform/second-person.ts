import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { isAtLeast, type Rank, type Viewer } from '../../contract/accounts/ranks.ts'
import { accountsOfOneHand, ownAccounts } from './conflicts.ts'
import type { Executor } from './database.ts'
import { forbidden } from './errors.ts'

interface Made {
  readonly makerId: number
  readonly at: Date
}

/**
 * Everything that needs two persons asks this of the second one: they are not the maker, had the rank when it was made,
 * and are of another hand. `from`: the lowest rank of a second person.
 * @throws 403
 */
export async function requireSecondPerson(
  transaction: Executor,
  member: Pick<Viewer, 'id'>,
  { from, ...made }: Made & { readonly from: Rank },
): Promise<void> {
  await requireOtherHand(transaction, member, made)
  const then = await rankAt(transaction, member.id, made.at)
  if (then === undefined || !isAtLeast(then, from))
    throw forbidden(msg`You did not have this rank when this was made. Somebody who had it has to decide`)
}

/**
 * Nobody could have made both the member and the maker act (docs/fair-play.md, "Two persons").
 * @throws 403
 */
export async function requireOtherHand(
  transaction: Executor,
  member: Pick<Viewer, 'id'>,
  { makerId, at }: Made,
): Promise<void> {
  if ((await ownAccounts(transaction, makerId)).has(member.id))
    throw forbidden(msg`A second person has to decide this`)
  if ((await accountsOfOneHand(transaction, makerId, at)).has(member.id))
    throw forbidden(
      msg`In the last 7 days you and the person who made this gave each other a rank, an invitation or a code, or got one from the same person. Somebody else has to decide`,
    )
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
