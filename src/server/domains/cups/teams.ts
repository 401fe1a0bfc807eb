import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { cupLimits, isComplete } from '../../../contract/cups/cups.ts'
import type { NewTeam } from '../../../contract/cups/cups-schemas.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import { saidWith } from '../../../contract/languages.ts'
import { linkCodeLimits } from '../../../contract/matches/link.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { Executor } from '../../platform/database/database.ts'
import { requireBase } from '../../platform/database/record-version.ts'
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts'
import { makeCode } from '../../platform/one-time-tokens.ts'
import { isHeldBack } from '../accounts/blocks/queries.ts'
import { requireNeutralName, skeletonOf } from '../accounts/users/reserved-names.ts'
import { register, requireMayEnter } from '../events/interest/interest.ts'
import { requireHigherRank } from '../matches/rulings/require-higher-rank.ts'
import { lockCupAsStaff } from './acting.ts'
import { cupGone } from './constraints.ts'
import { publishCup } from './cup-feed.ts'
import type { Seated } from './engine/seating.ts'
import { requireMoveAt } from './entering.ts'
import { notifyPlayers } from './notify-of-cup.ts'
import { lockCup, type StoredCup } from './queries/cups.ts'
import { appendFacts } from './queries/facts.ts'
import { ranksOf } from './queries/people.ts'
import {
  findTeam,
  findTeamByCode,
  findTeamOf,
  insertPlayer,
  insertTeam,
  removePlayers,
  storeCode,
  storeName,
  type TeamPlayers,
} from './queries/teams.ts'
import { readCup } from './read-cup.ts'

const newCode = () => makeCode(linkCodeLimits.length)

/** Locks a cup whose teams may still change. @throws 404, 409 */
async function lockOpen(transaction: Executor, id: number): Promise<StoredCup> {
  const cup = await lockCup(transaction, id)
  if (cup === undefined) throw cupGone()
  if (cup.size === 1) throw conflict(msg`This cup has no teams`)
  requireMoveAt(await readCup(transaction, cup), 'changeTeam')
  return cup
}

/** Teams that take part in a cup that has begun, and those that wait for a seat. */
async function playingTeams(transaction: Executor, cup: StoredCup): Promise<readonly Seated[]> {
  const { standing } = await readCup(transaction, cup)
  return standing.state === 'open' ? [] : [...standing.seated, ...standing.waiting]
}

/** Who left a team that takes part in a running arena stays a player of it. @throws 409 */
async function requireNoTeam(transaction: Executor, cup: StoredCup, userId: number): Promise<void> {
  if (await findTeamOf(transaction, cup.id, userId))
    throw conflict(msg`You are in a team of this cup already`)
  const playing = await playingTeams(transaction, cup)
  if (playing.some(({ players = [] }) => players.some(({ player }) => player === userId)))
    throw conflict(msg`You left a team that takes part already, so you cannot play for another`)
}

/** Adds a player to a team, and with it to the event. */
async function enter(transaction: Executor, id: number, teamId: number, userId: number): Promise<void> {
  await register(transaction, id, userId)
  await insertPlayer(transaction, id, teamId, userId)
}

/** @throws 400 for a name that others bear or that speaks for the site, 403 for who acted as staff, 404, 409 */
export async function createTeam(
  { config }: Pick<Context, 'config'>,
  transaction: Executor,
  id: number,
  userId: number,
  { name }: NewTeam,
): Promise<void> {
  await requireMayEnter(transaction, userId, id)
  const cup = await lockOpen(transaction, id)
  await requireNoTeam(transaction, cup, userId)
  await requireNeutralName(transaction, config, { name, by: userId })
  const team = await insertTeam(transaction, id, { name, skeleton: skeletonOf(name), code: newCode() })
  await appendFacts(transaction, id, [
    { key: `team:${team}`, kind: 'team', at: cup.now, byAccount: userId, data: { entrant: team, name } },
  ])
  await enter(transaction, id, team, userId)
}

/**
 * @throws 403 for a player who acted as staff or whom the captain blocked, 404 for a wrong code, 409 in a team, or for a
 * team that is full or stands
 */
export async function joinTeam(
  transaction: Executor,
  id: number,
  userId: number,
  code: string,
): Promise<void> {
  await requireMayEnter(transaction, userId, id)
  const cup = await lockOpen(transaction, id)
  const teamId = await findTeamByCode(transaction, id, code)
  const team = teamId === undefined ? undefined : await findTeam(transaction, id, teamId)
  if (team === undefined) throw notFound(msg`No team has this code. Ask its captain for the new one.`)
  if (await isHeldBack(transaction, team.players[0]!.userId, userId))
    throw forbidden(msg`You cannot join this team`)
  await requireNoTeam(transaction, cup, userId)
  const { players } = team
  if (players.length >= cup.size + cupLimits.substitutes) throw conflict(msg`This team is full`)
  await requireOpen(transaction, team, cup)
  await enter(transaction, id, team.entrant, userId)
  await notifyPlayers(transaction, cup, [players[0]!.userId], {
    eventKey: `cup:${id}:team:${team.entrant}:joined:${userId}`,
    title: msg`${{ team: team.name }}: a player joined your team`,
    text: cup.title,
  })
}

/**
 * Teams change until they have checked in. Without a check-in they change until they take part in the running cup.
 * @throws 409
 */
async function requireOpen(
  transaction: Executor,
  { entrant, players }: TeamPlayers,
  cup: StoredCup,
): Promise<void> {
  if (formatOf(cup).hasCheckIn) {
    if (isComplete(players, cup.size))
      throw conflict(msg`This team has checked in, so its players can no longer change`)
    return
  }
  const playing = await playingTeams(transaction, cup)
  if (playing.some((one) => one.entrant === entrant))
    throw conflict(msg`This team takes part already, so its players can no longer change`)
}

/** The team of its captain. @throws 403, 409 */
async function requireCaptain(transaction: Executor, cup: StoredCup, userId: number): Promise<TeamPlayers> {
  const team = await findTeamOf(transaction, cup.id, userId)
  if (team?.players[0]?.userId !== userId) throw forbidden(msg`Only the captain of a team may do this`)
  await requireOpen(transaction, team, cup)
  return team
}

/** The team gets another code: who was removed knows the old one. @throws 403, 404, 409 */
export async function removePlayer(
  transaction: Executor,
  id: number,
  captainId: number,
  userId: number,
): Promise<void> {
  const cup = await lockOpen(transaction, id)
  const team = await requireCaptain(transaction, cup, captainId)
  if (userId === captainId) throw conflict(msg`A captain leaves the team, or disbands it`)
  if (!team.players.some((player) => player.userId === userId))
    throw notFound(msg`This player is not in your team`)
  await removePlayers(transaction, id, [userId])
  await storeCode(transaction, team.entrant, newCode())
  await notifyPlayers(transaction, cup, [userId], {
    eventKey: `cup:${id}:team:${team.entrant}:removed:${cup.now}`,
    title: msg`You are no longer in ${{ team: team.name }}`,
    text: msg`Its captain removed you. You can join another team of ${{ title: saidWith(cup.title) }}.`,
  })
}

/** @throws 403, 404, 409 */
export async function disbandTeam(transaction: Executor, id: number, captainId: number): Promise<void> {
  const cup = await lockOpen(transaction, id)
  const team = await requireCaptain(transaction, cup, captainId)
  const others = team.players.map(({ userId }) => userId).filter((userId) => userId !== captainId)
  await removePlayers(transaction, id, [...others, captainId])
  await notifyPlayers(transaction, cup, others, {
    eventKey: `cup:${id}:team:${team.entrant}:disbanded`,
    title: msg`${{ team: team.name }} was disbanded`,
    text: msg`You can join another team of ${{ title: saidWith(cup.title) }}.`,
  })
}

/** Staff give a team of players below their rank another name, whenever it was made. @throws 400, 403, 404 */
export async function renameTeam(
  context: Pick<Context, 'config' | 'live'>,
  transaction: Executor,
  member: Viewer,
  { id, entrant }: { readonly id: number; readonly entrant: number },
  { name, base }: NewTeam & { readonly base?: string | undefined },
): Promise<void> {
  const cup = await lockCupAsStaff(transaction, member, id)
  const team = await findTeam(transaction, id, entrant)
  if (team === undefined) throw notFound(msg`There is no such team in this cup`)
  requireHigherRank(
    member,
    await ranksOf(
      transaction,
      team.players.map(({ userId }) => userId),
    ),
  )
  if (team.name === name) return
  const { code: _code, ...shown } = team
  requireBase(team.name, base, shown)
  await requireNeutralName(transaction, context.config, { name, by: member.id })
  const version = await storeName(transaction, id, entrant, { name, skeleton: skeletonOf(name) })
  if (version !== undefined) await publishCup(context, transaction, { eventId: id, version })
  await notifyPlayers(
    transaction,
    cup,
    team.players.map(({ userId }) => userId),
    {
      eventKey: `cup:${id}:team:${entrant}:renamed:${cup.now}`,
      title: msg`Staff renamed your team: it is ${name} now`,
      text: cup.title,
    },
  )
  await recordAudit(transaction, {
    actor: member,
    action: 'cup.team',
    subject: { type: 'cup', id },
    before: { name: team.name },
    after: { name },
  })
}
