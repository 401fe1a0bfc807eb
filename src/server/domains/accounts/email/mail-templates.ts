import * as z from 'zod/mini'
import { confirmationHours } from '../../../../contract/accounts/accounts.ts'
import type { Context } from '../../../context.ts'
import { hashOneTimeToken, makeLinkToken } from '../../../platform/one-time-tokens.ts'
import type { MailTemplates } from '../../../platform/outbox.ts'
import { confirmationMail } from './mails.ts'
import { findAddressee, findEmail, storeToken } from './queries.ts'

/** Type of the mail request in the outbox. */
export const confirmationMailRequest = 'email.confirmation'

const Order = z.object({ userId: z.int(), email: z.string() })

/** Composes confirmation mails with a new link, which is stored only as hash. */
export const confirmationMailTemplates = ({
  config,
  database,
  languages,
}: Pick<Context, 'config' | 'database' | 'languages'>): MailTemplates => ({
  async [confirmationMailRequest]({ data, orderedAt }) {
    if (orderedAt.getTime() < Date.now() - confirmationHours * 3_600_000) return undefined
    const { userId, email } = Order.parse(data)
    return database.sql.transaction().execute(async (transaction) => {
      const own = await findEmail(transaction, userId)
      const addressee = await findAddressee(transaction, userId)
      // The address was changed, already confirmed, or deleted with its account.
      if (own === undefined || addressee === undefined || own.email !== email || own.verified)
        return undefined
      const token = makeLinkToken()
      const hash = hashOneTimeToken(token)
      if (!(await storeToken(transaction, { userId, email, hash, orderedAt, hours: confirmationHours })))
        return undefined
      const { username, language } = addressee
      const confirmation = { to: email, username, token, hours: confirmationHours }
      return confirmationMail(config, confirmation, languages.sayIn(language))
    })
  },
})
