import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { addressChangedMail } from './mails.ts'
import { deleteVerifiedEmail, findAddressee, invalidateEmailToken } from './queries.ts'

/**
 * Removes the account's verified address after a change: invalidates its links and notifies it by mail if it
 * was verified. Call it in the transaction of the change.
 */
export async function removeEmailAddress(
  { config, languages }: Pick<Context, 'config' | 'languages'>,
  transaction: Executor,
  userId: number,
  /** Language of the page on which the member changed it. */
  reading: string | undefined,
): Promise<void> {
  await invalidateEmailToken(transaction, userId)
  const old = await deleteVerifiedEmail(transaction, userId)
  const addressee = await findAddressee(transaction, userId)
  if (old === undefined || addressee === undefined || config.smtpUrl === undefined) return
  await enqueue(transaction, {
    channel: 'mail',
    type: 'mail',
    data: addressChangedMail(
      config,
      old,
      addressee.username,
      languages.sayToReader({ account: addressee.language, reading }),
    ),
  })
}
