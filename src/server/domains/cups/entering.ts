import { msg } from '@lingui/core/macro'
import { type CupMove, cupStage, moveRefusal } from '../../../contract/cups/cup-moves.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import type { Executor } from '../../platform/database/database.ts'
import { conflict, forbidden } from '../../platform/http/errors.ts'
import { register, requireMayEnter } from '../events/interest/interest.ts'
import { isRegistered, removeRegistration } from '../events/queries.ts'
import { cupGone } from './constraints.ts'
import { type Entrant, FactIndex, type Player } from './engine/facts.ts'
import { rostersOf, type Seated } from './engine/seating.ts'
import { notifyOfLeaving } from './notify-of-cup.ts'
import { lockCup, type StoredCup } from './queries/cups.ts'
import { appendFacts, nextKey, requireEntriesLeft } from './queries/facts.ts'
import { findBans, identitiesOf } from './queries/people.ts'
import { findTeamOf, storeCheckIn } from './queries/teams.ts'
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
  { cup, standing }: CupAtMoment,
  userId: number,
): Promise<Seated | undefined> {
  const own = (await identitiesOf(transaction, userId)).filter(
    (identity) => !standing.playersOut.includes(identity),
  )
  const all = [...standing.seated, ...standing.waiting]
  return (
    (cup.size === 1 ? all.find(({ entrant }) => entrant === userId) : undefined) ??
    all.find(({ identities }) => identities.some((identity) => own.includes(identity)))
  )
}

/** @throws 409 when the stage of a cup does not allow a move */
export function requireMoveAt({ cup, stored, standing }: CupAtMoment, move: CupMove): void {
  const hasStarted = stored.facts.some(({ kind }) => kind === 'started')
  const refusal = moveRefusal(
    move,
    cupStage({ ...cup, state: standing.state, hasStarted }, cup.now),
    cup.format,
  )
  if (refusal !== null) throw conflict(refusal)
}

/** How facts name a member: an entrant alone, or a player of a team. */
interface Named {
  readonly entrant: Entrant
  readonly player?: Player
}

interface OwnCheckIn {
  /** Undefined without a team where teams take part. */
  readonly named: Named | undefined
  readonly isCheckedIn: boolean
  /** Identities that are checked in. */
  readonly taken: readonly number[]
}

async function findOwnCheckIn(
  transaction: Executor,
  { cup, stored, standing }: CupAtMoment,
  userId: number,
): Promise<OwnCheckIn> {
  if (cup.size === 1) {
    const all = [...standing.seated, ...standing.waiting]
    return {
      named: { entrant: userId },
      isCheckedIn: all.some(({ entrant }) => entrant === userId),
      taken: all.flatMap(({ identities }) => identities),
    }
  }
  const team = await findTeamOf(transaction, cup.id, userId)
  const rosters = [...rostersOf(cup, new FactIndex(stored.facts)).values()]
  return {
    named: team && { entrant: team.entrant, player: userId },
    isCheckedIn: team?.players.find((player) => player.userId === userId)?.isCheckedIn ?? false,
    taken: rosters.flatMap(({ players }) => [...players.values()].flatMap((one) => one?.identities ?? [])),
  }
}

/**
 * Checks in a member; of a team a player for themselves.
 * @throws 403 for a ban or for who acted as staff, 409 without a player or a team, outside of the check-in, or for a player who is in already
 */
export async function checkIn(transaction: Executor, id: number, userId: number): Promise<void> {
  await requireMayEnter(transaction, userId, id)
  const moment = await lockMoment(transaction, id)
  const { cup } = moment
  const { named, isCheckedIn, taken } = await findOwnCheckIn(transaction, moment, userId)
  if (isCheckedIn) return
  requireMoveAt(moment, 'checkIn')
  if (named === undefined) throw conflict(msg`Make a team first, or join one by its code`)
  const identities = await ownIdentities(transaction, userId, taken)
  // Who checks in takes part, whether they had registered or not; a team did that before.
  if (!(await isRegistered(transaction, id, userId))) {
    await register(transaction, id, userId)
    if (!formatOf(cup).hasCheckIn) return
  }
  await requireEntriesLeft(transaction, id, userId)
  await appendCheckIn(transaction, cup, named, userId, identities)
}

/** The players of a member who checks in. @throws 403, 409 */
async function ownIdentities(
  transaction: Executor,
  userId: number,
  taken: OwnCheckIn['taken'],
): Promise<number[]> {
  const identities = await identitiesOf(transaction, userId)
  if (identities.length === 0)
    throw conflict(msg`Link your player first, so that the cup knows who you are in game`)
  if ((await findBans(transaction, identities)).length > 0) throw forbidden(msg`You are banned from the game`)
  if (identities.some((identity) => taken.includes(identity)))
    throw conflict(msg`Another account has already checked in your player`)
  return identities
}

const keyOf = (kind: string, { entrant, player }: Named) =>
  [kind, entrant, player].filter((part) => part !== undefined).join(':')

/** Without identities a check-in is taken back. */
async function appendCheckIn(
  transaction: Executor,
  cup: StoredCup,
  named: Named,
  userId: number,
  identities: readonly number[],
): Promise<void> {
  await storeCheckIn(transaction, cup.id, userId, identities.length > 0)
  await appendFacts(transaction, cup.id, [
    {
      key: await nextKey(transaction, cup.id, keyOf('checked_in', named)),
      kind: 'checked_in',
      at: cup.now,
      byAccount: userId,
      data: { ...named, identities },
    },
  ])
}

/** @throws 409 once the check-in is over */
export async function checkOut(transaction: Executor, id: number, userId: number): Promise<void> {
  const moment = await lockMoment(transaction, id)
  const { cup } = moment
  const { named, isCheckedIn } = await findOwnCheckIn(transaction, moment, userId)
  if (named === undefined || !isCheckedIn) return
  requireMoveAt(moment, 'checkOut')
  if (named.player !== undefined && !formatOf(cup).hasCheckIn)
    throw conflict(msg`In an arena you are checked in. You can leave the team`)
  await appendCheckIn(transaction, cup, named, userId, [])
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
    throw conflict(msg`This match is not open any more`)
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

/**
 * Leaves a cup, and with it the team; triggers say so. Also who unregistered meanwhile may.
 * @throws 409 when it is over
 */
export async function leave(transaction: Executor, id: number, userId: number): Promise<void> {
  const moment = await lockMoment(transaction, id)
  requireMoveAt(moment, 'leave')
  const own = await ownEntrant(transaction, moment, userId)
  if (await isRegistered(transaction, id, userId)) {
    await notifyOfLeaving(transaction, userId, id)
    if ((await removeRegistration(transaction, id, userId)) !== 'past') return
  }
  if (own === undefined) return
  const identities = await identitiesOf(transaction, userId)
  const player = own.players?.find((one) =>
    one.identities.some((identity) => identities.includes(identity)),
  )?.player
  const named = { entrant: own.entrant, ...(player !== undefined && { player }) }
  await appendFacts(transaction, id, [
    {
      key: await nextKey(transaction, id, keyOf('left', named)),
      kind: 'left',
      at: moment.cup.now,
      byAccount: userId,
      data: named,
    },
  ])
}
