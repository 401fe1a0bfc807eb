import { isDeepStrictEqual } from 'node:util'
import type { Ladder } from '../../../../contract/rankings/ratings.ts'
import { pairLimit } from '../../../../contract/rankings/ratings.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { ReplayStart } from './queries/queue.ts'
import {
  ensureTracks,
  findEarlierMatches,
  findGameTypes,
  findStates,
  findTracks,
  hasRatings,
  type NewChange,
  readMatches,
  replaceChanges,
  type StoredChange,
  type StoredMatch,
} from './queries/replay.ts'
import { type Cause, insertReratedNotices, storeRerated } from './queries/rerated.ts'
import { type RatingRow, refreshRatings, writeRatings } from './queries/stored-ratings.ts'
import type { RatingState } from './rating-state.ts'
import { type RatingChange, Replay, stateKey } from './replay.ts'
import { reratedText } from './rerated-text.ts'
import { Reratings } from './reratings.ts'
import type { Seasons } from './seasons.ts'

/** Rows per statement, which keeps each far below the statement timeout. */
const step = 5_000

/** A match that arrives later than this notifies players whose ratings it changes. Others only overtook each other. */
const notifyAfterMs = 3_600_000

export interface ReplayResult {
  /** Matches that were gone through. */
  readonly matches: number
  /** Matches whose stored changes differed. */
  readonly differences: number
  /** The first of them, in readable form. */
  readonly example: string | null
}

/**
 * Rates the matches of a mode again from a moment on, and stores what differs. Ratings before `closedUntil` never
 * change. Call it in a repeatable read transaction: readers see all of it or nothing.
 * @param cause what made earlier ratings others, which is stored with them and sent to their players
 */
export async function replayMode(
  transaction: Executor,
  seasons: Seasons,
  start: ReplayStart,
  cause?: Cause,
): Promise<ReplayResult> {
  const tracks = await ensureTracks(transaction, start.mode)
  const newest = new Map<string, RatingRow>()
  const touched = new Map<string, number>()
  const reratings = new Reratings()
  const noted = cause && reratings
  const result = await compareReplay(transaction, seasons, start, tracks, noted, async (replayed) => {
    const differing = replayed.filter(({ differs }) => differs)
    await replaceChanges(
      transaction,
      differing.map(({ match }) => match.matchId),
      differing.flatMap(({ changes }) => changes),
    )
    for (const { match, changes, differs } of replayed) {
      if (differs) {
        for (const { identityId, seasonId, trackId } of match.stored) {
          const userId = match.players.find((player) => player.identityId === identityId)?.userId
          if (userId !== undefined) touched.set(rowKey({ trackId, seasonId, userId }), userId)
        }
        for (const change of changes) touched.set(rowKey(change), change.userId)
      }
      // The newest may be a later one that is as it was.
      for (const change of changes) if (touched.has(rowKey(change))) newest.set(rowKey(change), change)
    }
  })
  const rows = [...newest.values()]
  for (let at = 0; at < rows.length; at += step) await writeRatings(transaction, rows.slice(at, at + step))
  const lost = [...touched].filter(([key]) => !newest.has(key)).map(([, userId]) => userId)
  await refreshRatings(transaction, [...new Set(lost)])
  if (cause !== undefined) await notifyRerated(transaction, reratings, cause, tracks)
  return result
}

async function notifyRerated(
  transaction: Executor,
  reratings: Reratings,
  cause: Cause,
  tracks: Record<Ladder, number>,
): Promise<void> {
  for (let at = 0; at < reratings.rows.length; at += step)
    await storeRerated(transaction, cause, reratings.rows.slice(at, at + step))
  if (cause.kind === 'late' && Date.now() - cause.endedAt.getTime() < notifyAfterMs) return
  const notices = reratings.moved().map((moved) => ({
    userId: moved.userId,
    text: reratedText(cause, moved.trackId === tracks.team ? 'team' : 'solo', moved),
  }))
  for (let at = 0; at < notices.length; at += step)
    await insertReratedNotices(transaction, notices.slice(at, at + step))
}

/** Compares the stored changes of a mode with a replay; read-only. */
export async function verifyMode(executor: Executor, seasons: Seasons, mode: string): Promise<ReplayResult> {
  const tracks = (await findTracks(executor, mode)) ?? { solo: 0, team: 0 }
  return compareReplay(executor, seasons, { mode, since: null }, tracks, undefined, async () => undefined)
}

type Change = NewChange & RatingRow

interface Replayed {
  readonly match: StoredMatch
  readonly changes: readonly Change[]
  /** Whether other changes are stored. */
  readonly differs: boolean
}

const rowKey = ({ trackId, seasonId, userId }: Pick<RatingRow, 'trackId' | 'seasonId' | 'userId'>) =>
  `${trackId} ${seasonId} ${userId}`

async function compareReplay(
  executor: Executor,
  seasons: Seasons,
  start: ReplayStart,
  tracks: Record<Ladder, number>,
  reratings: Reratings | undefined,
  onPage: (replayed: readonly Replayed[]) => Promise<void>,
): Promise<ReplayResult> {
  const closedUntil = seasons.closedUntil()
  const since = latest(start.since, closedUntil)
  const gameTypes = await findGameTypes(executor, start.mode)
  const states = new Map<string, RatingState>()
  const replay = new Replay(seasons, states)
  // The first replay of many matches would look for ratings on every page, in a table without statistics yet.
  const areStatesStored = await hasRatings(executor, gameTypes)
  const loaded = new Set<number>()
  const pairs = new Set<string>()
  let matches = 0
  let differences = 0
  let example: string | null = null
  for await (const page of readMatches(executor, gameTypes, since)) {
    const users = [...new Set(page.flatMap(({ players }) => players.map(({ userId }) => userId)))]
    const unknown = areStatesStored ? users.filter((id) => !loaded.has(id)) : []
    for (const id of unknown) loaded.add(id)
    for (const state of await findStates(executor, gameTypes, unknown, since, closedUntil))
      states.set(stateKey(state.ladder, state.userId), state)
    for (const earlier of await findEarlier(executor, gameTypes, page, since, pairs)) replay.remember(earlier)

    const replayed: Replayed[] = []
    for (const match of page) {
      const changes = match.countsNowhere ? [] : replay.play(match).map((change) => changeOf(change, tracks))
      reratings?.note(match, changes, ({ trackId, userId }) =>
        replay.ratingOf(trackId === tracks.team ? 'team' : 'solo', userId, match.endedAt),
      )
      const differs = !isStored(match.stored, changes)
      replayed.push({ match, changes, differs })
      if (!differs) continue
      differences += 1
      example ??= `match ${match.matchId}: replayed ${JSON.stringify(changes.map(storedOf))}, stored ${JSON.stringify(match.stored)}`
    }
    await onPage(replayed)
    matches += page.length
  }
  return { matches, differences, example }
}

const latest = (one: Date | null, other: Date | null) =>
  one === null ? other : other === null || one > other ? one : other

/** Matches before `since` that count for the limits of the pairs on this page. */
async function findEarlier(
  executor: Executor,
  gameTypes: readonly string[],
  page: readonly StoredMatch[],
  since: Date | null,
  known: Set<string>,
): Promise<StoredMatch[]> {
  if (since === null) return []
  const fresh: [number, number][] = []
  for (const { players, endedAt } of page) {
    const [one, other] = players.map(({ userId }) => userId)
    if (players.length !== 2 || one === undefined || other === undefined) continue
    const key = `${Math.min(one, other)} ${Math.max(one, other)}`
    if (known.has(key) || endedAt.getTime() >= since.getTime() + pairLimit.windowMs) continue
    known.add(key)
    fresh.push([one, other])
  }
  return findEarlierMatches(executor, gameTypes, fresh, since)
}

const changeOf = (change: RatingChange, tracks: Record<Ladder, number>): Change => ({
  ...change,
  trackId: tracks[change.ladder],
})

/** The numbers that are stored, in the order of StoredChange. */
const storedOf = (change: StoredChange): StoredChange => ({
  identityId: change.identityId,
  trackId: change.trackId,
  seasonId: change.seasonId,
  ratingBefore: change.ratingBefore,
  deviationBefore: change.deviationBefore,
  rating: change.rating,
  deviation: change.deviation,
  volatility: change.volatility,
  matches: change.matches,
  wins: change.wins,
  expected: change.expected,
})

function isStored(stored: readonly StoredChange[], changes: readonly StoredChange[]): boolean {
  if (stored.length !== changes.length) return false
  const byIdentity = (a: StoredChange, b: StoredChange) => a.identityId - b.identityId
  return isDeepStrictEqual(stored.toSorted(byIdentity), changes.map(storedOf).sort(byIdentity))
}
