import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { enqueue, type MailTemplates } from '../../../platform/jobs/outbox.ts'
import { utcMinute } from '../../../platform/languages/say.ts'
import { findPendingAddress, isMailWaiting } from './queries/pending-deletions.ts'

/** Type of the mail request in the outbox. */
const deletionMailRequest = 'account.deletion'

const Order = z.object({ userId: z.int() })

/** Asks for the mail that says until when a deleted account can be restored, where the site sends mail. One waits at a time. */
export async function requestDeletionMail(
  { config }: Pick<Context, 'config'>,
  transaction: Executor,
  userId: number,
): Promise<void> {
  if (config.smtpUrl === undefined || (await isMailWaiting(transaction, deletionMailRequest, userId))) return
  await enqueue(transaction, { channel: 'mail', type: deletionMailRequest, data: { userId } })
}

/** Composed when it is sent: an account that was restored or is gone gets none. */
export const deletionMailTemplates = ({
  config: { siteName, publicUrl },
  database,
  languages,
}: Pick<Context, 'config' | 'database' | 'languages'>): MailTemplates => ({
  async [deletionMailRequest]({ data }) {
    const to = await findPendingAddress(database.sql, Order.parse(data).userId)
    if (to === undefined) return undefined
    const say = languages.sayToReader({ account: to.language, reading: undefined })
    const { username } = to
    const end = utcMinute(to.deletesAt)
    return {
      to: to.email,
      subject: `[${siteName}] ${say(msg`Your account was deleted`)}`,
      text: [
        say(msg`Hello ${username},`),
        '',
        say(
          msg`your account on ${siteName} was deleted. Nobody sees it any more. It can be restored until ${end}; then it is gone for good.`,
        ),
        '',
        say(msg`To restore it, sign in with your username and password, and confirm:`),
        '',
        `${publicUrl}/auth`,
        '',
        say(
          msg`If it was not you who deleted it, restore it, change your password and tell the team: ${{ link: `${publicUrl}/contact` }}`,
        ),
      ].join('\n'),
    }
  },
})
