import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import {
  type CupRuling,
  canRuleCups,
  cupTimes,
  rulingsOfEntrants,
  rulingsOfMatches,
} from '../../../contract/cups/cups.ts'
import type { NewCupRuling } from '../../../contract/cups/cups-schemas.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { Executor } from '../../platform/database/database.ts'
import { AppError, conflict, forbidden, invalid } from '../../platform/http/errors.ts'
import { lockEvent } from '../events/queries.ts'
import { requireHigherRank } from '../matches/rulings/require-higher-rank.ts'
import { auditedEntrants, lockCupAsStaff, ranksOfEntrants } from './acting.ts'
import { recomputeCup } from './advance-cup.ts'
import { cupGone } from './constraints.ts'
import { type Entrant, FactIndex } from './engine/facts.ts'
import { Pauses } from './engine/pauses.ts'
import { ownEntrant } from './entering.ts'
import { notifyOfFacts, notifyOfUndoneCancellation } from './notify-of-cup.ts'
import { lockCup, touchEvent } from './queries/cups.ts'
import { appendFacts, nextKey } from './queries/facts.ts'
import { findView } from './queries/views.ts'
import { type CupAtMoment, readCup } from './read-cup.ts'

interface Subject {
  readonly node?: string
  readonly a?: Entrant
  readonly b?: Entrant
  readonly entrant?: Entrant
}

/** What a ruling is about, with the sides of its match at this moment. @throws 400 */
function subjectOf({ standing }: CupAtMoment, { kind, node: nodeId, entrant }: NewCupRuling): Subject {
  const isOfMatch = rulingsOfMatches.includes(kind)
  const isOfEntrant = rulingsOfEntrants.includes(kind)
  if (isOfEntrant && !isOfMatch) {
    if (!standing.seated.some((one) => one.entrant === entrant))
      throw invalid({ entrant: msg`Choose an entrant of this cup` })
    return { entrant: entrant! }
  }
  if (!isOfMatch) return {}
  const node = standing.rounds.flatMap(({ nodes }) => nodes).find(({ id }) => id === nodeId)
  const [a, b] = node?.sides ?? []
  if (node === undefined || typeof a !== 'number' || typeof b !== 'number')
    throw invalid({ node: msg`Choose a match whose two sides are known` })
  if (!isOfEntrant) return { node: node.id, a, b }
  if (entrant !== a && entrant !== b) throw invalid({ entrant: msg`Choose one of the two sides` })
  return { node: node.id, a, b, entrant }
}

/**
 * Entrants whose match a ruling is about. To drop or restore somebody is about their opponents as well; in an arena that is
 * everybody who plays, as it is when a running cup is paused or cancelled.
 */
function concernedBy({ cup, standing }: CupAtMoment, { a, b, entrant }: Subject): readonly Entrant[] {
  if (a !== undefined && b !== undefined) return [a, b]
  if (entrant === undefined || formatOf(cup).hasTable)
    return standing.state === 'open' ? [] : standing.seated.map((one) => one.entrant)
  const met = standing.rounds.flatMap(({ nodes }) => nodes).filter(({ sides }) => sides.includes(entrant))
  return [entrant, ...met.flatMap(({ sides }) => sides.filter((side) => typeof side === 'number'))]
}

/** Rulings that treat all players the same and change no result. */
const haltsAll: readonly CupRuling[] = ['pause', 'resume']

/** @throws 409 */
function requireUndoableCancellation({ cup, stored, standing }: CupAtMoment): void {
  if (standing.state !== 'cancelled') throw conflict(msg`This cup is not cancelled`)
  const cancelled = stored.facts.findLast((fact) => fact.kind === 'ruled' && fact.ruling === 'cancel')
  if (cancelled === undefined || stored.facts.some(({ kind }) => kind === 'cancelled'))
    throw conflict(msg`This cup was not cancelled by staff, so it cannot go on`)
  if (!stored.facts.some(({ kind }) => kind === 'started'))
    throw conflict(msg`This cup was cancelled before it began, so it cannot go on`)
  if (cup.now > cancelled.at + cupTimes.undoCancelMs)
    throw conflict(msg`A cancellation can be undone for 24 hours`)
}

/** Who won a match; null without a winner, undefined while it is open. */
const winnerOf = (rounds: CupAtMoment['standing']['rounds'], nodeId: string | undefined) =>
  rounds.flatMap(({ nodes }) => nodes).find(({ id }) => id === nodeId)?.outcome?.winner

/**
 * Stores a ruling of staff, and how the cup stands with it. Later rulings take earlier ones back.
 * @throws 400, 403, 404, 409
 */
export async function rule(
  told: Pick<Context, 'config' | 'live'>,
  transaction: Executor,
  member: Viewer,
  id: number,
  ruling: NewCupRuling,
  ifMatch: number | undefined,
): Promise<void> {
  const isAboutEvent = ruling.kind === 'cancel' || ruling.kind === 'undo_cancel'
  // Before the cup, as where its event is changed.
  if (isAboutEvent) await lockEvent(transaction, id)
  const cup = await lockCupAsStaff(transaction, member, id)
  const view = await findView(transaction, id)
  if (ifMatch !== undefined && (view?.version ?? 0) !== ifMatch)
    throw new AppError('conflict', msg`The cup has moved on in the meantime`, {
      current: { version: view?.version ?? 0 },
    })
  const moment = await readCup(transaction, cup)
  const { state } = moment.standing
  if (ruling.kind === 'undo_cancel') requireUndoableCancellation(moment)
  else if (state === 'final' || state === 'cancelled') throw conflict(msg`This cup is over`)
  if (state === 'open' && ruling.kind !== 'cancel') throw conflict(msg`This cup has not begun`)
  if (state !== 'open' && !canRuleCups(member))
    throw forbidden(msg`Moderators and above rule in a running cup`)
  const subject = subjectOf(moment, ruling)
  if (!haltsAll.includes(ruling.kind)) {
    const concerned = concernedBy(moment, subject)
    // To let somebody in again is no decision against them: a game server may have taken an Owner out.
    const against = ruling.kind === 'restore' ? concerned.filter((one) => one !== subject.entrant) : concerned
    requireHigherRank(member, await ranksOfEntrants(transaction, moment, against))
  }
  const before = winnerOf(moment.standing.rounds, subject.node)
  const key = await nextKey(transaction, id, 'ruled')
  await appendFacts(transaction, id, [
    {
      key,
      kind: 'ruled',
      at: cup.now,
      byAccount: member.id,
      data: {
        ruling: ruling.kind,
        ...subject,
        ...(before !== undefined && { winnerBefore: before }),
        reason: ruling.reason,
      },
    },
  ])
  // Keyed by the ruling: after an undo, a cup can be cancelled again.
  if (ruling.kind === 'cancel')
    await notifyOfFacts(transaction, moment, [{ key, kind: 'cancelled', at: cup.now }])
  if (ruling.kind === 'undo_cancel') await notifyOfUndoneCancellation(transaction, cup, key)
  if (isAboutEvent && state !== 'open') await touchEvent(transaction, id)
  await recomputeCup(told, transaction, id)
  const after = await readCup(transaction, cup)
  const audited = async (winner: Entrant | null | undefined) =>
    winner == null ? null : { winner: (await auditedEntrants(transaction, cup, [winner]))[0] }
  await recordAudit(transaction, {
    actor: member,
    action: 'cup.rule',
    subject: { type: 'cup', id },
    before: await audited(before),
    after: {
      cupRuling: ruling.kind,
      reason: ruling.reason,
      ...(subject.node !== undefined && { cupMatch: subject.node }),
      ...(subject.entrant !== undefined && {
        entrant: (await auditedEntrants(transaction, cup, [subject.entrant]))[0],
      }),
      ...(await audited(winnerOf(after.standing.rounds, subject.node))),
    },
  })
}

/** A side says that a result is wrong. Play goes on; the cup waits with its end. @throws 403, 404, 409 */
export async function dispute(
  told: Pick<Context, 'config' | 'live'>,
  transaction: Executor,
  id: number,
  userId: number,
  { cupMatchId, reason }: { readonly cupMatchId: string; readonly reason: string },
): Promise<void> {
  const cup = await lockCup(transaction, id)
  if (cup === undefined) throw cupGone()
  const moment = await readCup(transaction, cup)
  const own = await ownEntrant(transaction, moment, userId)
  const node = moment.standing.rounds
    .flatMap(({ nodes }) => nodes)
    .find(({ call }) => call?.cupMatchId === cupMatchId)
  if (node?.call == null) throw conflict(msg`There is no such match in this cup`)
  if (own === undefined || !node.sides.includes(own.entrant)) throw forbidden(msg`This is not your match`)
  if (moment.standing.state === 'final' || moment.standing.state === 'cancelled')
    throw conflict(msg`This cup is over`)
  if (node.outcome === null) throw conflict(msg`This match has no result yet`)
  const pauses = new Pauses(new FactIndex(moment.stored.facts))
  if (cup.now > pauses.limitThroughPauses(node.outcome.at, cupTimes.disputeMs))
    throw conflict(msg`A result can be disputed for 10 minutes`)
  const { n } = node.call
  const key = `disputed:${node.id}:${n}:${own.entrant}`
  const appended = await appendFacts(transaction, id, [
    {
      key,
      kind: 'disputed',
      at: cup.now,
      byAccount: userId,
      data: { node: node.id, n, entrant: own.entrant, reason },
    },
  ])
  if (appended.size === 0) throw conflict(msg`You disputed this result already`)
  await recomputeCup(told, transaction, id)
}
