import type { Executor } from '../../../platform/database.ts'
import { boardsOf } from './board-key.ts'
import { type EndedStreak, notedStreak } from './ended-streaks.ts'
import type { BoardIds } from './queries/boards.ts'
import {
  computeTotals,
  countBuckets,
  deleteTotals,
  readTotals,
  type StatsKey,
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

interface Work extends StatsKey {
  readonly entries: Entry[]
  /** When true, the totals are recomputed instead of added to. */
  again: boolean
  /** Whether streaks on this board are announced: that of a mode, for all time. */
  readonly isNoted: boolean
}

const keyText = ({ boardId, userId }: StatsKey) => `${boardId} ${userId}`

/**
 * Updates totals, streaks and histograms in the ledger's transaction. A match that is newer than all of a player's on a
 * leaderboard is added; after a late match or a void, those totals are recomputed from the ledger. Returns the long
 * streaks that ended.
 */
export async function project(
  transaction: Executor,
  boards: BoardIds,
  change: LedgerChange,
): Promise<EndedStreak[]> {
  const touched = [...change.counted, ...change.voided]
  await boards.ensure(
    transaction,
    touched.flatMap((entry) => boardsOf(entry, change.now)),
  )
  const work = new Map<string, Work>()
  const workOf = (key: StatsKey & Pick<Work, 'isNoted'>) => {
    const found = work.get(keyText(key)) ?? { ...key, entries: [], again: false }
    work.set(keyText(key), found)
    return found
  }
  const keysOf = (entry: Entry) =>
    boardsOf(entry, change.now).map((key) => ({
      boardId: boards.idOf(key),
      userId: entry.userId,
      isNoted: key.period === 'all' && key.gameType === entry.gameType,
    }))
  for (const entry of [...change.counted].sort(inOrder)) {
    for (const key of keysOf(entry)) workOf(key).entries.push(entry)
  }
  for (const entry of change.voided) for (const key of keysOf(entry)) workOf(key).again = true
  return rewrite(transaction, [...work.values()])
}

/** Recomputes the totals at these positions. */
export async function recompute(transaction: Executor, keys: readonly StatsKey[]): Promise<void> {
  await rewrite(
    transaction,
    [...new Map(keys.map((key) => [keyText(key), key])).values()].map((key) => ({
      ...key,
      entries: [],
      again: true,
      isNoted: false,
    })),
  )
}

async function rewrite(transaction: Executor, work: readonly Work[]): Promise<EndedStreak[]> {
  if (work.length === 0) return []
  const before = new Map((await readTotals(transaction, work)).map((row) => [keyText(row), row]))
  const written: (StatsKey & Totals)[] = []
  const again: Work[] = []
  const ended: EndedStreak[] = []
  for (const item of work) {
    const old = before.get(keyText(item))
    const [first] = item.entries
    if (item.again || first === undefined || !isNewest(first, old)) again.push(item)
    else {
      written.push({ boardId: item.boardId, userId: item.userId, ...addAll(old, item.entries, first) })
      if (item.isNoted) ended.push(...endedStreaks(old, item.entries))
    }
  }
  const computed = again.length === 0 ? [] : await computeTotals(transaction, again)
  written.push(...computed)
  const kept = new Set(written.map(keyText))
  await deleteTotals(
    transaction,
    again.filter((item) => before.has(keyText(item)) && !kept.has(keyText(item))),
  )
  const entered = await writeTotals(transaction, written)
  await countBuckets(transaction, [...before.values()], entered)
  return ended
}

function addAll(old: StoredTotals | undefined, entries: readonly Entry[], first: Entry): Totals {
  return entries.slice(1).reduce((sum, entry) => addNewest(sum, entry), addNewest(old, first))
}

/** Long streaks that these entries end, which are newer than all counted ones. */
function endedStreaks(old: StoredTotals | undefined, entries: readonly Entry[]): EndedStreak[] {
  const ended: EndedStreak[] = []
  let totals: Totals | undefined = old
  for (const entry of entries) {
    const wins = totals?.winStreak ?? 0
    const { userId, gameType, matchId, endedAt } = entry
    if (entry.result === 'loss' && wins >= notedStreak)
      ended.push({ userId, gameType, matchId, endedAt, wins })
    totals = addNewest(totals, entry)
  }
  return ended
}
