import { sql } from 'kysely'
import { deletedPlayerName } from '../../../../contract/accounts/accounts.ts'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { currentUntil, punishmentState } from '../../moderation/punishments/queries.ts'
import { readSeasons } from '../../rankings/ratings/queries/seasons.ts'

/** Identities of a member; none when no player is linked. */
export async function identitiesOf(executor: Executor, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM game_identities WHERE user_id = ${userId} AND forgotten_at IS NULL ORDER BY id
  `.execute(executor)
  return rows.map(({ id }) => id)
}

/** Accounts whose players these identities are now. */
export async function accountsOf(executor: Executor, identityIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT user_id AS id FROM game_identities WHERE id = ANY(${[...identityIds]}::int[])
  `.execute(executor)
  return rows.map(({ id }) => id)
}

/** The ranks that these accounts have now. */
export async function ranksOf(executor: Executor, accounts: readonly number[]): Promise<Rank[]> {
  const { rows } = await sql<{ rank: Rank }>`
    SELECT DISTINCT rank FROM users WHERE id = ANY(${[...accounts]}::int[])
  `.execute(executor)
  return rows.map(({ rank }) => rank)
}

export interface Ban {
  readonly punishmentId: string
  readonly identityId: number
}

/** Of a row of `punishments`. */
export const isBanInForce = sql<boolean>`kind = 'ban' AND ${punishmentState} = 'active'
  AND (${currentUntil} IS NULL OR ${currentUntil} > now())`

/** Bans in force of these identities. */
export async function findBans(executor: Executor, identityIds: readonly number[]): Promise<Ban[]> {
  if (identityIds.length === 0) return []
  const { rows } = await sql<Ban>`
    SELECT id AS "punishmentId", identity_id AS "identityId" FROM punishments
    WHERE identity_id = ANY(${[...identityIds]}::int[]) AND ${isBanInForce} ORDER BY at, id
  `.execute(executor)
  return rows
}

/** The name of an entrant: of the team, else by their first identity the newest of who has it now. */
export const entrantNames = sql`
  LEFT JOIN cup_teams AS team ON team.event_id = cup_entrants.event_id AND team.id = entrant
  LEFT JOIN game_identities AS named ON named.id = identity_ids[1]
  LEFT JOIN users AS player ON player.id = named.user_id AND named.forgotten_at IS NULL`

/** A team is no account. */
export const entrantAccount = sql<number | null>`CASE WHEN team.id IS NULL THEN player.id END`

export const entrantName = sql<string>`coalesce(team.name, player.shown_name, ${deletedPlayerName}::text)`

/** An entrant before the start, as seeds go by it. */
export interface RatedEntrant {
  readonly entrant: number
  readonly username: string
  /** Of a team: the mean of its rated players. Null without a rated match. */
  readonly rating: number | null
  readonly deviation: number | null
}

/**
 * Entrants by rating − deviation of the mode in the running season, a team by the mean of its rated players; unrated last,
 * then by a hash of cup and entrant.
 */
export async function listByStrength(
  executor: Executor,
  cup: { readonly id: number; readonly mode: string; readonly size: number },
  seated: readonly { readonly entrant: number; readonly identities: readonly number[] }[],
): Promise<RatedEntrant[]> {
  const seasonId = (await readSeasons(executor)).idAt(new Date())
  const entrants = seated.map(({ entrant, identities }) => ({
    event_id: cup.id,
    entrant,
    identity_ids: identities,
  }))
  const { rows } = await sql<RatedEntrant>`
    SELECT entrant, ${entrantName} AS username, rating, deviation
    FROM jsonb_to_recordset(${JSON.stringify(entrants)}::jsonb) AS cup_entrants (event_id int, entrant int, identity_ids int[])
    ${entrantNames}
    LEFT JOIN LATERAL (
      SELECT (avg(rating) / 100)::float8 AS rating, (avg(deviation) / 100)::float8 AS deviation
      FROM ratings JOIN rating_tracks ON rating_tracks.id = track_id
      WHERE mode = ${cup.mode} AND ladder = ${cup.size === 1 ? 'solo' : 'team'} AND season_id = ${seasonId}
        AND ratings.user_id IN (SELECT user_id FROM game_identities WHERE id = ANY(identity_ids))
    ) AS rated ON true
    ORDER BY rating - deviation DESC NULLS LAST, md5(${`${cup.id} `} || entrant), entrant
  `.execute(executor)
  return rows
}
