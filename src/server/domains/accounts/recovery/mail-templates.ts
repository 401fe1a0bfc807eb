import * as z from 'zod/mini'
import { recoveryMinutes } from '../../../../contract/accounts/accounts.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { limitKey } from '../../../platform/http/limit-key.ts'
import type { MailTemplates } from '../../../platform/jobs/outbox.ts'
import { hashOneTimeToken, makeLinkToken } from '../../../platform/one-time-tokens.ts'
import { type RecoveryLink, recoveryMail } from './mails.ts'
import { findMailable, type RecoveredAccount, storeToken } from './queries.ts'

/** Type of the mail request in the outbox. */
export const recoveryMailRequest = 'recovery'

/** `language`: of the page that asked; absent in orders of earlier releases. */
const Order = z.object({ name: z.string(), language: z.optional(z.string()) })

/**
 * Composes recovery mails with new links, which are stored only as hashes. Accounts are looked up here, after
 * the response, so that response times reveal nothing.
 */
export function recoveryMailTemplates({
  config,
  database,
  languages,
  limits,
}: Pick<Context, 'config' | 'database' | 'languages' | 'limits'>): MailTemplates {
  /** Limits mails per account, whatever name they are requested by. */
  const mayMail = async ({ id }: RecoveredAccount) => {
    try {
      await limits.take('recoveryMails', limitKey({ member: id }))
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_many_requests') return false
      throw error
    }
  }

  return {
    async [recoveryMailRequest]({ data, orderedAt, isFirstTry }) {
      if (orderedAt.getTime() < Date.now() - recoveryMinutes * 60_000) return undefined
      const { name, language: reading } = Order.parse(data)
      const allowed = new Set<number>()
      for (const account of await findMailable(database.sql, name)) {
        if (!isFirstTry || (await mayMail(account))) allowed.add(account.id)
      }
      if (allowed.size === 0) return undefined
      return database.sql.transaction().execute(async (transaction) => {
        const accounts = await findMailable(transaction, name, { held: true })
        const links: RecoveryLink[] = []
        for (const { id, username } of accounts.filter((account) => allowed.has(account.id))) {
          const token = makeLinkToken()
          const stored = await storeToken(transaction, {
            userId: id,
            kind: 'mail',
            hash: hashOneTimeToken(token),
            issuer: null,
            orderedAt,
            minutes: recoveryMinutes,
          })
          if (stored !== undefined) links.push({ username, token })
        }
        const [first] = accounts
        if (!first?.email || links.length === 0) return undefined
        const say = languages.sayToReader({ account: first.language, reading })
        return recoveryMail(config, first.email, links, recoveryMinutes, say)
      })
    },
  }
}
