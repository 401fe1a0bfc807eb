import {
  type MilestoneFigure,
  milestoneFigures,
  milestoneSteps,
} from '../../../../contract/rankings/milestones.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { boardsOf } from './board-key.ts'
import { type EndedStreak, notedStreak } from './ended-streaks.ts'
import type { BoardIds } from './queries/boards.ts'
import { addDays, addMilestones, type Day, type Milestone, recomputeHistories } from './queries/histories.ts'
import {
  computeTotals,
  countBuckets,
  deleteTotals,
  readTotals,
  type StatsKey,
  type StoredTotals,
  writeTotals,
} from './queries/stats.ts'
import { addNewest, type Changes, type Entry, inOrder, isNewest, type Totals } from './totals.ts'

/** Changes of a transaction, which has locked the players. */
export interface LedgerChange extends Changes {
  /** Periods that ended before are left alone. */
  readonly now: Date
}

interface Work extends StatsKey {
  readonly entries: Entry[]
  /** When true, the totals are recomputed instead of added to. */
  again: boolean
  /** Whether the board is one of all time, of which days are stored. */
  readonly isAllTime: boolean
  /** Whether streaks on this board are announced: that of a mode, for all time. */
  readonly isNoted: boolean
  /** Whether milestones are reached on this board: overall, for all time. */
  readonly isOverall: boolean
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
  const workOf = (key: StatsKey & Pick<Work, 'isAllTime' | 'isNoted' | 'isOverall'>) => {
    const found = work.get(keyText(key)) ?? { ...key, entries: [], again: false }
    work.set(keyText(key), found)
    return found
  }
  const keysOf = (entry: Entry) =>
    boardsOf(entry, change.now).map((key) => ({
      boardId: boards.idOf(key),
      userId: entry.userId,
      isAllTime: key.period === 'all',
      isNoted: key.period === 'all' && key.gameType === entry.gameType,
      isOverall: key.period === 'all' && key.gameType === 'overall',
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
      isAllTime: false,
      isNoted: false,
      isOverall: false,
    })),
  )
}

async function rewrite(transaction: Executor, work: readonly Work[]): Promise<EndedStreak[]> {
  if (work.length === 0) return []
  const before = new Map((await readTotals(transaction, work)).map((row) => [keyText(row), row]))
  const written: (StatsKey & Totals)[] = []
  const again: Work[] = []
  const ended: EndedStreak[] = []
  const days: Day[] = []
  const milestones: Milestone[] = []
  for (const item of work) {
    const old = before.get(keyText(item))
    const [first] = item.entries
    if (item.again || first === undefined || !isNewest(first, old)) again.push(item)
    else {
      written.push({ boardId: item.boardId, userId: item.userId, ...addAll(old, item.entries, first) })
      if (item.isNoted) ended.push(...endedStreaks(old, item.entries))
      if (item.isAllTime) days.push(...item.entries.map((entry) => dayOf(item, entry)))
      if (item.isOverall) milestones.push(...reachedMilestones(old, item.entries))
    }
  }
  const computed = again.length === 0 ? [] : await computeTotals(transaction, again)
  written.push(...computed)
  const kept = new Set(written.map(keyText))
  await deleteTotals(
    transaction,
    again.filter((item) => before.has(keyText(item)) && !kept.has(keyText(item))),
  )
  await recomputeHistories(transaction, again)
  await addDays(transaction, days)
  await addMilestones(transaction, milestones)
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

const dayOf = ({ boardId, userId }: StatsKey, { endedAt, points, result }: Entry): Day => ({
  boardId,
  userId,
  day: endedAt.toISOString().slice(0, 10),
  points,
  wins: result === 'win' ? 1 : 0,
  losses: result === 'loss' ? 1 : 0,
})

/** Steps that these entries, which are newer than all counted ones, bring a figure to; also those reached before. */
function reachedMilestones(old: StoredTotals | undefined, entries: readonly Entry[]): Milestone[] {
  const reached: Milestone[] = []
  let totals: Totals | undefined = old
  for (const entry of entries) {
    const [before, after] = [totals, addNewest(totals, entry)]
    for (const figure of milestoneFigures) {
      const [was, is] = [amountOf(before, figure), amountOf(after, figure)]
      for (const step of milestoneSteps[figure])
        if (was < step && step <= is)
          reached.push({ userId: entry.userId, figure, step, matchId: entry.matchId, endedAt: entry.endedAt })
    }
    totals = after
  }
  return reached
}

const amountOf = (totals: Totals | undefined, figure: MilestoneFigure) =>
  totals?.[figure === 'bestStreak' ? 'winStreak' : figure] ?? 0
