import type { Rank, Viewer } from '../../../../contract/accounts/ranks.ts'
import type { Context } from '../../../context.ts'
import { recordAudit, recordOwnAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { type Job, sweep } from '../../../platform/jobs/jobs.ts'
import { deletedAccountsChannel } from './deleted-accounts.ts'
import { requestDeletionMail } from './mail-templates.ts'
import { recordDeletion } from './queries/deletion.ts'
import {
  copyRows,
  deletePendingDeletion,
  emptyAccount,
  findDue,
  hideOwnRows,
  hideRows,
  insertPendingDeletion,
  lockDue,
  type PendingDeletion,
  postponeDeletion,
  rankAfterRestore,
  refillAccount,
} from './queries/pending-deletions.ts'
import { announceRemoval, removeMember } from './remove-account.ts'

type Needs = Pick<Context, 'events'>

/**
 * Hides an account as a deletion does, so that it can be restored. The caller has published `accountDeletionStarted` in
 * this transaction.
 */
export async function hideAccount(
  { events }: Needs,
  transaction: Executor,
  userId: number,
  { deletesAt, by = null }: { readonly deletesAt?: Date; readonly by?: Viewer | null } = {},
): Promise<void> {
  const { rank } = await insertPendingDeletion(transaction, userId, deletesAt)
  await recordLostRank(transaction, userId, rank, by)
  await events.publish(transaction, 'accountHidden', {
    userId,
    hideRows: (table, condition) => hideRows(transaction, userId, table, condition),
    copyRows: (table, condition) => copyRows(transaction, userId, table, condition),
  })
  await hideOwnRows(transaction, userId)
  await emptyAccount(transaction, userId)
}

/** A staff rank ends for good here: what asks later who was staff then reads it from the audit log. */
async function recordLostRank(
  transaction: Executor,
  userId: number,
  rank: Rank,
  by: Viewer | null,
): Promise<void> {
  const left = rankAfterRestore(rank)
  if (left === rank) return
  const change = { action: 'member.rank', before: { rank }, after: { rank: left } } as const
  if (by === null) await recordOwnAudit(transaction, userId, change)
  else await recordAudit(transaction, { actor: by, subject: { type: 'member', id: userId }, ...change })
}

/**
 * Gives a hidden account everything back but a staff rank. Published and locked as for `hideAccount`. Returns how many
 * rows did not fit any more.
 */
export async function showAccount(
  { events }: Needs,
  transaction: Executor,
  { id, rank }: Pick<PendingDeletion, 'id' | 'rank'>,
): Promise<number> {
  await refillAccount(transaction, id, rankAfterRestore(rank))
  await events.publish(transaction, 'accountRestored', { userId: id })
  return deletePendingDeletion(transaction, id)
}

/**
 * Deletes a member's account: hidden at once, gone after the days of grace. `by`: who did it for them. The caller calls
 * `announceRemoval` after the commit.
 */
export async function beginDeletion(
  context: Pick<Context, 'events' | 'live' | 'config'>,
  transaction: Executor,
  { userId, by = null }: { readonly userId: number; readonly by?: Viewer | null },
): Promise<void> {
  await hideAccount(context, transaction, userId, { by })
  if (by === null) await recordDeletion(transaction, userId)
  else
    await recordAudit(transaction, {
      actor: by,
      action: 'member.delete',
      subject: { type: 'member', id: userId },
      before: null,
      after: null,
    })
  await requestDeletionMail(context, transaction, userId)
  await publishChange(context, transaction)
}

/** Restores an account whose deletion is pending. The caller calls `announceRemoval` after the commit. */
export async function restoreMember(
  context: Pick<Context, 'events' | 'live' | 'log'>,
  transaction: Executor,
  pending: PendingDeletion,
  by: Viewer | null = null,
): Promise<void> {
  const leftOut = await showAccount(context, transaction, pending)
  if (leftOut > 0)
    context.log.info({ user: pending.id, rows: leftOut }, 'restored an account without what no longer fits')
  if (by === null)
    await recordOwnAudit(transaction, pending.id, { action: 'member.restore', before: null, after: null })
  else
    await recordAudit(transaction, {
      actor: by,
      action: 'member.restore',
      subject: { type: 'member', id: pending.id },
      before: null,
      after: null,
    })
  await publishChange(context, transaction)
}

/** Has all processes empty their caches and update the list of deleted accounts. */
async function publishChange({ live }: Pick<Context, 'live'>, transaction: Executor): Promise<void> {
  await live.publishChange(transaction)
  await live.publish(deletedAccountsChannel, {}, transaction)
}

/** False when another process deleted the account meanwhile. */
const finishDeletion = (context: Context, userId: number): Promise<boolean> =>
  context.database.sql.transaction().execute(async (transaction) => {
    await context.events.publish(transaction, 'accountDeletionStarted', { userId })
    const due = await lockDue(transaction, userId)
    if (due === undefined) return false
    await removeMember(context, transaction, { userId, username: due.username, isRecorded: true })
    return true
  })

/** Accounts per run. */
const batch = 100

/**
 * Deletes accounts whose days of grace are over, each in one transaction: a killed run leaves an account hidden, and the
 * next one deletes it. One that fails holds no other back: it is tried again after all others.
 */
export async function finishDeletions(
  context: Context,
  stopping?: AbortSignal,
  limit: number = batch,
): Promise<void> {
  const errors: unknown[] = []
  for (const userId of await findDue(context.database.sql, limit)) {
    if (stopping?.aborted) break
    try {
      if (await finishDeletion(context, userId)) await announceRemoval(context, userId)
    } catch (error) {
      context.log.error({ err: error, user: userId }, 'deleting an account for good failed')
      await postponeDeletion(context.database.sql, userId)
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

export const finishDeletionsJob = (context: Context): Job =>
  sweep('deleted accounts that can no longer be restored', (stopping) => finishDeletions(context, stopping))
