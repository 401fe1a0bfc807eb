import { sql } from 'kysely'
import type { MatchResult } from '../../../../../contract/players/players-schemas.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { countedModes } from '../../modes/queries.ts'
import type { Entry } from '../totals.ts'

/** Whether the row of `matches` was voided by its own server. */
export const isVoid = sql`EXISTS (SELECT FROM match_voids
  WHERE match_voids.match_id = matches.match_id AND match_voids.server_id = matches.server_id)`

/** Whether a ruling of staff excludes the row of `matches` (docs/fair-play.md). */
export const isExcluded = sql`EXISTS (SELECT FROM excluded_matches WHERE excluded_matches.match_id = matches.match_id)`

/** Whether the row of `matches` counts nowhere. */
export const countsNowhere = sql`(${isVoid} OR ${isExcluded})`

export interface NewMatch {
  readonly matchId: string
  readonly gameType: string
  readonly ranked: boolean
  readonly startedAt: Date
  readonly endedAt: Date
  readonly contentHash: Buffer
  readonly cupMatchId?: string | null | undefined
}

/** Inserts new matches and returns them; of two with one id in `matches` the first wins. */
export async function insertMatches(
  transaction: Executor,
  serverId: number,
  matches: readonly NewMatch[],
): Promise<Set<string>> {
  if (matches.length === 0) return new Set()
  const firsts = [...new Map([...matches].reverse().map((match) => [match.matchId, match])).values()]
  const rows = firsts.map(({ matchId, gameType, ranked, startedAt, endedAt, contentHash, cupMatchId }) => ({
    matchId,
    gameType,
    ranked,
    startedAt,
    endedAt,
    hash: contentHash.toString('hex'),
    cupMatchId: cupMatchId ?? null,
  }))
  const inserted = await sql<{ match_id: string }>`
    INSERT INTO matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash, cup_match_id)
    SELECT "matchId", ${serverId}, "gameType", ranked, "startedAt", "endedAt", decode(hash, 'hex'),
      "cupMatchId"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS rows ("matchId" uuid, "gameType" text,
      ranked boolean, "startedAt" timestamptz, "endedAt" timestamptz, hash text, "cupMatchId" text)
    ORDER BY "matchId"
    ON CONFLICT (match_id) DO NOTHING RETURNING match_id
  `.execute(transaction)
  return new Set(inserted.rows.map((row) => row.match_id))
}

export interface StoredMatch {
  readonly serverId: number
  readonly contentHash: Buffer
  readonly cupMatchId: string | null
}

export async function findStored(
  executor: Executor,
  matchIds: readonly string[],
): Promise<ReadonlyMap<string, StoredMatch>> {
  if (matchIds.length === 0) return new Map()
  const { rows } = await sql<StoredMatch & { matchId: string }>`
    SELECT match_id AS "matchId", server_id AS "serverId", content_hash AS "contentHash",
      cup_match_id AS "cupMatchId"
    FROM matches WHERE match_id = ANY(${matchIds}::uuid[])
  `.execute(executor)
  return new Map(rows.map((row) => [row.matchId, row]))
}

export interface NewMatchPlayer {
  readonly identityId: number
  readonly matchId: string
  readonly endedAt: Date
  readonly gamertag: string
  readonly team: string | null
  readonly result: MatchResult
  readonly kills: number
  readonly deaths: number
  readonly assists: number
  readonly points: number
  readonly input: string | null
  readonly pingMs: number | null
}

export async function insertMatchPlayers(
  transaction: Executor,
  players: readonly NewMatchPlayer[],
): Promise<void> {
  if (players.length === 0) return
  await sql`
    INSERT INTO match_players (identity_id, match_id, ended_at, gamertag, team, result, kills, deaths, assists,
      points, input, ping_ms)
    SELECT "identityId", "matchId", "endedAt", gamertag, team, result, kills, deaths, assists, points, input, "pingMs"
    FROM jsonb_to_recordset(${JSON.stringify(players)}::jsonb) AS players ("identityId" int, "matchId" uuid,
      "endedAt" timestamptz, gamertag text, team text, result text, kills int, deaths int, assists int, points int,
      input text, "pingMs" int)
  `.execute(transaction)
}

export interface NewVoid {
  readonly matchId: string
  readonly reason: string
  readonly at: Date
}

/** Returns match ids that this server had not voided before. */
export async function insertVoids(
  transaction: Executor,
  serverId: number,
  voids: readonly NewVoid[],
): Promise<Set<string>> {
  if (voids.length === 0) return new Set()
  const { rows } = await sql<{ match_id: string }>`
    INSERT INTO match_voids (match_id, server_id, reason, at)
    SELECT "matchId", ${serverId}, reason, at
    FROM jsonb_to_recordset(${JSON.stringify(voids)}::jsonb) AS voids ("matchId" uuid, reason text, at timestamptz)
    ORDER BY "matchId"
    ON CONFLICT (match_id, server_id) DO NOTHING RETURNING match_id
  `.execute(transaction)
  return new Set(rows.map((row) => row.match_id))
}

/** Returns which of `matchIds` their own server has voided. */
export async function findVoided(executor: Executor, matchIds: readonly string[]): Promise<Set<string>> {
  if (matchIds.length === 0) return new Set()
  const { rows } = await sql<{ match_id: string }>`
    SELECT match_id FROM matches JOIN match_voids USING (match_id, server_id)
    WHERE match_id = ANY(${matchIds}::uuid[])
  `.execute(executor)
  return new Set(rows.map((row) => row.match_id))
}

/** Results of ranked matches by current account; anonymized identities have none. */
export async function findEntries(executor: Executor, matchIds: readonly string[]): Promise<Entry[]> {
  if (matchIds.length === 0) return []
  const { rows } = await sql<Entry>`
    SELECT game_identities.user_id AS "userId", match_id AS "matchId", counted.mode AS "gameType",
      counted.in_overall AS "inOverall", matches.ended_at AS "endedAt", result, kills, deaths, assists, points
    FROM match_players JOIN matches USING (match_id) JOIN ${countedModes} AS counted USING (game_type)
    JOIN game_identities ON game_identities.id = match_players.identity_id
    WHERE match_id = ANY(${matchIds}::uuid[]) AND ranked AND forgotten_at IS NULL
  `.execute(executor)
  return rows
}
