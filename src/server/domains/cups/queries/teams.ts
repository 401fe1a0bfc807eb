import { sql } from 'kysely'
import type { CupTeam, MyTeam, TeamPlayer } from '../../../../contract/cups/cups-schemas.ts'
import type { Executor } from '../../../platform/database.ts'

export interface NewTeamRow {
  readonly name: string
  readonly skeleton: string
  readonly code: string
}

/** Returns the number of the team as an entrant. @throws when another team of the cup looks alike by name */
export async function insertTeam(
  transaction: Executor,
  eventId: number,
  { name, skeleton, code }: NewTeamRow,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO cup_teams (event_id, name, skeleton, code) VALUES (${eventId}, ${name}, ${skeleton}, ${code})
    RETURNING id
  `.execute(transaction)
  return rows[0]!.id
}

/** Adds a player, who is registered for the event. A trigger writes the fact. @throws for one who is in a team */
export async function insertPlayer(
  transaction: Executor,
  eventId: number,
  teamId: number,
  userId: number,
): Promise<void> {
  await sql`
    INSERT INTO cup_team_players (event_id, team_id, user_id) VALUES (${eventId}, ${teamId}, ${userId})
  `.execute(transaction)
}

/** The team of a cup with this code, by its hash: how long a wrong code takes says nothing about a right one. */
export async function findTeamByCode(
  executor: Executor,
  eventId: number,
  code: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM cup_teams WHERE event_id = ${eventId} AND sha256(code::bytea) = sha256(${code}::text::bytea)
  `.execute(executor)
  return rows[0]?.id
}

export interface TeamPlayers extends CupTeam {
  readonly code: string
}

const players = sql`
  SELECT json_agg(json_build_object('userId', users.id, 'username', shown_name, 'isCheckedIn', is_checked_in)
    ORDER BY joined_at, users.id)
  FROM cup_team_players JOIN users ON users.id = user_id WHERE team_id = cup_teams.id`

const team = sql`SELECT id AS entrant, name, code, coalesce((${players}), '[]') AS players FROM cup_teams`

export async function findTeam(
  executor: Executor,
  eventId: number,
  id: number,
): Promise<TeamPlayers | undefined> {
  const { rows } = await sql<TeamPlayers>`
    ${team} WHERE event_id = ${eventId} AND id = ${id}
  `.execute(executor)
  return rows[0]
}

export async function teamNames(
  executor: Executor,
  eventId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM cup_teams WHERE event_id = ${eventId} AND id = ANY(${[...ids]}::int[])
  `.execute(executor)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The team that a member is in. */
export async function findTeamOf(
  executor: Executor,
  eventId: number,
  userId: number,
): Promise<TeamPlayers | undefined> {
  const { rows } = await sql<TeamPlayers>`
    ${team} WHERE id = (SELECT team_id FROM cup_team_players WHERE event_id = ${eventId} AND user_id = ${userId})
  `.execute(executor)
  return rows[0]
}

/** Teams as everybody sees them: those that take part by seed, then the others by when they were made. */
export async function listTeams(executor: Executor, eventId: number, limit: number): Promise<CupTeam[]> {
  const { rows } = await sql<CupTeam>`
    SELECT id AS entrant, name, coalesce((${players}), '[]') AS players
    FROM cup_teams LEFT JOIN cup_entrants ON cup_entrants.event_id = cup_teams.event_id AND entrant = id
    WHERE cup_teams.event_id = ${eventId} ORDER BY seed NULLS LAST, position NULLS LAST, id LIMIT ${limit}
  `.execute(executor)
  return rows
}

export async function hasTeams(executor: Executor, eventId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM cup_teams WHERE event_id = ${eventId} LIMIT 1`.execute(executor)
  return rows.length > 0
}

/** Removes players from their teams, who stay registered. The trigger writes the facts. */
export async function removePlayers(
  transaction: Executor,
  eventId: number,
  userIds: readonly number[],
): Promise<void> {
  await sql`
    DELETE FROM cup_team_players WHERE event_id = ${eventId} AND user_id = ANY(${[...userIds]}::int[])
  `.execute(transaction)
}

export async function storeCheckIn(
  transaction: Executor,
  eventId: number,
  userId: number,
  isCheckedIn: boolean,
): Promise<void> {
  await sql`
    UPDATE cup_team_players SET is_checked_in = ${isCheckedIn} WHERE event_id = ${eventId} AND user_id = ${userId}
  `.execute(transaction)
}

/** Renames a team. Returns the new version of the cup, which pages hear of. @throws when another team of the cup looks alike by name */
export async function storeName(
  transaction: Executor,
  eventId: number,
  teamId: number,
  { name, skeleton }: Omit<NewTeamRow, 'code'>,
): Promise<number | undefined> {
  await sql`UPDATE cup_teams SET name = ${name}, skeleton = ${skeleton} WHERE id = ${teamId}`.execute(
    transaction,
  )
  const { rows } = await sql<{ version: number }>`
    UPDATE cup_views SET version = version + 1 WHERE event_id = ${eventId} RETURNING version
  `.execute(transaction)
  return rows[0]?.version
}

export async function storeCode(transaction: Executor, teamId: number, code: string): Promise<void> {
  await sql`UPDATE cup_teams SET code = ${code} WHERE id = ${teamId}`.execute(transaction)
}

/** A team as one of its players sees it. */
export const ownTeam = (
  { code, ...rest }: TeamPlayers,
  userId: number,
  size: number,
): MyTeam & { readonly players: TeamPlayer[] } => {
  const isCaptain = rest.players[0]?.userId === userId
  return { ...rest, isCaptain, code: isCaptain ? code : null, isCheckedIn: isComplete(rest.players, size) }
}

/** Whether a team takes part: enough players, of whom each checked in. Its roster stands then. */
export const isComplete = (of: readonly Pick<TeamPlayer, 'isCheckedIn'>[], size: number) =>
  of.length >= size && of.every(({ isCheckedIn }) => isCheckedIn)
