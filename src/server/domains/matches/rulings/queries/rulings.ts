import { sql } from 'kysely'
import type { Rank } from '../../../../../contract/accounts/ranks.ts'
import type { NewRuling, Ruling, RulingPreview } from '../../../../../contract/matches/rulings-schemas.ts'
import { accountsBehindReader } from '../../../../platform/conflicts.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { readWaiting, type Waiting } from '../../../../platform/jobs/waiting.ts'
import { personJson } from '../../../accounts/users/avatar/queries.ts'
import { isVoid } from '../../ledger/queries/matches.ts'
import { countedModes } from '../../modes/queries.ts'

/** Condition for a row `rulings`: of the reader's span, or by the ids of matches that they played in. */
export const isRulingAbout = (viewerId: number) => sql<boolean>`(
  kept_user_id(${sql.ref('rulings.player_id')}) = ANY (${accountsBehindReader(viewerId)})
  OR rulings.player_id IS NULL AND EXISTS (
    SELECT FROM ruling_matches JOIN match_players USING (match_id) WHERE ruling_id = rulings.id AND identity_id = ANY (
      ARRAY(SELECT identity_id FROM identity_owners WHERE user_id = ANY (${accountsBehindReader(viewerId)})))))`

/** Whether one of these accounts ever owned a player of one of the matches. */
export async function playedInAny(
  executor: Executor,
  accounts: ReadonlySet<number>,
  matchIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM match_players WHERE match_id = ANY(${matchIds}::uuid[]) AND identity_id IN (
      SELECT identity_id FROM identity_owners WHERE user_id = ANY(${[...accounts]}::int[])) LIMIT 1
  `.execute(executor)
  return rows.length > 0
}

/** The matches that exist, in a stable order. */
export async function findMatches(executor: Executor, matchIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ match_id: string }>`
    SELECT match_id FROM matches WHERE match_id = ANY(${matchIds}::uuid[]) ORDER BY match_id
  `.execute(executor)
  return rows.map((row) => row.match_id)
}

/** The matches of a player's span, at most `limit`; merged modes count as the one they were merged into. */
export async function findSpanMatches(
  executor: Executor,
  { userId, from, to, mode }: NonNullable<NewRuling['span']>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ match_id: string }>`
    SELECT DISTINCT match_id FROM match_players AS played
    JOIN matches USING (match_id) JOIN ${countedModes} AS counted USING (game_type)
    WHERE identity_id IN (SELECT id FROM game_identities WHERE user_id = ${userId} AND forgotten_at IS NULL)
      AND played.ended_at BETWEEN ${from} AND ${to} AND (${mode ?? null}::text IS NULL OR counted.mode = ${mode ?? null})
    LIMIT ${limit}
  `.execute(executor)
  return rows.map((row) => row.match_id)
}

/** Those of the matches that a ruling would change. */
export async function findChanging(
  executor: Executor,
  matchIds: readonly string[],
  action: Ruling['action'],
): Promise<string[]> {
  const { rows } = await sql<{ match_id: string }>`
    SELECT match_id FROM unnest(${matchIds}::uuid[]) AS named (match_id)
    WHERE EXISTS (SELECT FROM excluded_matches WHERE excluded_matches.match_id = named.match_id) = ${action === 'restore'}
    ORDER BY match_id
  `.execute(executor)
  return rows.map((row) => row.match_id)
}

export async function findPlayer(
  executor: Executor,
  id: number,
): Promise<{ readonly id: number; readonly rank: Rank } | undefined> {
  const { rows } = await sql<{ id: number; rank: Rank }>`
    SELECT id, rank FROM users WHERE id = kept_user_id(${id}) AND deleted_at IS NULL
  `.execute(executor)
  return rows[0]
}

/** The ranks of all who played in the matches. */
export async function listPlayersRanks(executor: Executor, matchIds: readonly string[]): Promise<Rank[]> {
  const { rows } = await sql<{ rank: Rank }>`
    SELECT DISTINCT rank FROM users WHERE id IN (
      SELECT user_id FROM match_players JOIN game_identities ON id = identity_id
      WHERE match_id = ANY(${matchIds}::uuid[]))
  `.execute(executor)
  return rows.map(({ rank }) => rank)
}

/** Whom a ruling is about: the player of its span, or everybody in the matches that it names. */
export async function findRuledPeople(
  executor: Executor,
  { span, matchIds }: Pick<Ruling, 'span' | 'matchIds'>,
): Promise<(number | null)[]> {
  if (span !== null) return [span.user?.id ?? null]
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT user_id AS id FROM match_players JOIN game_identities ON game_identities.id = identity_id
    WHERE match_id = ANY (${matchIds}::uuid[])
  `.execute(executor)
  return rows.map(({ id }) => id)
}

/** How many matches, how many of them are rated, and who played in them. */
export async function countMatches(
  executor: Executor,
  matchIds: readonly string[],
): Promise<Omit<RulingPreview, 'waits'>> {
  const { rows } = await sql<Omit<RulingPreview, 'waits'>>`
    WITH named AS (SELECT match_id FROM unnest(${matchIds}::uuid[]) AS match_id), playing AS (
      SELECT user_id, count(DISTINCT match_id)::int AS matches FROM named JOIN match_players USING (match_id)
      JOIN game_identities ON id = identity_id WHERE user_id IS NOT NULL GROUP BY user_id
    )
    SELECT (SELECT count(*)::int FROM named) AS matches,
      (SELECT count(*)::int FROM named JOIN matches USING (match_id) WHERE ranked AND NOT ${isVoid}) AS rated,
      (SELECT count(*)::int FROM playing) AS "playersInAll",
      coalesce((SELECT json_agg(json_build_object('user', ${personJson('users')}, 'matches', most.matches)
          ORDER BY most.matches DESC, users.id)
        FROM (SELECT * FROM playing ORDER BY matches DESC, user_id LIMIT 10) AS most
        JOIN users ON users.id = most.user_id), '[]') AS players
  `.execute(executor)
  return rows[0]!
}

/** Of the players of the matches, the most matches of one of them that these makers ruled on alone, with these matches. */
export async function mostMatchesAlone(
  executor: Executor,
  makers: ReadonlySet<number>,
  matchIds: readonly string[],
  days: number,
): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    WITH alone AS (
      SELECT match_id FROM unnest(${matchIds}::uuid[]) AS match_id
      UNION
      SELECT match_id FROM rulings JOIN ruling_decisions AS decided ON decided.ruling_id = rulings.id
      JOIN ruling_matches ON ruling_matches.ruling_id = rulings.id
      WHERE rulings.made_by = ANY(${[...makers]}::int[]) AND decided.made_by = ANY(${[...makers]}::int[])
        AND decision = 'apply' AND rulings.created_at > now() - make_interval(days => ${days})
    ), named AS (
      SELECT DISTINCT user_id FROM match_players JOIN game_identities ON id = identity_id
      WHERE match_id = ANY(${matchIds}::uuid[])
    )
    SELECT coalesce(max(matches), 0)::int AS most FROM (
      SELECT count(DISTINCT match_id) AS matches FROM alone JOIN match_players USING (match_id)
      JOIN game_identities ON id = identity_id JOIN named USING (user_id) GROUP BY user_id
    ) AS counted
  `.execute(executor)
  return rows[0]!.most
}

/** Whether the last decision on one of the matches was made by two people. */
export async function wereDecidedByTwo(executor: Executor, matchIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM (
      SELECT DISTINCT ON (match_id) rulings.made_by <> decided.made_by AS "byTwo"
      FROM ruling_matches JOIN ruling_decisions AS decided USING (ruling_id) JOIN rulings ON rulings.id = ruling_id
      WHERE match_id = ANY(${matchIds}::uuid[]) AND decision = 'apply' ORDER BY match_id, decided.id DESC
    ) AS last WHERE "byTwo" LIMIT 1
  `.execute(executor)
  return rows.length > 0
}

/** Who made a ruling, and when; also of a deleted account. */
export async function findMaker(executor: Executor, id: number): Promise<{ makerId: number; at: Date }> {
  const { rows } = await sql<{ makerId: number; at: Date }>`
    SELECT made_by AS "makerId", created_at AS at FROM rulings WHERE id = ${id}
  `.execute(executor)
  return rows[0]!
}

export async function insertRuling(
  transaction: Executor,
  { action, reason, span }: Pick<NewRuling, 'action' | 'reason' | 'span'>,
  madeBy: number,
  matchIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO rulings (action, reason, made_by, player_id, span_from, span_to, mode, matches)
    VALUES (${action}, ${reason}, ${madeBy}, ${span?.userId ?? null}, ${span?.from ?? null}, ${span?.to ?? null},
      ${span?.mode ?? null}, ${matchIds.length})
    RETURNING id
  `.execute(transaction)
  const { id } = rows[0]!
  await sql`
    INSERT INTO ruling_matches (ruling_id, match_id) SELECT ${id}, match_id FROM unnest(${matchIds}::uuid[]) AS match_id
  `.execute(transaction)
  return id
}

/** Has a ruling applied, or closes it. */
export async function insertDecision(
  transaction: Executor,
  rulingId: number,
  decision: 'apply' | 'refuse',
  madeBy: number,
): Promise<void> {
  await sql`
    WITH decided AS (
      INSERT INTO ruling_decisions (ruling_id, decision, made_by) VALUES (${rulingId}, ${decision}, ${madeBy})
      RETURNING id, ruling_id, decision
    )
    INSERT INTO ruling_work (decision_id, ruling_id) SELECT id, ruling_id FROM decided WHERE decision = 'apply'
  `.execute(transaction)
}

export interface Work {
  readonly rulingId: number
  readonly action: Ruling['action']
  readonly reason: string
  readonly lastMatchId: string | null
}

/** The decided ruling that is to be applied first. */
export async function findWork(transaction: Executor): Promise<Work | undefined> {
  const { rows } = await sql<Work>`
    SELECT ruling_id AS "rulingId", action, reason, last_match_id AS "lastMatchId"
    FROM ruling_work JOIN rulings ON rulings.id = ruling_id ORDER BY decision_id LIMIT 1
  `.execute(transaction)
  return rows[0]
}

export async function nextMatches(
  transaction: Executor,
  { rulingId, lastMatchId }: Work,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ match_id: string }>`
    SELECT match_id FROM ruling_matches
    WHERE ruling_id = ${rulingId} AND (${lastMatchId}::uuid IS NULL OR match_id > ${lastMatchId}::uuid)
    ORDER BY match_id LIMIT ${limit}
  `.execute(transaction)
  return rows.map((row) => row.match_id)
}

export async function storeProgress(
  transaction: Executor,
  { rulingId }: Work,
  matchIds: readonly string[],
): Promise<void> {
  await sql`
    UPDATE ruling_work SET done = done + ${matchIds.length}, last_match_id = ${matchIds.at(-1)}
    WHERE ruling_id = ${rulingId}
  `.execute(transaction)
}

export async function deleteWork(transaction: Executor, { rulingId }: Work): Promise<void> {
  await sql`DELETE FROM ruling_work WHERE ruling_id = ${rulingId}`.execute(transaction)
}

/** Returns those that counted before, or were excluded before. */
export async function setExcluded(
  transaction: Executor,
  { rulingId, action }: Work,
  matchIds: readonly string[],
): Promise<string[]> {
  const change =
    action === 'exclude'
      ? sql<{ match_id: string }>`
          INSERT INTO excluded_matches (match_id, ruling_id)
          SELECT match_id, ${rulingId} FROM unnest(${matchIds}::uuid[]) AS match_id ORDER BY match_id
          ON CONFLICT (match_id) DO NOTHING RETURNING match_id`
      : sql<{ match_id: string }>`
          DELETE FROM excluded_matches WHERE match_id = ANY(${matchIds}::uuid[]) RETURNING match_id`
  const { rows } = await change.execute(transaction)
  return rows.map((row) => row.match_id)
}

/** What a ruling changed for the members who played: number of matches, and their points in overall. */
export async function listAffected(
  transaction: Executor,
  { rulingId }: Work,
): Promise<{ userId: number; matches: number; points: number }[]> {
  const { rows } = await sql<{ userId: number; matches: number; points: number }>`
    SELECT user_id AS "userId", count(*)::int AS matches,
      coalesce(sum(points) FILTER (WHERE in_overall), 0)::float8 AS points
    FROM ruling_matches JOIN matches USING (match_id) JOIN ${countedModes} AS counted USING (game_type)
    JOIN match_players USING (match_id) JOIN game_identities ON game_identities.id = identity_id
    JOIN users ON users.id = user_id
    WHERE ruling_id = ${rulingId} AND ranked AND NOT ${isVoid} AND users.username IS NOT NULL
    GROUP BY user_id ORDER BY user_id
  `.execute(transaction)
  return rows
}

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const shown = sql`
  SELECT rulings.id, action, reason, rulings.matches,
    CASE WHEN decision IS NULL THEN 'waiting' WHEN decision = 'refuse' THEN 'refused'
      WHEN work.ruling_id IS NOT NULL THEN 'applying' ELSE 'applied' END AS state,
    CASE WHEN work.ruling_id IS NOT NULL THEN done WHEN decision = 'apply' THEN rulings.matches ELSE 0 END AS done,
    ARRAY(SELECT match_id FROM ruling_matches JOIN matches USING (match_id) WHERE ruling_id = rulings.id
      ORDER BY ended_at DESC, match_id DESC LIMIT 10) AS "matchIds",
    CASE WHEN player_id IS NOT NULL THEN json_build_object('user', ${personJson('target')}, 'from', ${iso('span_from')},
      'to', ${iso('span_to')}, 'mode', mode) END AS span,
    ${personJson('maker')} AS "madeBy", ${iso('rulings.created_at')} AS "createdAt",
    ${personJson('decider')} AS "decidedBy"
  FROM rulings LEFT JOIN users AS maker ON maker.id = rulings.made_by
  LEFT JOIN users AS target ON target.id = kept_user_id(player_id)
  LEFT JOIN ruling_decisions AS decided ON decided.ruling_id = rulings.id
  LEFT JOIN users AS decider ON decider.id = decided.made_by
  LEFT JOIN ruling_work AS work ON work.ruling_id = rulings.id`

/** Newest first, starting before the id `before`. */
export async function listRulings(
  executor: Executor,
  {
    before,
    limit,
    viewerId,
  }: { readonly before?: number | undefined; readonly limit: number; readonly viewerId: number },
): Promise<Ruling[]> {
  const found = await sql<Ruling>`
    ${shown} WHERE rulings.id < ${before ?? 2_147_483_647} ORDER BY rulings.id DESC LIMIT ${limit}
  `.execute(executor)
  const ids = found.rows.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM rulings WHERE id = ANY(${ids}::int[]) AND ${isRulingAbout(viewerId)}
  `.execute(executor)
  const own = new Set(rows.map(({ id }) => id))
  // Who was ruled about reads the reason, and no name, whatever their rank.
  return found.rows.map((ruling) =>
    own.has(ruling.id) ? { ...ruling, madeBy: null, decidedBy: null } : ruling,
  )
}

export async function findRuling(executor: Executor, id: number): Promise<Ruling | undefined> {
  const found = await sql<Ruling>`${shown} WHERE rulings.id = ${id}`.execute(executor)
  return found.rows[0]
}

export async function findRulingMatches(executor: Executor, id: number): Promise<string[]> {
  const found = await sql<{ match_id: string }>`
    SELECT match_id FROM ruling_matches WHERE ruling_id = ${id}
  `.execute(executor)
  return found.rows.map((row) => row.match_id)
}

/** The matches that rulings exclude, by the last decision on each; of one that is being applied, the part that is done. */
const ruledOut = sql`
  SELECT match_id, ruling_id FROM (
    SELECT DISTINCT ON (match_id) match_id, ruling_id, action
    FROM ruling_matches JOIN ruling_decisions AS decided USING (ruling_id) JOIN rulings ON rulings.id = ruling_id
    LEFT JOIN ruling_work AS work USING (ruling_id)
    WHERE decision = 'apply' AND (work.ruling_id IS NULL OR match_id <= work.last_match_id)
    ORDER BY match_id, decided.id DESC
  ) AS last WHERE action = 'exclude'`

/** Makes the projection again. */
export async function rewriteExcluded(transaction: Executor): Promise<void> {
  await sql`
    DELETE FROM excluded_matches WHERE match_id NOT IN (SELECT match_id FROM (${ruledOut}) AS truth)
  `.execute(transaction)
  await sql`
    INSERT INTO excluded_matches (match_id, ruling_id) ${ruledOut} ON CONFLICT (match_id) DO NOTHING
  `.execute(transaction)
}

/** Number of matches on which rulings and projection differ. */
export async function countWronglyExcluded(executor: Executor): Promise<number> {
  const found = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (${ruledOut}) AS truth FULL JOIN excluded_matches AS kept USING (match_id)
    WHERE truth.match_id IS NULL OR kept.match_id IS NULL
  `.execute(executor)
  return found.rows[0]!.n
}

export const readWaitingRulings = (executor: Executor): Promise<Waiting> =>
  readWaiting(
    executor,
    sql`SELECT ruling_decisions.created_at AS since FROM ruling_work
      JOIN ruling_decisions ON ruling_decisions.id = decision_id ORDER BY decision_id`,
  )
