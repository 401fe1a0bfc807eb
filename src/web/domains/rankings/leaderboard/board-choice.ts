import { type Input, inputs } from '../../../../contract/rankings/inputs.ts'
import { leaderboardPage, periods, searchLimits } from '../../../../contract/rankings/leaderboard.ts'
import type { Period } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { type Ladder, ladders } from '../../../../contract/rankings/ratings.ts'
import type { GameType } from '../../../../contract/rankings/stats.ts'
import { isSearchable } from '../../../../contract/text.ts'

/** What somebody looks at: a board, and where on it. */
export interface BoardChoice {
  readonly gameType: GameType
  readonly period: Period
  /** Ratings are by mode, and have seasons instead of periods. */
  readonly by: 'points' | 'rating'
  /** Of ratings only: alone, or in teams. */
  readonly ladder: Ladder
  /** A season by its id; null for the present one. */
  readonly season: number | null
  /** Only players with this main input; of the full view. */
  readonly input: Input | null
  /** 25 rows with a podium, or the five of a reader who chose so. */
  readonly view: 'short' | 'full'
  /** From 1. */
  readonly page: number
  /** Empty, or long enough to be sent. */
  readonly search: string
}

export const firstChoice: BoardChoice = {
  gameType: 'overall',
  period: 'all',
  by: 'points',
  ladder: 'solo',
  season: null,
  input: null,
  view: 'full',
  page: 1,
  search: '',
}

/** Ratings are of one mode each: the sum of the modes has none. */
export const hasRatings = (gameType: GameType) => gameType !== 'overall'

/** Whether a board is also by input: of one mode, while it goes on. */
export const hasInputs = ({ gameType, season, view }: Pick<BoardChoice, 'gameType' | 'season' | 'view'>) =>
  gameType !== 'overall' && season === null && view === 'full'

/** What of a typed text is searched for: nothing where it is too short. */
export function searchOf(text: string): string {
  const trimmed = text.trim()
  return !isSearchable(trimmed) ? '' : [...trimmed].slice(0, searchLimits.max).join('')
}

/** Rows of a page. */
export const rowsOf = ({ view }: Pick<BoardChoice, 'view'>) =>
  view === 'full' ? leaderboardPage.full : leaderboardPage.default

/** The page that a position from 1 is on. */
export const pageOf = (position: number, choice: Pick<BoardChoice, 'view'>) =>
  Math.ceil(position / rowsOf(choice))

/** The same place on the board with more or fewer rows. */
export function otherView(choice: BoardChoice): BoardChoice {
  const other = { ...choice, view: choice.view === 'full' ? 'short' : 'full' } as const
  return { ...other, page: pageOf((choice.page - 1) * rowsOf(choice) + 1, other) }
}

/** Reads a choice from a URL; `modes` have boards. Invalid values count as absent. */
export function choiceOf(params: URLSearchParams, modes: readonly string[]): BoardChoice {
  const page = params.get('page') ?? ''
  const season = params.get('season') ?? ''
  const gameType = modes.find((one) => one === params.get('gameType')) ?? firstChoice.gameType
  const by = params.get('by') === 'rating' && hasRatings(gameType) ? 'rating' : firstChoice.by
  const board = {
    gameType,
    by,
    ladder: (by === 'rating' && ladders.find((one) => one === params.get('ladder'))) || firstChoice.ladder,
    season: by === 'rating' && /^[1-9][0-9]{0,8}$/.test(season) ? Number(season) : firstChoice.season,
    view: params.get('view') === 'short' ? 'short' : firstChoice.view,
  } as const
  const input = inputs.find((one) => one === params.get('input'))
  return {
    ...board,
    period: periods.find((one) => one === params.get('period')) ?? firstChoice.period,
    input: input !== undefined && hasInputs(board) ? input : firstChoice.input,
    page: /^[1-9][0-9]{0,7}$/.test(page) ? Number(page) : firstChoice.page,
    search: searchOf(params.get('search') ?? ''),
  }
}

/** The query of a choice's address; what is usual is left out. */
export function queryOf(choice: BoardChoice): string {
  const params = new URLSearchParams()
  for (const name of [
    'gameType',
    'by',
    'ladder',
    'season',
    'period',
    'view',
    'input',
    'page',
    'search',
  ] as const) {
    if (name === 'by' && !hasRatings(choice.gameType)) continue
    if (name === 'input' && !hasInputs(choice)) continue
    if ((name === 'season' || name === 'ladder') && (choice.by !== 'rating' || !hasRatings(choice.gameType)))
      continue
    if (choice[name] !== firstChoice[name]) params.set(name, String(choice[name]))
  }
  return params.size === 0 ? '' : `?${params}`
}

/** The address of a board, and of a page or a search on it. */
export const boardAddress = (choice: BoardChoice) => `/leaderboards${queryOf(choice)}`

/** A board shown elsewhere (`ShareMenu`): of all time or the present season, the first five. */
export const shownBoard = ({ gameType, by }: Pick<BoardChoice, 'gameType' | 'by'>) =>
  `board/${gameType}${by === 'points' && hasRatings(gameType) ? '?by=points' : ''}`
