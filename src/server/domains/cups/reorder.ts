import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { canRuleCups } from '../../../contract/cups/cups.ts'
import type { SeedsNow } from '../../../contract/cups/cups-schemas.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import { staffRefusal } from '../../../contract/events/interest.ts'
import type { Text } from '../../../contract/languages.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { Executor } from '../../platform/database/database.ts'
import { requireVersion } from '../../platform/database/record-version.ts'
import { AppError, conflict, forbidden, invalid } from '../../platform/http/errors.ts'
import type { Say } from '../../platform/languages/say.ts'
import { findInterests } from '../events/interest/queries.ts'
import { isAboveAll } from '../matches/rulings/require-higher-rank.ts'
import { auditedEntrants, lockCupAsStaff, ranksOfEntrants } from './acting.ts'
import { cupGone } from './constraints.ts'
import { type Entrant, FactIndex } from './engine/facts.ts'
import { seedsOf } from './engine/seating.ts'
import { findCup } from './queries/cups.ts'
import { appendFacts, nextKey } from './queries/facts.ts'
import { listByStrength } from './queries/people.ts'
import { type CupAtMoment, readCup } from './read-cup.ts'

/** @throws 403, 409 */
async function requireReorderable(executor: Executor, member: Viewer, moment: CupAtMoment): Promise<void> {
  const { cup, standing } = moment
  if (!canRuleCups(member)) throw forbidden(msg`Moderators and above reorder seeds`)
  if (formatOf(cup).hasTable) throw conflict(msg`An arena has no seeds`)
  if (standing.state !== 'open' || cup.startAt === null || cup.now >= cup.startAt)
    throw conflict(msg`The cup has begun: its seeds are frozen`)
  const interest = (await findInterests(executor, member.id, [cup.id])).get(cup.id)!
  const refusal = staffRefusal(interest)
  if (refusal !== null) throw forbidden(refusal)
  const all = [...standing.seated, ...standing.waiting].map(({ entrant }) => entrant)
  if (!isAboveAll(member, await ranksOfEntrants(executor, moment, all)))
    throw forbidden(msg`You can only reorder players below your own rank`)
}

const refusalOf = (error: unknown): Text => {
  if (error instanceof AppError) return error.text
  throw error
}

async function seedsAt(executor: Executor, moment: CupAtMoment): Promise<Omit<SeedsNow, 'refusal'>> {
  const { cup, stored, standing } = moment
  const { hasTable } = formatOf(cup)
  const byStrength = hasTable ? [] : await listByStrength(executor, cup, standing.seated)
  const rated = new Map(byStrength.map((one) => [one.entrant, one]))
  const seeds =
    hasTable || standing.seeds.length > 0
      ? [...standing.seeds]
      : seedsOf(standing, new FactIndex(stored.facts), [...rated.keys()])
  return {
    version: 1 + stored.facts.filter(({ kind }) => kind !== 'registered').length,
    seeds,
    entrants: seeds.map((entrant) => rated.get(entrant)).filter((one) => one !== undefined),
  }
}

/** Seeds as the cup would begin with them now, or began with. Of an arena none. @throws 404 */
export async function readSeeds(executor: Executor, member: Viewer, id: number, say: Say): Promise<SeedsNow> {
  const cup = await findCup(executor, id)
  if (cup === undefined) throw cupGone()
  const moment = await readCup(executor, cup)
  const refusal = await requireReorderable(executor, member, moment).then(() => null, refusalOf)
  return { ...(await seedsAt(executor, moment)), refusal: refusal && say(refusal) }
}

/** Entrants whose seed changes, by the better of both first. Seeds count from 1. */
const movedIn = (before: readonly Entrant[], after: readonly Entrant[]) =>
  after
    .map((entrant, index) => ({ entrant, from: before.indexOf(entrant) + 1, to: index + 1 }))
    .filter(({ from, to }) => from !== to)
    .sort((one, other) => Math.min(one.from, one.to) - Math.min(other.from, other.to))

/** Stores the order of the seeds. Who moves up later follows by strength. @throws 400, 403, 404, 409 */
export async function reorderSeeds(
  transaction: Executor,
  member: Viewer,
  id: number,
  seeds: readonly Entrant[],
  ifMatch: number | undefined,
): Promise<void> {
  const cup = await lockCupAsStaff(transaction, member, id)
  const moment = await readCup(transaction, cup)
  await requireReorderable(transaction, member, moment)
  const before = { ...(await seedsAt(transaction, moment)), refusal: null }
  if (ifMatch !== undefined) requireVersion(before, ifMatch)
  const present = new Set(moment.standing.seated.map(({ entrant }) => entrant))
  if (seeds.length !== present.size || seeds.some((entrant) => !present.has(entrant)))
    throw invalid({ seeds: msg`Name every entrant with a seat, and nobody else` })
  await appendFacts(transaction, id, [
    {
      key: await nextKey(transaction, id, 'reordered'),
      kind: 'reordered',
      at: cup.now,
      byAccount: member.id,
      data: { seeds, moved: movedIn(before.seeds, seeds) },
    },
  ])
  await recordAudit(transaction, {
    actor: member,
    action: 'cup.reorder',
    subject: { type: 'cup', id },
    before: { seeds: await auditedEntrants(transaction, cup, before.seeds) },
    after: { seeds: await auditedEntrants(transaction, cup, seeds) },
  })
}
