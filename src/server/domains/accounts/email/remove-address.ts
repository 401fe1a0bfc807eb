import type { Context } from '../../../context.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { addressChangedMail } from './mails.ts'
import { deleteVerifiedEmail, type Executor, findUsername, invalidateEmailToken } from './queries.ts'

/**
 * The account has another address now, or none: that one is not verified, links to the old one are void, and the old
 * one is told if it was verified. Call it in the transaction of the change.
 */
export async function removeEmailAddress(
  { config }: Pick<Context, 'config'>,
  transaction: Executor,
  userId: number,
): Promise<void> {
  await invalidateEmailToken(transaction, userId)
  const old = await deleteVerifiedEmail(transaction, userId)
  const username = await findUsername(transaction, userId)
  if (old === undefined || username === undefined || config.smtpUrl === undefined) return
  await enqueue(transaction, {
    channel: 'mail',
    type: 'mail',
    data: addressChangedMail(config, old, username),
  })
}
