import { type RawBuilder, sql } from 'kysely'
import type { MatchResult } from '../../../../../contract/players/players-schemas.ts'
import { type StatKey, statKeys } from '../../../../../contract/rankings/stats.ts'

/** Stored figures of a player on a board; points are the raw sum. */
export type Figures = Readonly<Record<StatKey | 'matches', number>>

/** What a match says about a player. */
export interface Played {
  readonly result: MatchResult
  readonly kills: number
  readonly deaths: number
  readonly assists: number
  readonly points: number
}

interface Figure {
  /** Its column of `player_stats`. */
  readonly column: string
  readonly type: 'int' | 'bigint'
  /** The figure after a match that is newer than all counted ones. */
  readonly after: (before: Figures, newest: Played) => number
  /** SQL that recomputes it from the ledger. A player's matches are split into runs, each beginning with a loss. */
  readonly ofRuns: RawBuilder<unknown>
  /** SQL for the column of a run that `ofRuns` reads, over the matches of the run. */
  readonly ofRun?: RawBuilder<unknown>
}

/** Columns of `match_players` that are added up. */
const summed = ['kills', 'deaths', 'assists', 'points'] as const

export const summedColumns = sql.raw(summed.map((column) => `played.${column}`).join(', '))

const sumOf = (column: (typeof summed)[number]): Figure => ({
  column,
  type: 'bigint',
  after: (before, newest) => before[column] + newest[column],
  ofRuns: sql`sum(${sql.ref(column)})`,
  ofRun: sql`sum(${sql.ref(column)})`,
})

const countOf = (column: 'wins' | 'losses', result: 'win' | 'loss'): Figure => ({
  column,
  type: 'int',
  after: (before, newest) => before[column] + (newest.result === result ? 1 : 0),
  ofRuns: sql`sum(${sql.ref(column)})`,
  ofRun: sql`count(*) FILTER (WHERE result = ${sql.lit(result)})`,
})

/** A draw is neither win nor loss and ends no streak. */
const streakAfter = ({ winStreak }: Figures, { result }: Played) =>
  result === 'win' ? winStreak + 1 : result === 'loss' ? 0 : winStreak

/**
 * The stored figures of a player on a board. Each is defined twice, step by step and over the whole ledger; the ledger
 * test compares the two on random histories.
 */
const figures: Readonly<Record<StatKey | 'matches', Figure>> = {
  matches: {
    column: 'matches',
    type: 'int',
    after: ({ matches }) => matches + 1,
    ofRuns: sql`sum(matches)`,
    ofRun: sql`count(*)`,
  },
  kills: sumOf('kills'),
  deaths: sumOf('deaths'),
  assists: sumOf('assists'),
  wins: countOf('wins', 'win'),
  losses: countOf('losses', 'loss'),
  points: sumOf('points'),
  winStreak: {
    column: 'win_streak',
    type: 'int',
    after: streakAfter,
    ofRuns: sql`(array_agg(wins ORDER BY run DESC))[1]`,
  },
  bestStreak: {
    column: 'best_streak',
    type: 'int',
    after: (before, newest) => Math.max(before.bestStreak, streakAfter(before, newest)),
    ofRuns: sql`max(wins)`,
  },
}

const entries = Object.entries(figures) as [keyof typeof figures, Figure][]
const each = (text: (figure: Figure & { readonly key: string }) => string): RawBuilder<unknown> =>
  sql.raw(entries.map(([key, figure]) => text({ ...figure, key })).join(', '))

export const noFigures = Object.fromEntries(entries.map(([key]) => [key, 0])) as unknown as Figures

/** The figures after the newest match. */
export const figuresAfter = (before: Figures, newest: Played): Figures =>
  Object.fromEntries(entries.map(([key, { after }]) => [key, after(before, newest)])) as unknown as Figures

export const figureColumns = each(({ column }) => column)

/** The columns under their keys, sums as numbers. */
export const figuresByKey = each(
  ({ key, column, type }) => `${column}${type === 'bigint' ? '::float8' : ''} AS "${key}"`,
)

/** The keys as columns. */
export const figureKeys = each(({ key }) => `"${key}"`)

/** The keys with their types, for a record set. */
export const typedFigureKeys = each(({ key, type }) => `"${key}" ${type}`)

/** Assignments of an upsert. */
export const excludedFigures = each(({ column }) => `${column} = excluded.${column}`)

/** Selects of the figures of runs. */
export const figuresOfRun = sql.join(
  entries.flatMap(([, { column, ofRun }]) => (ofRun ? [sql`${ofRun} AS ${sql.ref(column)}`] : [])),
)

/** Selects of the figures over all runs. */
export const figuresOfRuns = sql.join(
  entries.map(([, { column, type, ofRuns }]) => sql`${ofRuns}::${sql.raw(type)} AS ${sql.ref(column)}`),
)

/**
 * Keys and values for `json_build_object`: the stats of the contract, of `player_stats` under this name. Zeros where the
 * row is missing.
 */
export const statsPairs = (table: string): RawBuilder<unknown> =>
  sql.raw(statKeys.map((key) => `'${key}', coalesce(${table}.${figures[key].column}, 0)`).join(', '))
