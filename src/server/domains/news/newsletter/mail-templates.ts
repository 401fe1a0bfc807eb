import * as z from 'zod/mini'
import type { Context } from '../../../context.ts'
import type { MailTemplates } from '../../../platform/jobs/outbox.ts'
import { inLanguage } from '../../../platform/languages/record-words.ts'
import { confirmationMail, issueMail } from './mails.ts'
import { findIssueMail, issueDays, issueRequest } from './queries/issues.ts'
import { confirmationRequest, findSubscriber, readKey } from './queries/subscribers.ts'
import { makeToken } from './token.ts'

const Confirmation = z.object({ subscriberId: z.int() })

const Issue = z.object({ newsId: z.int(), subscriberId: z.int() })

/** Composes the mails of the newsletter. An address that was deleted meanwhile gets none. */
export const newsletterMailTemplates = ({
  config,
  database,
  languages,
}: Pick<Context, 'config' | 'database' | 'languages'>): MailTemplates => ({
  async [confirmationRequest]({ data }) {
    const subscriber = await findSubscriber(database.sql, Confirmation.parse(data).subscriberId)
    if (subscriber === undefined || subscriber.isConfirmed) return undefined
    const token = makeToken(await readKey(database.sql), 'confirm', subscriber)
    const say = languages.sayIn(subscriber.language)
    return confirmationMail(config, { to: subscriber.email, token }, say)
  },

  async [issueRequest]({ data, orderedAt }) {
    if (orderedAt.getTime() < Date.now() - issueDays * 86_400_000) return undefined
    const { newsId, subscriberId } = Issue.parse(data)
    const mail = await findIssueMail(database.sql, newsId, subscriberId)
    if (mail === undefined) return undefined
    const token = makeToken(await readKey(database.sql), 'unsubscribe', mail)
    const { title, summary } = inLanguage(mail, [], languages.reader(mail.language))
    const issue = { ...mail, title, summary, to: mail.email, newsId, subscriberId, token }
    return issueMail(config, issue, languages.sayIn(mail.language))
  },
})
