import { msg } from '@lingui/core/macro'
import { type CupPhase, cupPhase } from '../../../contract/cups/cups.ts'
import type { Executor } from '../../platform/database.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { register, requireMayEnter } from '../events/interest/interest.ts'
import { removeRegistration } from '../events/queries.ts'
import { cupGone } from './constraints.ts'
import { FactIndex } from './engine/facts.ts'
import { rostersOf, type Seated } from './engine/seating.ts'
import { lockCup, type StoredCup } from './queries/cups.ts'
import { appendFacts, nextKey, requireEntriesLeft } from './queries/facts.ts'
import { findBans, identitiesOf } from './queries/people.ts'
import { findTeamOf, storeCheckIn } from './queries/teams.ts'
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

const phaseOf = ({ cup, standing }: CupAtMoment) => cupPhase({ ...cup, state: standing.state }, cup.now)

/** Whether one may enter a cup now that is no check-in away: an arena, until its end. */
export const isArenaOpen = ({ format, endAt, now }: StoredCup, phase: CupPhase): boolean =>
  format === 'arena' && (phase === 'open' || phase === 'running') && now < (endAt ?? Infinity)

/**
 * Checks in a member; of a team a player for themselves.
 * @throws 403 for a ban or for who acted as staff, 409 without a player or a team, outside of the check-in, or for a player who is in already
 */
export async function checkIn(transaction: Executor, id: number, userId: number): Promise<void> {
  await requireMayEnter(transaction, userId, id)
  const moment = await lockMoment(transaction, id)
  if (moment.cup.size > 1) return checkInPlayer(transaction, moment, userId)
  const { cup, standing } = moment
  const phase = phaseOf(moment)
  const isOpenArena = isArenaOpen(cup, phase)
  const all = [...standing.seated, ...standing.waiting]
  if (all.some(({ entrant }) => entrant === userId)) return
  if (phase === 'open' && !isOpenArena) throw conflict(msg`Check-in is not open yet`)
  if (phase !== 'check_in' && !isOpenArena) throw conflict(msg`Check-in is over`)
  const identities = await ownIdentities(
    transaction,
    userId,
    all.flatMap((one) => one.identities),
  )
  // Who checks in takes part, whether they had registered or not. In an arena registering is the check-in.
  if (!(await isRegistered(transaction, id, userId))) {
    await register(transaction, id, userId)
    if (cup.format === 'arena') return
  }
  await requireEntriesLeft(transaction, id, userId)
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

/** The players of a member who checks in. @throws 403, 409 */
async function ownIdentities(
  transaction: Executor,
  userId: number,
  /** Identities that are checked in. */
  taken: readonly number[],
): Promise<number[]> {
  const identities = await identitiesOf(transaction, userId)
  if (identities.length === 0)
    throw conflict(msg`Link your player first, so that the cup knows who you are in game`)
  if ((await findBans(transaction, identities)).length > 0) throw forbidden(msg`You are banned from the game`)
  if (identities.some((identity) => taken.includes(identity)))
    throw conflict(msg`Another account has already checked in your player`)
  return identities
}

async function checkInPlayer(transaction: Executor, moment: CupAtMoment, userId: number): Promise<void> {
  const { cup, stored } = moment
  const team = await findTeamOf(transaction, cup.id, userId)
  if (team?.players.some((player) => player.userId === userId && player.isCheckedIn)) return
  const phase = phaseOf(moment)
  const isOpenArena = isArenaOpen(cup, phase)
  if (phase === 'open' && !isOpenArena) throw conflict(msg`Check-in is not open yet`)
  if (phase !== 'check_in' && !isOpenArena) throw conflict(msg`Check-in is over`)
  if (team === undefined) throw conflict(msg`Make a team first, or join one by its code`)
  const rosters = rostersOf(cup, new FactIndex(stored.facts))
  const taken = [...rosters.values()].flatMap(({ players }) =>
    [...players.values()].flatMap((checked) => checked?.identities ?? []),
  )
  const identities = await ownIdentities(transaction, userId, taken)
  await appendCheckIn(transaction, moment, team.entrant, userId, identities)
}

/** Without identities a check-in is taken back. */
async function appendCheckIn(
  transaction: Executor,
  { cup }: CupAtMoment,
  entrant: number,
  player: number,
  identities: readonly number[],
): Promise<void> {
  if (identities.length > 0) await requireEntriesLeft(transaction, cup.id, player)
  await storeCheckIn(transaction, cup.id, player, identities.length > 0)
  await appendFacts(transaction, cup.id, [
    {
      key: await nextKey(transaction, cup.id, `checked_in:${entrant}:${player}`),
      kind: 'checked_in',
      at: cup.now,
      byAccount: player,
      data: { entrant, player, identities },
    },
  ])
}

/** @throws 409 once the check-in is over */
export async function checkOut(transaction: Executor, id: number, userId: number): Promise<void> {
  const moment = await lockMoment(transaction, id)
  const { cup, standing } = moment
  if (cup.size > 1) {
    const team = await findTeamOf(transaction, id, userId)
    if (!team?.players.some((player) => player.userId === userId && player.isCheckedIn)) return
    requireOpenCheckIn(moment)
    if (cup.format === 'arena') throw conflict(msg`In an arena you are checked in. You can leave the team`)
    return appendCheckIn(transaction, moment, team.entrant, userId, [])
  }
  if (![...standing.seated, ...standing.waiting].some(({ entrant }) => entrant === userId)) return
  requireOpenCheckIn(moment)
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

/** @throws 409 */
function requireOpenCheckIn(moment: CupAtMoment): void {
  if (moment.standing.state !== 'open') throw conflict(msg`The cup has started. You can still leave it`)
  if (phaseOf(moment) === 'seeding') throw conflict(msg`Check-in is over. You can still leave the cup`)
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
  if (moment.standing.state === 'final' || moment.standing.state === 'cancelled')
    throw conflict(msg`This cup is over`)
  const own = await ownEntrant(transaction, moment, userId)
  if (await isRegistered(transaction, id, userId)) {
    if ((await removeRegistration(transaction, id, userId)) !== 'past') return
  }
  if (own === undefined) return
  const { entrant, players } = own
  const identities = await identitiesOf(transaction, userId)
  const player = players?.find((one) =>
    one.identities.some((identity) => identities.includes(identity)),
  )?.player
  await appendFacts(transaction, id, [
    {
      key: await nextKey(transaction, id, `left:${[entrant, player].filter(Boolean).join(':')}`),
      kind: 'left',
      at: moment.cup.now,
      byAccount: userId,
      data: { entrant, ...(player !== undefined && { player }) },
    },
  ])
}
