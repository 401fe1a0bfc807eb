import type { Rank, Viewer } from '../../../contract/accounts/ranks.ts'
import type { Executor } from '../../platform/database/database.ts'
import { requireMayAct } from '../events/interest/interest.ts'
import { cupGone } from './constraints.ts'
import type { Entrant } from './engine/facts.ts'
import { lockCup, type StoredCup } from './queries/cups.ts'
import { accountsOf, ranksOf } from './queries/people.ts'
import { teamNames } from './queries/teams.ts'
import type { CupAtMoment } from './read-cup.ts'

/** Locks a cup for what staff do in it. @throws 403 for who takes part, 404 */
export async function lockCupAsStaff(
  transaction: Executor,
  { id: memberId }: Viewer,
  id: number,
): Promise<StoredCup> {
  await requireMayAct(transaction, memberId, id)
  const cup = await lockCup(transaction, id)
  if (cup === undefined) throw cupGone()
  return cup
}

/** The ranks of these entrants' players. Staff may only decide about players who rank below them. */
export async function ranksOfEntrants(
  executor: Executor,
  { standing }: CupAtMoment,
  entrants: readonly Entrant[],
): Promise<Rank[]> {
  const seated = [...standing.seated, ...standing.waiting].filter(({ entrant }) => entrants.includes(entrant))
  const registered = seated.flatMap(
    ({ entrant, players }) => players?.map(({ player }) => player) ?? [entrant],
  )
  const owners = await accountsOf(
    executor,
    seated.flatMap(({ identities }) => identities),
  )
  return ranksOf(executor, [...registered, ...owners])
}

/** Entrants as the audit log keeps them: accounts by their ids, since names would outlive them, and teams by name. */
export async function auditedEntrants(
  executor: Executor,
  { id }: Pick<StoredCup, 'id'>,
  entrants: readonly Entrant[],
): Promise<readonly (Entrant | string)[]> {
  const names = await teamNames(executor, id, entrants)
  return entrants.map((entrant) => names.get(entrant) ?? entrant)
}
