import { type RawBuilder, sql } from 'kysely'
import { latestMatches, narrowedMatches } from '../../../../contract/players/players.ts'
import type {
  ListedMatch,
  Match,
  MatchDetails,
  MatchNarrowing,
  MatchPlayer,
} from '../../../../contract/players/players-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { textInLanguage } from '../../../platform/languages/record-words.ts'
import { memberJson } from '../../accounts/users/avatar/queries.ts'
import { countsNowhere, isExcluded, isVoid } from '../../matches/ledger/queries/matches.ts'
import { countedModes } from '../../matches/modes/queries.ts'
import { recentMatches } from '../../rankings/head-to-head/queries.ts'
import { ratingsOfRow } from '../../rankings/ratings/queries/ratings.ts'

export interface MatchRow extends Omit<Match, 'startedAt' | 'endedAt' | 'players'> {
  readonly startedAt: Date
  readonly endedAt: Date
  readonly players: (MatchPlayer & { readonly identityId: number })[]
}

export const matchOf = <More>(row: MatchRow & More): Omit<More, keyof MatchRow> & Match => ({
  ...row,
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt.toISOString(),
  players: row.players.map(({ identityId: _, ...player }) => player),
})

/** A match of `matches` and `counted` with its players, as current accounts and names; winners first. */
export const matchColumns = sql`
  matches.match_id AS "matchId", counted.mode AS "gameType", counted.mode_name AS "modeName",
  matches.ranked,
  matches.started_at AS "startedAt", matches.ended_at AS "endedAt",
  ${isVoid} AS voided, ${isExcluded} AS excluded,
  (SELECT coalesce(json_agg(json_build_object(
      'user', ${memberJson},
      'team', part.team, 'result', part.result, 'kills', part.kills, 'deaths', part.deaths,
      'assists', part.assists, 'points', part.points, 'input', part.input, 'pingMs', part.ping_ms,
      'identityId', part.identity_id)
      ORDER BY array_position(ARRAY['win', 'draw', 'loss'], part.result), part.points DESC, users.id), '[]')
    FROM match_players AS part JOIN game_identities ON game_identities.id = part.identity_id
    JOIN users ON users.id = game_identities.user_id
    WHERE part.match_id = matches.match_id) AS players`

/** As stored: lists have an entry for each identity, kills refer to them by index. */
interface FactsRow {
  readonly map: string | null
  readonly region: string | null
  readonly rounds: number | null
  readonly score: Record<string, number> | null
  readonly identity_ids: readonly number[]
  readonly hits: readonly (number | null)[] | null
  readonly kills: readonly (readonly [number, number, number, string?])[] | null
}

/** A match without its ratings. */
type MatchWithFacts = Omit<MatchDetails, 'rated' | 'unratedReason' | 'ratings'>

export async function findMatch(
  executor: Executor,
  matchId: string,
  language: string,
): Promise<MatchWithFacts | undefined> {
  const { rows } = await sql<MatchRow & { facts: FactsRow | null; cups: MatchDetails['cups'] }>`
    SELECT ${matchColumns}, (SELECT row_to_json(match_facts) FROM match_facts
      WHERE match_facts.match_id = matches.match_id) AS facts,
      (SELECT coalesce(json_agg(json_build_object('id', events.id, 'title', ${textInLanguage('events', 'title', language)},
          'node', CASE WHEN in_bracket THEN jsonb_build_object(
            'id', jsonb_path_query_first(rounds, '$[*].nodes[*] ? (@.matchIds[*] == $id).id',
              jsonb_build_object('id', matches.match_id)),
            'rounds', jsonb_path_query_array(rounds, '$[*].id')) END) ORDER BY events.id), '[]')
        FROM cup_matches JOIN events ON events.id = event_id JOIN cup_views USING (event_id)
        WHERE cup_matches.match_id = matches.match_id) AS cups
    FROM matches JOIN ${countedModes} AS counted USING (game_type) WHERE match_id = ${matchId}
  `.execute(executor)
  const [row] = rows
  if (row === undefined) return undefined
  const { facts, cups, ...match } = row
  return { ...detailsOf(match, facts), cups }
}

function detailsOf(row: MatchRow, facts: FactsRow | null): Omit<MatchWithFacts, 'cups'> {
  const match = matchOf(row)
  const shown = row.players.map(({ identityId }) => identityId)
  const sent = facts?.identity_ids ?? []
  const indexOf = (index: number) => shown.indexOf(sent[index] ?? 0)
  return {
    ...match,
    players: match.players.map((player, index) => ({
      ...player,
      hits: facts?.hits?.[sent.indexOf(shown[index]!)] ?? null,
    })),
    map: facts?.map ?? null,
    region: facts?.region ?? null,
    rounds: facts?.rounds ?? null,
    score: facts?.score ?? null,
    kills: (facts?.kills ?? [])
      .toSorted(([one], [other]) => one - other)
      .map(([after, killer, victim, cause]) => ({
        at: new Date(row.startedAt.getTime() + after).toISOString(),
        killer: indexOf(killer),
        victim: indexOf(victim),
        cause: cause ?? null,
      })),
  }
}

/** What a row of `played` is narrowed to; a team mate is no opponent. */
function narrowingOf({ mode, opponent, result, rated }: MatchNarrowing): RawBuilder<unknown>[] {
  const isRated = sql`EXISTS (SELECT FROM rating_history AS history
    WHERE history.match_id = played.match_id AND history.identity_id = played.identity_id)`
  return [
    ...(mode === undefined ? [] : [sql`counted.mode = kept_mode(${mode})`]),
    ...(result === undefined ? [] : [sql`played.result = ${result}`]),
    ...(rated === undefined ? [] : [rated === 'yes' ? isRated : sql`NOT ${isRated}`]),
    ...(opponent === undefined
      ? []
      : [
          sql`EXISTS (SELECT FROM match_players AS other JOIN game_identities ON game_identities.id = other.identity_id
            WHERE other.match_id = played.match_id AND game_identities.user_id = ${opponent}
              AND game_identities.forgotten_at IS NULL AND other.identity_id <> played.identity_id
              AND (played.team IS NULL OR other.team IS DISTINCT FROM played.team))`,
        ]),
  ]
}

/**
 * Newest first, starting before `before`; an unknown one returns nothing, as does a deleted player. Where it is narrowed,
 * only the next `narrowedMatches` are looked at.
 */
export async function listMatches(
  executor: Executor,
  userId: number,
  {
    before,
    limit,
    ...narrowing
  }: { readonly before?: string | undefined; readonly limit: number } & MatchNarrowing,
): Promise<ListedMatch[]> {
  const conditions = narrowingOf(narrowing)
  const lookedAt = conditions.length === 0 ? limit : narrowedMatches
  const { rows } = await sql<MatchRow & Pick<ListedMatch, 'score' | 'ratings'>>`
    WITH played AS MATERIALIZED (
      SELECT newest.* FROM game_identities AS own CROSS JOIN LATERAL (
        -- A range of the index, with and without a page before.
        SELECT match_id, ended_at, identity_id, result, team FROM match_players
        WHERE identity_id = own.id AND (ended_at, match_id) < (
          CASE WHEN ${before ?? null}::uuid IS NULL THEN 'infinity'
            ELSE (SELECT ended_at FROM matches WHERE match_id = ${before ?? null}) END,
          coalesce(${before ?? null}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        ORDER BY ended_at DESC, match_id DESC LIMIT ${lookedAt}
      ) AS newest
      WHERE own.user_id = ${userId} AND own.forgotten_at IS NULL
      ORDER BY ended_at DESC, match_id DESC LIMIT ${lookedAt}
    ), page AS (
      SELECT played.match_id, played.ended_at FROM played JOIN matches USING (match_id)
        JOIN ${countedModes} AS counted USING (game_type)
      WHERE ${sql.join([sql`true`, ...conditions], sql` AND `)}
      ORDER BY played.ended_at DESC, played.match_id DESC LIMIT ${limit}
    )
    SELECT ${matchColumns}, (SELECT score FROM match_facts WHERE match_facts.match_id = matches.match_id) AS score,
      ${ratingsOfRow} AS ratings
    FROM page JOIN matches USING (match_id) JOIN ${countedModes} AS counted USING (game_type)
    ORDER BY page.ended_at DESC, match_id DESC
  `.execute(executor)
  return rows.map((row) => matchOf(row))
}

/** The newest 1v1 matches of two players that count in their head-to-head record. */
export async function listMeetings(
  executor: Executor,
  userId: number,
  otherId: number,
  limit: number,
): Promise<Match[]> {
  if (limit === 0) return []
  const { rows } = await sql<MatchRow>`
    WITH met AS (
      SELECT matches.match_id, matches.ended_at FROM ${recentMatches(userId, otherId)} AS recent JOIN matches USING (match_id)
      WHERE NOT ${countsNowhere} ORDER BY ended_at DESC, match_id DESC LIMIT ${limit}
    )
    SELECT ${matchColumns} FROM met JOIN matches USING (match_id) JOIN ${countedModes} AS counted USING (game_type)
    ORDER BY met.ended_at DESC, match_id DESC
  `.execute(executor)
  return rows.map((row) => matchOf(row))
}

/** Windows to look in, the shortest first: a busy network has the newest matches within a minute. */
const windowsInMinutes = [1, 60, latestMatches.maxAgeMinutes]

/** The newest ranked matches that count, of one listed mode, or of all for `overall`. */
export async function listLatest(
  executor: Executor,
  gameType: string,
  limit: number,
): Promise<ListedMatch[]> {
  const ofMode = gameType === 'overall' ? sql`true` : sql`counted.mode = ${gameType}`
  for (const minutes of windowsInMinutes) {
    const { rows } = await sql<MatchRow & Pick<ListedMatch, 'score' | 'ratings'>>`
      WITH newest AS (
        SELECT match_id FROM matches JOIN ${countedModes} AS counted USING (game_type)
        WHERE ranked AND NOT ${countsNowhere} AND ended_at > now() - make_interval(mins => ${minutes}::int)
          AND ${ofMode} AND EXISTS (SELECT FROM modes WHERE key = counted.mode AND listed)
        ORDER BY ended_at DESC, match_id DESC LIMIT ${limit}
      )
      SELECT ${matchColumns}, (SELECT score FROM match_facts WHERE match_facts.match_id = matches.match_id) AS score,
        ${ratingsOfRow} AS ratings
      FROM newest JOIN matches USING (match_id) JOIN ${countedModes} AS counted USING (game_type)
      ORDER BY matches.ended_at DESC, match_id DESC
    `.execute(executor)
    if (rows.length === limit || minutes === latestMatches.maxAgeMinutes)
      return rows.map((row) => matchOf(row))
  }
  return []
}
