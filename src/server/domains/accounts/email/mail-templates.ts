import * as z from 'zod/mini'
import { confirmationHours } from '../../../../contract/accounts/accounts.ts'
import type { Context } from '../../../context.ts'
import { hashOneTimeToken, makeLinkToken } from '../../../platform/one-time-tokens.ts'
import type { MailTemplates } from '../../../platform/outbox.ts'
import { confirmationMail } from './mails.ts'
import { findEmail, findUsername, storeToken } from './queries.ts'

/** Type of the mail request in the outbox. */
export const confirmationMailRequest = 'email.confirmation'

const Order = z.object({ userId: z.int(), email: z.string() })

/** Composes confirmation mails with a new link, which is stored only as hash. */
export const confirmationMailTemplates = ({
  config,
  database,
}: Pick<Context, 'config' | 'database'>): MailTemplates => ({
  async [confirmationMailRequest]({ data, orderedAt }) {
    if (orderedAt.getTime() < Date.now() - confirmationHours * 3_600_000) return undefined
    const { userId, email } = Order.parse(data)
    return database.sql.transaction().execute(async (transaction) => {
      const own = await findEmail(transaction, userId)
      const username = await findUsername(transaction, userId)
      // The address was changed, already confirmed, or deleted with its account.
      if (own === undefined || username === undefined || own.email !== email || own.verified) return undefined
      const token = makeLinkToken()
      const hash = hashOneTimeToken(token)
      if (!(await storeToken(transaction, { userId, email, hash, orderedAt, hours: confirmationHours })))
        return undefined
      return confirmationMail(config, { to: email, username, token, hours: confirmationHours })
    })
  },
})
