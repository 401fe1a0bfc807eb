import { sql } from 'kysely'
import { isComplete } from '../../../../contract/cups/cups.ts'
import type { CupTeam, MyTeam, TeamPlayer } from '../../../../contract/cups/cups-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { RecordWords } from '../../../platform/languages/record-words.ts'
import type { DomainEvents } from '../../../platform/live/domain-events.ts'

export interface NewTeamRow {
  readonly name: string
  readonly skeleton: string
  readonly code: string
}

/** Returns the number of the team as an entrant. @throws for a name that looks like that of another team */
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

export interface TeamLeft {
  readonly id: number
  readonly title: string
  readonly words: RecordWords
  readonly team: number
  readonly name: string
  /** Who is its captain once the member left. */
  readonly captain: number
  readonly now: string
}

/** Teams of cups that are not over which a member leaves, with somebody else in them; of one event, or of all. */
export async function findTeamsLeft(
  executor: Executor,
  userId: number,
  eventId: number | undefined,
): Promise<TeamLeft[]> {
  const { rows } = await sql<TeamLeft>`
    SELECT cup_teams.event_id AS id, events.title, events.words, cup_teams.id AS team, cup_teams.name, captain.user_id AS captain,
      extract(epoch FROM clock_timestamp())::text AS now
    FROM cup_team_players AS own JOIN cup_teams ON cup_teams.id = own.team_id
    JOIN events ON events.id = own.event_id LEFT JOIN cup_views AS view ON view.event_id = own.event_id
    CROSS JOIN LATERAL (SELECT user_id FROM cup_team_players AS other WHERE other.team_id = own.team_id
      AND other.user_id <> own.user_id ORDER BY joined_at, user_id LIMIT 1) AS captain
    WHERE own.user_id = ${userId} AND (own.event_id = ${eventId ?? null}::int OR ${eventId ?? null}::int IS NULL)
      AND coalesce(view.state, 'open') NOT IN ('final', 'cancelled')
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

/** Renames a team. Returns the new version of the cup, which is sent to pages. @throws for a name that looks like that of another team */
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

/** Takes a member out of the teams of cups until their account is restored, with those that nobody else is in. */
export async function hideTeamsOf({
  userId,
  hideRows,
  copyRows,
}: DomainEvents['accountHidden']): Promise<void> {
  await copyRows(
    'cup_teams',
    sql`id IN (SELECT team_id FROM cup_team_players GROUP BY team_id HAVING every(user_id = ${userId}))`,
  )
  await hideRows('cup_team_players', sql`user_id = ${userId}`)
}

/** Before an account is restored: no team enters a cup that has begun, and who comes back checks in again. */
export async function dropBegunTeams(transaction: Executor, userId: number): Promise<void> {
  await sql`
    DELETE FROM hidden_rows USING events WHERE hidden_rows.user_id = ${userId} AND table_name = 'cup_teams'
      AND events.id = (content ->> 'event_id')::int AND start_date <= now()
  `.execute(transaction)
  await sql`
    UPDATE hidden_rows SET content = content || '{"is_checked_in": false}'
    WHERE user_id = ${userId} AND table_name = 'cup_team_players'
  `.execute(transaction)
}
