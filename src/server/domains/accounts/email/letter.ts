import * as z from 'zod/mini'
import { confirmationHours } from '../../../../contract/accounts/accounts.ts'
import type { Context } from '../../../context.ts'
import { hashOneTime, makeLinkToken } from '../../../platform/one-time.ts'
import type { Letters } from '../../../platform/outbox.ts'
import { confirmationMail } from './mails.ts'
import { findEmail, findUsername, storeToken } from './queries.ts'

/** The type of the order in the outbox. */
export const confirmationOrder = 'email.confirmation'

const Order = z.object({ userId: z.int(), email: z.string() })

/** Writes confirmation mails, each with a link that is made now and kept only as its hash. */
export const confirmationLetters = ({ config, database }: Pick<Context, 'config' | 'database'>): Letters => ({
  async [confirmationOrder]({ data, orderedAt }) {
    if (orderedAt.getTime() < Date.now() - confirmationHours * 3_600_000) return undefined
    const { userId, email } = Order.parse(data)
    return database.sql.transaction().execute(async (transaction) => {
      const own = await findEmail(transaction, userId)
      const username = await findUsername(transaction, userId)
      // The address was changed, confirmed by another link, or went with its account.
      if (own === undefined || username === undefined || own.email !== email || own.verified) return undefined
      const token = makeLinkToken()
      const hash = hashOneTime(token)
      if (!(await storeToken(transaction, { userId, email, hash, orderedAt, hours: confirmationHours })))
        return undefined
      return confirmationMail(config, { to: email, username, token, hours: confirmationHours })
    })
  },
})
