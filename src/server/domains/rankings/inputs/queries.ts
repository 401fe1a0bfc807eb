import { type RawBuilder, sql } from 'kysely'
import { type Input, inputBoardSize, mainInput } from '../../../../contract/rankings/inputs.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { playerNameHas } from '../../../platform/database/name-search.ts'
import { countsNowhere } from '../../matches/ledger/queries/matches.ts'
import { countedModes } from '../../matches/modes/queries.ts'
import type { BoardReads } from '../leaderboard/board-reads.ts'

/** Accounts per statement. */
const step = 1_000

/** Computes the main inputs of who played since the day before this moment; of everybody where it is null. */
export async function refreshMainInputs(transaction: Executor, since: Date | null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT user_id AS id FROM game_identities AS identities WHERE ${
      since === null
        ? sql`true`
        : sql`EXISTS (SELECT FROM match_players AS part WHERE part.identity_id = identities.id
            AND part.ended_at >= ${since}::timestamptz - interval '1 day')`
    } ORDER BY 1
  `.execute(transaction)
  const ids = rows.map(({ id }) => id)
  for (let at = 0; at < ids.length; at += step) await replaceMainInputs(transaction, ids.slice(at, at + step))
}

async function replaceMainInputs(transaction: Executor, userIds: readonly number[]): Promise<void> {
  const users = sql`ANY(${[...userIds]}::int[])`
  await sql`DELETE FROM main_inputs WHERE user_id = ${users}`.execute(transaction)
  await sql`
    INSERT INTO main_inputs (mode, user_id, input)
    WITH known AS (
      SELECT identities.user_id, counted.mode, part.input,
        row_number() OVER (PARTITION BY identities.user_id, counted.mode
          ORDER BY part.ended_at DESC, part.match_id DESC) AS n
      FROM game_identities AS identities JOIN match_players AS part ON part.identity_id = identities.id
      JOIN matches USING (match_id) JOIN ${countedModes} AS counted USING (game_type)
      WHERE identities.user_id = ${users} AND part.input IS NOT NULL AND NOT ${countsNowhere}
    ), used AS (
      SELECT user_id, mode, input, count(*) AS matches, sum(count(*)) OVER (PARTITION BY user_id, mode) AS total
      FROM known WHERE n <= ${mainInput.matches}::int GROUP BY 1, 2, 3
    )
    SELECT mode, user_id, input FROM used
    WHERE total >= ${mainInput.atLeast}::int AND matches >= ${mainInput.share}::numeric * total
  `.execute(transaction)
}

/** A condition on `users`' id, for the players of a mode whose main input is this one. */
export const hasMainInput = (userId: string, mode: string, input: Input) => sql`EXISTS (
  SELECT FROM main_inputs WHERE main_inputs.mode = ${mode} AND main_inputs.input = ${input}
    AND main_inputs.user_id = ${sql.ref(userId)})`

/** Where somebody stands among the players of one input. */
export interface Place {
  readonly userId: number
  readonly position: number
}

interface Wanted {
  readonly limit: number
  readonly offset: number
  readonly search?: string
}

/**
 * A part of the first 1,000 players of one input, or of those of them whose name contains `search`.
 * @param players SELECT of user_id in the order of the board
 */
async function findPlaces(
  executor: Executor,
  players: RawBuilder<unknown>,
  { limit, offset, search }: Wanted,
): Promise<{ total: number; places: Place[] }> {
  const isFound = search === undefined ? sql`true` : playerNameHas(search)
  const { rows } = await sql<{ total: number; places: Place[] }>`
    WITH listed AS MATERIALIZED (
      SELECT user_id, ordinality AS position
      FROM unnest(ARRAY(${players} LIMIT ${inputBoardSize})) WITH ORDINALITY AS first (user_id, ordinality)
    ), found AS (SELECT listed.* FROM listed JOIN users ON users.id = user_id WHERE ${isFound})
    SELECT (SELECT count(*)::int FROM found) AS total, ARRAY(
      SELECT json_build_object('userId', user_id, 'position', position) FROM found
      ORDER BY position LIMIT ${limit} OFFSET ${offset}) AS places
  `.execute(executor)
  return rows[0]!
}

/** One-based; undefined for who is not among the first 1,000 of the input. */
async function findPlace(
  executor: Executor,
  players: RawBuilder<unknown>,
  userId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ position: number }>`
    SELECT ordinality::int AS position
    FROM unnest(ARRAY(${players} LIMIT ${inputBoardSize})) WITH ORDINALITY AS first (user_id, ordinality)
    WHERE user_id = ${userId}
  `.execute(executor)
  return rows[0]?.position
}

/** Rows `place` (user_id, position) of these places, for a FROM. */
export const placeRows = (places: readonly Place[]) => sql`
  jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS place ("userId" int, position int)`

/**
 * Reads the first 1,000 players of one input.
 * @param players SELECT of user_id in the order of the board
 */
export const inputReads = <Row>(
  executor: Executor,
  players: RawBuilder<unknown>,
  rowsOf: (places: readonly Place[]) => Promise<Row[]>,
): BoardReads<Row> => ({
  count: async () => (await findPlaces(executor, players, { limit: 0, offset: 0 })).total,
  page: async (page) => rowsOf((await findPlaces(executor, players, page)).places),
  async search(text, page) {
    const { total, places } = await findPlaces(executor, players, { ...page, search: text })
    return { total, rows: await rowsOf(places) }
  },
  position: (userId) => findPlace(executor, players, userId),
})
