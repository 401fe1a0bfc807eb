import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { canRuleCups } from '../../../contract/cups/cups.ts'
import { recordAudit } from '../../platform/audit.ts'
import { requireNoConflict } from '../../platform/conflicts.ts'
import type { Executor } from '../../platform/database.ts'
import { conflict, forbidden, invalid } from '../../platform/errors.ts'
import { cupGone } from './constraints.ts'
import { type Entrant, FactIndex } from './engine/facts.ts'
import { seedsOf } from './engine/seating.ts'
import { findCup, lockCup, type StoredCup } from './queries/cups.ts'
import { appendFacts, nextKey } from './queries/facts.ts'
import { accountsOf, orderByStrength } from './queries/people.ts'
import { type CupAtMoment, readCup } from './read-cup.ts'

async function seedsAt(executor: Executor, { cup, stored, standing }: CupAtMoment): Promise<Entrant[]> {
  if (standing.seeds.length > 0) return [...standing.seeds]
  const byStrength = await orderByStrength(executor, cup, standing.seated)
  return seedsOf(standing, new FactIndex(stored.facts), byStrength)
}

/** Seeds as the cup would begin with them now, or began with. Of an arena none. @throws 404 */
export async function readSeeds(executor: Executor, id: number): Promise<Entrant[]> {
  const cup = await findCup(executor, id)
  if (cup === undefined) throw cupGone()
  return cup.format === 'arena' ? [] : seedsAt(executor, await readCup(executor, cup))
}

function requireOpen(cup: StoredCup, { standing }: CupAtMoment): void {
  if (cup.format === 'arena') throw conflict('An arena has no seeds')
  if (standing.state !== 'open' || cup.startAt === null || cup.now >= cup.startAt)
    throw conflict('The cup has begun: its seeds are frozen')
}

/** Stores the order of the seeds. Who moves up later follows by strength. @throws 400, 403, 404, 409 */
export async function reorderSeeds(
  transaction: Executor,
  member: Viewer,
  id: number,
  seeds: readonly Entrant[],
): Promise<void> {
  if (!canRuleCups(member)) throw forbidden('Moderators and above reorder seeds')
  const cup = await lockCup(transaction, id)
  if (cup === undefined) throw cupGone()
  const moment = await readCup(transaction, cup)
  requireOpen(cup, moment)
  const { seated, waiting } = moment.standing
  const present = new Set(seated.map(({ entrant }) => entrant))
  if (seeds.length !== present.size || seeds.some((entrant) => !present.has(entrant)))
    throw invalid({ seeds: 'Name every entrant with a seat, and nobody else' })
  const all = [...seated, ...waiting]
  const accounts = await accountsOf(
    transaction,
    all.flatMap(({ identities }) => identities),
  )
  const registered =
    cup.size === 1
      ? all.map(({ entrant }) => entrant)
      : all.flatMap(({ players = [] }) => players.map(({ player }) => player))
  await requireNoConflict(transaction, member.id, { accounts: [...registered, ...accounts] })
  await appendFacts(transaction, id, [
    {
      key: await nextKey(transaction, id, 'reordered'),
      kind: 'reordered',
      at: cup.now,
      byAccount: member.id,
      data: { seeds },
    },
  ])
  await recordAudit(transaction, {
    actor: member,
    action: 'cup.reorder',
    subject: { type: 'cup', id },
    before: null,
    after: null,
  })
}
