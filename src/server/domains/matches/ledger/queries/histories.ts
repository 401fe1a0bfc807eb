import { type RawBuilder, sql } from 'kysely'
import { type MilestoneFigure, milestoneSteps } from '../../../../../contract/rankings/milestones.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { countedModes } from '../../modes/queries.ts'
import { shownModes } from './computed-stats.ts'
import { countsNowhere } from './matches.ts'
import type { Compared } from './rebuild.ts'
import { keysTable, type StatsKey } from './stats.ts'

/** A figure of the overall stats that reached a step, and the match that brought it there. */
export interface Milestone {
  readonly userId: number
  readonly figure: MilestoneFigure
  readonly step: number
  readonly matchId: string
  readonly endedAt: Date
}

/** What a player won on an all-time board on a UTC day. */
export interface Day extends StatsKey {
  readonly day: string
  readonly points: number
  readonly wins: number
  readonly losses: number
}

const steps = JSON.stringify(
  Object.entries(milestoneSteps).flatMap(([figure, of]) => of.map((step) => ({ figure, step }))),
)

interface Scope {
  /** A condition on `game_identities AS identities`. */
  readonly players: RawBuilder<unknown>
  /** A condition on `boards`, which are those of all time, and `identities`. */
  readonly boards: RawBuilder<unknown>
}

/** The matches that count on all-time boards. */
const countedMatches = ({ players, boards }: Scope) => sql`
  SELECT boards.id AS board_id, boards.game_type AS board, identities.user_id, matches.match_id, matches.ended_at,
    played.result, played.points, played.kills
  FROM game_identities AS identities JOIN match_players AS played ON played.identity_id = identities.id
  JOIN matches USING (match_id) JOIN ${countedModes} AS counted USING (game_type) ${shownModes}
  JOIN boards ON boards.game_type = shown.mode AND boards.period = 'all'
  WHERE matches.ranked AND identities.forgotten_at IS NULL AND ${players} AND ${boards} AND NOT ${countsNowhere}`

const dayColumns = sql`points, user_id, board_id, day, wins, losses`

/** SELECT that computes `player_days` from the ledger. */
const computedDays = (scope: Scope) => sql`
  SELECT sum(points)::bigint AS points, user_id, board_id, (ended_at AT TIME ZONE 'UTC')::date AS day,
    (count(*) FILTER (WHERE result = 'win'))::int AS wins, (count(*) FILTER (WHERE result = 'loss'))::int AS losses
  FROM (${countedMatches(scope)}) AS counted GROUP BY user_id, board_id, 4`

const milestoneColumns = sql`ended_at, match_id, user_id, step, figure`

/** SELECT that computes `milestones` from the ledger: a loss starts a new run of wins, points may fall and rise again. */
const computedMilestones = (scope: Scope) => sql`
  WITH running AS (
    SELECT user_id, match_id, ended_at, result, sum(points) OVER before AS points, sum(kills) OVER before AS kills,
      count(*) FILTER (WHERE result = 'win') OVER before AS wins,
      count(*) FILTER (WHERE result = 'loss') OVER before AS run
    FROM (${countedMatches(scope)}) AS counted WHERE board = 'overall'
    WINDOW before AS (PARTITION BY user_id ORDER BY ended_at, match_id ROWS UNBOUNDED PRECEDING)
  ), streaks AS (
    SELECT *, count(*) FILTER (WHERE result = 'win')
      OVER (PARTITION BY user_id, run ORDER BY ended_at, match_id ROWS UNBOUNDED PRECEDING) AS streak FROM running
  )
  SELECT DISTINCT ON (user_id, figure, step) ${milestoneColumns} FROM streaks
  CROSS JOIN LATERAL (VALUES ('points', points), ('kills', kills), ('wins', wins), ('bestStreak', streak))
    AS reached (figure, amount)
  JOIN jsonb_to_recordset(${steps}::jsonb) AS steps (figure text, step int) USING (figure)
  WHERE step <= amount
  ORDER BY user_id, figure, step, ended_at, match_id`

/** Adds to the days of players what their newest matches brought. */
export async function addDays(transaction: Executor, days: readonly Day[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    INSERT INTO player_days AS old (${dayColumns})
    SELECT sum(points), "userId", "boardId", day, sum(wins), sum(losses)
    FROM jsonb_to_recordset(${JSON.stringify(days)}::jsonb) AS days (points bigint, "userId" int, "boardId" int,
      day date, wins int, losses int)
    GROUP BY "userId", "boardId", day ORDER BY "userId", "boardId", day
    ON CONFLICT (user_id, board_id, day) DO UPDATE SET points = old.points + excluded.points,
      wins = old.wins + excluded.wins, losses = old.losses + excluded.losses
  `.execute(transaction)
}

/** Stores milestones; a step that was reached before keeps its match. */
export async function addMilestones(transaction: Executor, milestones: readonly Milestone[]): Promise<void> {
  if (milestones.length === 0) return
  await sql`
    INSERT INTO milestones (${milestoneColumns})
    SELECT "endedAt", "matchId", "userId", step, figure
    FROM jsonb_to_recordset(${JSON.stringify(milestones)}::jsonb) AS milestones ("endedAt" timestamptz,
      "matchId" uuid, "userId" int, step int, figure text)
    ORDER BY "userId", figure, step, "endedAt", "matchId"
    ON CONFLICT (user_id, figure, step) DO NOTHING
  `.execute(transaction)
}

/** Computes days and milestones again where these positions are on all-time boards, and no others. */
export async function recomputeHistories(transaction: Executor, keys: readonly StatsKey[]): Promise<void> {
  if (keys.length === 0) return
  const pairs = sql`SELECT user_id, board_id FROM ${keysTable(keys)}`
  const users = [...new Set(keys.map((key) => key.userId))]
  await rewriteHistories(transaction, {
    players: sql`identities.user_id = ANY(${users}::int[])`,
    boards: sql`(identities.user_id, boards.id) IN (${pairs})`,
    ofDays: sql`(user_id, board_id) IN (${pairs})`,
    ofMilestones: sql`user_id IN (SELECT user_id FROM ${keysTable(keys)} JOIN boards ON boards.id = board_id
      WHERE game_type = 'overall' AND period = 'all')`,
  })
}

/** Computes days and milestones of a range of accounts again. */
export const rewriteHistoriesOf = (transaction: Executor, [from, to]: readonly [number, number]) =>
  rewriteHistories(transaction, {
    players: sql`identities.user_id BETWEEN ${from} AND ${to}`,
    boards: sql`true`,
    ofDays: sql`user_id BETWEEN ${from} AND ${to}`,
    ofMilestones: sql`user_id BETWEEN ${from} AND ${to}`,
  })

interface Rewritten extends Scope {
  /** Conditions on the rows that are replaced. */
  readonly ofDays: RawBuilder<unknown>
  readonly ofMilestones: RawBuilder<unknown>
}

async function rewriteHistories(
  transaction: Executor,
  { ofDays, ofMilestones, ...scope }: Rewritten,
): Promise<void> {
  await sql`DELETE FROM player_days WHERE ${ofDays}`.execute(transaction)
  await sql`INSERT INTO player_days (${dayColumns}) ${computedDays(scope)}`.execute(transaction)
  await sql`DELETE FROM milestones WHERE ${ofMilestones}`.execute(transaction)
  await sql`INSERT INTO milestones (${milestoneColumns}) ${computedMilestones(scope)}`.execute(transaction)
}

/** Compares stored days and milestones of a range of accounts with the ledger. */
export async function compareHistories(
  executor: Executor,
  [from, to]: readonly [number, number],
): Promise<Compared[]> {
  const scope = { players: sql`identities.user_id BETWEEN ${from} AND ${to}`, boards: sql`true` }
  const compare = async (
    what: string,
    table: string,
    columns: RawBuilder<unknown>,
    truth: RawBuilder<unknown>,
  ) => {
    const { rows } = await sql<Compared>`
      WITH truth AS (SELECT ${columns} FROM (${truth}) AS computed), kept AS (
        SELECT ${columns} FROM ${sql.table(table)} WHERE user_id BETWEEN ${from} AND ${to}
      ), differing AS (
        (SELECT *, 'ledger' AS source FROM (SELECT * FROM truth EXCEPT SELECT * FROM kept) AS missing)
        UNION ALL (SELECT *, 'stored' FROM (SELECT * FROM kept EXCEPT SELECT * FROM truth) AS stray)
      )
      SELECT (SELECT count(*)::int FROM kept) AS rows, count(*)::int AS differences,
        min(${`${what} of player `} || user_id || ' only in ' || source || ': ' || row(differing.*)::text) AS example
      FROM differing
    `.execute(executor)
    return rows[0]!
  }
  return [
    await compare('a day', 'player_days', dayColumns, computedDays(scope)),
    await compare('a milestone', 'milestones', milestoneColumns, computedMilestones(scope)),
  ]
}
