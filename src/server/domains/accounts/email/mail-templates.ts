import * as z from 'zod/mini'
import { confirmationHours } from '../../../../contract/accounts/accounts.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { enqueue, type MailTemplates } from '../../../platform/jobs/outbox.ts'
import { hashOneTimeToken, makeLinkToken } from '../../../platform/one-time-tokens.ts'
import { confirmationMail } from './mails.ts'
import { findAddressee, findEmail, storeToken } from './queries.ts'

/** Type of the mail request in the outbox. */
const confirmationMailRequest = 'email.confirmation'

/** `language`: of the page that asked; absent in orders of earlier releases. */
const Order = z.object({ userId: z.int(), email: z.string(), language: z.optional(z.string()) })

/** Asks for a mail that confirms an address, where the site sends mail. `language`: of the page that asks. */
export async function requestConfirmationMail(
  { config }: Pick<Context, 'config'>,
  executor: Executor,
  {
    id,
    email,
    language,
  }: { readonly id: number; readonly email: string | null; readonly language: string | undefined },
): Promise<void> {
  if (config.smtpUrl === undefined || email === null) return
  const data = { userId: id, email, language }
  await enqueue(executor, { channel: 'mail', type: confirmationMailRequest, data })
}

/** Composes confirmation mails with a new link, which is stored only as hash. */
export const confirmationMailTemplates = ({
  config,
  database,
  languages,
}: Pick<Context, 'config' | 'database' | 'languages'>): MailTemplates => ({
  async [confirmationMailRequest]({ data, orderedAt }) {
    if (orderedAt.getTime() < Date.now() - confirmationHours * 3_600_000) return undefined
    const { userId, email, language: reading } = Order.parse(data)
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
      return confirmationMail(config, confirmation, languages.sayToReader({ account: language, reading }))
    })
  },
})
