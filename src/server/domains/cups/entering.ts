import { cupPhase } from '../../../contract/cups/cups.ts'
import type { Executor } from '../../platform/database.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { addRegistration, removeRegistration } from '../events/queries.ts'
import { cupGone } from './constraints.ts'
import type { Seated } from './engine/seating.ts'
import { lockCup } from './queries/cups.ts'
import { appendFacts, nextKey } from './queries/facts.ts'
import { findBans, identitiesOf } from './queries/people.ts'
import { isRegistered } from './queries/views.ts'
import { type CupAtMoment, readCup } from './read-cup.ts'

/** Locks a cup and computes it from what is stored. @throws 404 */
async function lockMoment(transaction: Executor, id: number): Promise<CupAtMoment> {
  const cup = await lockCup(transaction, id)
  if (cup === undefined) throw cupGone()
  return readCup(transaction, cup)
}

/** The entrant of a member: whom they registered, or whose identities are theirs now. */
export async function ownEntrant(
  transaction: Executor,
  { standing }: CupAtMoment,
  userId: number,
): Promise<Seated | undefined> {
  const own = new Set(await identitiesOf(transaction, userId))
  const all = [...standing.seated, ...standing.waiting]
  return (
    all.find(({ entrant }) => entrant === userId) ??
    all.find(({ identities }) => identities.some((identity) => own.has(identity)))
  )
}

const phaseOf = ({ cup, standing }: CupAtMoment) => cupPhase({ ...cup, state: standing.state }, cup.now)

/** @throws 403 for a ban, 409 without a player, outside of the check-in, or for a player who is in already */
export async function checkIn(transaction: Executor, id: number, userId: number): Promise<void> {
  const moment = await lockMoment(transaction, id)
  const { cup, standing } = moment
  const phase = phaseOf(moment)
  const isArenaOpen = cup.format === 'arena' && (phase === 'open' || phase === 'running')
  const all = [...standing.seated, ...standing.waiting]
  if (all.some(({ entrant }) => entrant === userId)) return
  if (phase === 'open' && !isArenaOpen) throw conflict('Check-in is not open yet')
  if (phase !== 'check_in' && !isArenaOpen) throw conflict('Check-in is over')
  const identities = await identitiesOf(transaction, userId)
  if (identities.length === 0)
    throw conflict('Link your player first: a cup needs to know who you are in the game')
  if ((await findBans(transaction, identities)).length > 0) throw forbidden('You are banned from the game')
  if (all.some((one) => one.identities.some((identity) => identities.includes(identity))))
    throw conflict('Your player is checked in already, by another account')
  // Who checks in takes part, whether they had registered or not. In an arena registering is the check-in.
  if (!(await isRegistered(transaction, id, userId))) {
    await addRegistration(transaction, id, userId)
    if (cup.format === 'arena') return
  }
  await appendFacts(transaction, id, [
    {
      key: await nextKey(transaction, id, `checked_in:${userId}`),
      kind: 'checked_in',
      at: cup.now,
      byAccount: userId,
      data: { entrant: userId, identities },
    },
  ])
}

/** @throws 409 once the check-in is over */
export async function checkOut(transaction: Executor, id: number, userId: number): Promise<void> {
  const moment = await lockMoment(transaction, id)
  const { cup, standing } = moment
  if (![...standing.seated, ...standing.waiting].some(({ entrant }) => entrant === userId)) return
  if (standing.state !== 'open') throw conflict('The cup has begun: you can leave it')
  if (phaseOf(moment) === 'seeding') throw conflict('Check-in is over: you can leave the cup')
  await appendFacts(transaction, id, [
    {
      key: await nextKey(transaction, id, `checked_in:${userId}`),
      kind: 'checked_in',
      at: cup.now,
      byAccount: userId,
      data: { entrant: userId, identities: [] },
    },
  ])
}

/** @throws 409 when the match is not open, or not theirs */
export async function sayReady(
  transaction: Executor,
  id: number,
  userId: number,
  cupMatchId: string,
): Promise<void> {
  const moment = await lockMoment(transaction, id)
  const own = await ownEntrant(transaction, moment, userId)
  const node = moment.standing.rounds
    .flatMap(({ nodes }) => nodes)
    .find(({ call, outcome }) => outcome === null && call?.cupMatchId === cupMatchId)
  if (own === undefined || node?.call == null || !node.sides.includes(own.entrant))
    throw conflict('This match is not open any more')
  const { n } = node.call
  await appendFacts(transaction, id, [
    {
      key: `ready:${node.id}:${n}:${own.entrant}`,
      kind: 'ready',
      at: moment.cup.now,
      byAccount: userId,
      data: { node: node.id, n, entrant: own.entrant },
    },
  ])
}

/** Leaves a cup; the trigger of the registration says so. Also who unregistered meanwhile may. @throws 409 when it is over */
export async function leave(transaction: Executor, id: number, userId: number): Promise<void> {
  const moment = await lockMoment(transaction, id)
  if (moment.standing.state === 'final' || moment.standing.state === 'cancelled')
    throw conflict('This cup is over')
  const own = await ownEntrant(transaction, moment, userId)
  if (await isRegistered(transaction, id, userId)) {
    if ((await removeRegistration(transaction, id, userId)) !== 'past') return
  }
  if (own === undefined) return
  await appendFacts(transaction, id, [
    {
      key: await nextKey(transaction, id, `left:${own.entrant}`),
      kind: 'left',
      at: moment.cup.now,
      byAccount: userId,
      data: { entrant: own.entrant },
    },
  ])
}
