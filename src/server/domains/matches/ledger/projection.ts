import type { Executor } from '../../../platform/database.ts'
import { boardsOf } from './board-key.ts'
import type { BoardIds } from './queries/boards.ts'
import {
  type BoardPosition,
  computeTotals,
  countBuckets,
  deleteTotals,
  readTotals,
  type StoredTotals,
  writeTotals,
} from './queries/stats.ts'
import { addNewest, type Entry, inOrder, isNewest, type Totals } from './totals.ts'

/** Changes of a transaction, which has locked the players. */
export interface LedgerChange {
  /** Ranked matches that were added. */
  readonly counted: readonly Entry[]
  /** Ranked matches that were voided. */
  readonly voided: readonly Entry[]
  /** Periods that ended before are left alone. */
  readonly now: Date
}

interface Work extends BoardPosition {
  readonly entries: Entry[]
  /** When true, the totals are recomputed instead of added to. */
  again: boolean
}

const nameOf = ({ boardId, userId }: BoardPosition) => `${boardId} ${userId}`

/**
 * Updates totals, streaks and histograms in the ledger's transaction. A match that is newer than all of a player's on a
 * leaderboard is added; after a late match or a void, those totals are recomputed from the ledger.
 */
export async function project(transaction: Executor, boards: BoardIds, change: LedgerChange): Promise<void> {
  const touched = [...change.counted, ...change.voided]
  await boards.ensure(
    transaction,
    touched.flatMap((entry) => boardsOf(entry, change.now)),
  )
  const work = new Map<string, Work>()
  const workAt = (place: BoardPosition) => {
    const found = work.get(nameOf(place)) ?? { ...place, entries: [], again: false }
    work.set(nameOf(place), found)
    return found
  }
  const placesOf = (entry: Entry) =>
    boardsOf(entry, change.now).map((key) => ({
      boardId: boards.idOf(key),
      userId: entry.userId,
    }))
  for (const entry of [...change.counted].sort(inOrder)) {
    for (const place of placesOf(entry)) workAt(place).entries.push(entry)
  }
  for (const entry of change.voided) for (const place of placesOf(entry)) workAt(place).again = true
  await rewrite(transaction, [...work.values()])
}

/** Recomputes the totals at these positions. */
export const recompute = (transaction: Executor, places: readonly BoardPosition[]) =>
  rewrite(
    transaction,
    [...new Map(places.map((place) => [nameOf(place), place])).values()].map((place) => ({
      ...place,
      entries: [],
      again: true,
    })),
  )

async function rewrite(transaction: Executor, work: readonly Work[]): Promise<void> {
  if (work.length === 0) return
  const before = new Map((await readTotals(transaction, work)).map((row) => [nameOf(row), row]))
  const written: (BoardPosition & Totals)[] = []
  const again: Work[] = []
  for (const item of work) {
    const old = before.get(nameOf(item))
    const [first] = item.entries
    if (item.again || first === undefined || !isNewest(first, old)) again.push(item)
    else written.push({ boardId: item.boardId, userId: item.userId, ...addAll(old, item.entries, first) })
  }
  const computed = again.length === 0 ? [] : await computeTotals(transaction, again)
  written.push(...computed)
  const kept = new Set(written.map(nameOf))
  await deleteTotals(
    transaction,
    again.filter((item) => before.has(nameOf(item)) && !kept.has(nameOf(item))),
  )
  const entered = await writeTotals(transaction, written)
  await countBuckets(transaction, [...before.values()], entered)
}

function addAll(old: StoredTotals | undefined, entries: readonly Entry[], first: Entry): Totals {
  return entries.slice(1).reduce((sum, entry) => addNewest(sum, entry), addNewest(old, first))
}
