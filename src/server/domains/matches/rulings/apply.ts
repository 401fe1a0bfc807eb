import { msg, plural } from '@lingui/core/macro'
import { type Message, saidWith } from '../../../../contract/languages.ts'
import type { Ruling } from '../../../../contract/matches/rulings-schemas.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { QueryDeadline } from '../../../platform/database/query-deadline.ts'
import { insertNotice } from '../../notifications/queries/notices.ts'
import { project } from '../ledger/projection.ts'
import { BoardIds } from '../ledger/queries/boards.ts'
import { readTime } from '../ledger/queries/events.ts'
import { lockIdentitiesShared, lockNames, lockUsers } from '../ledger/queries/locks.ts'
import { findEntries } from '../ledger/queries/matches.ts'
import { publishLiveStats } from '../ledger/stats-feed.ts'
import type { Entry } from '../ledger/totals.ts'
import {
  deleteWork,
  findWork,
  listAffected,
  nextMatches,
  setExcluded,
  storeProgress,
  type Work,
} from './queries/rulings.ts'

/** What a ruling changed for a player. `points`: the sum that its matches gave in overall. */
function noticeText(
  action: Ruling['action'],
  { matches, points }: { readonly matches: number; readonly points: number },
): Message {
  const counts =
    action === 'exclude'
      ? msg`${plural(matches, { one: '# match no longer counts.', other: '# matches no longer count.' })}`
      : msg`${plural(matches, { one: '# match counts again.', other: '# matches count again.' })}`
  const change = action === 'exclude' ? -points : points
  return msg`${{ counts: saidWith(counts) }} ${{ points: saidWith(pointsText(change)) }}`
}

function pointsText(change: number): Message {
  if (change === 0) return msg`Your points stay the same.`
  const size = Math.abs(change)
  return change < 0
    ? msg`${plural(size, { one: 'Your points: −#.', other: 'Your points: −#.' })}`
    : msg`${plural(size, { one: 'Your points: +#.', other: 'Your points: +#.' })}`
}

/** Matches per transaction, so that other matches of these players wait only briefly. */
const step = 100

/** Rulings take effect one after the other. Taken before every lock of the ledger (queries/locks.ts). */
export const lockRulings = (transaction: Executor) => lockNames(transaction, ['rulings'])

/** Applies the next matches of the oldest decided ruling. Undefined when none is left. */
export async function applyStep(transaction: Executor): Promise<readonly Entry[] | undefined> {
  await lockRulings(transaction)
  const work = await findWork(transaction)
  if (work === undefined) return undefined
  const matchIds = await nextMatches(transaction, work, step)
  const entries = await exclude(transaction, work, matchIds)
  if (matchIds.length > 0) await storeProgress(transaction, work, matchIds)
  if (matchIds.length < step) await finish(transaction, work)
  return entries
}

async function exclude(
  transaction: Executor,
  work: Work,
  matchIds: readonly string[],
): Promise<readonly Entry[]> {
  await lockIdentitiesShared(transaction)
  await lockNames(
    transaction,
    matchIds.map((id) => `match ${id}`),
  )
  const entries = await findEntries(transaction, await setExcluded(transaction, work, matchIds))
  await lockUsers(
    transaction,
    entries.map(({ userId }) => userId),
  )
  // Has totals and streaks of all who played computed again, whether the matches count or not.
  await project(transaction, new BoardIds(), {
    counted: [],
    voided: entries,
    now: await readTime(transaction),
  })
  return entries
}

async function finish(transaction: Executor, work: Work): Promise<void> {
  await deleteWork(transaction, work)
  const kind = work.action === 'exclude' ? 'matches_excluded' : 'matches_restored'
  for (const { userId, ...change } of await listAffected(transaction, work))
    await insertNotice(transaction, {
      userId,
      kind,
      text: noticeText(work.action, change),
      reason: work.reason,
    })
}

type Needs = Pick<Context, 'database' | 'live'>

/** Browsers that show these players are notified after the commit. */
export const publishChanges = (context: Needs, entries: readonly Entry[]) =>
  publishLiveStats(context, [{ counted: [], voided: entries }])

/** Applies decided rulings until none is left. A process that stops in between is continued by the next. */
export async function applyRulings(context: Needs, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const entries = await context.database.sql.transaction().execute(applyStep)
    if (entries === undefined) return
    await publishChanges(context, entries)
  }
}

/** Runs in the background; the next sweep continues after a failure. */
export function startApplyingRulings(context: Needs & Pick<Context, 'log'>): void {
  QueryDeadline.without(() => applyRulings(context)).catch((error: unknown) => {
    context.log.warn({ err: error }, 'applying a ruling failed; the next sweep continues')
  })
}
