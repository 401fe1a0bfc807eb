import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import type { Area } from '../../../../../contract/accounts/areas.ts'
import {
  hasPower,
  type Power,
  type Rank,
  rankHolds,
  type Viewer,
} from '../../../../../contract/accounts/ranks.ts'
import { accountsOfOneHand, ownAccounts } from '../../../../platform/conflicts.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { findGrantedRank } from '../../../../platform/granted-rank.ts'
import { forbidden } from '../../../../platform/http/errors.ts'

interface Made {
  readonly makerId: number
  readonly at: Date
}

/**
 * Everything that needs two persons asks this of the second one: they are not the maker, had the rank when it was made,
 * and are of another hand. `power` and `area`: what a second person needs.
 * @throws 403
 */
export async function requireSecondPerson(
  transaction: Executor,
  member: Pick<Viewer, 'id'>,
  { power, area, ...made }: Made & { readonly power: Power; readonly area: Area },
): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${member.id} FOR SHARE`.execute(transaction)
  if (!rankHolds(await findGrantedRank(transaction, member.id), power, area)) throw forbidden()
  await requireOtherHand(transaction, member, made)
  const then = await rankAt(transaction, member.id, made.at, area)
  if (then === undefined || !hasPower(then.rank, power) || !then.hadArea)
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

/**
 * The rank that an account was granted at a time, and whether it held the area then: Member while it was restricted.
 * Undefined for one that did not exist.
 */
async function rankAt(executor: Executor, userId: number, at: Date, area: Area) {
  const { rows } = await sql<{ rank: Rank; hadArea: boolean | null }>`
    SELECT CASE WHEN EXISTS (SELECT FROM restrictions WHERE user_id IN (SELECT own_accounts(users.id))
      AND created_at <= ${at} AND coalesce(lifted_at, 'infinity') > ${at} AND coalesce(until, 'infinity') > ${at})
      THEN 'Member' ELSE rank_at(users.id, ${at}) END AS rank, had_area_at(rank_at(users.id, ${at}), ${area}, ${at}) AS "hadArea"
    FROM users WHERE id = ${userId} AND created_at <= ${at}
  `.execute(executor)
  return rows[0]
}
