import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Mail } from '../../gateways/mail.ts'
import type { MailTemplates } from '../../platform/outbox.ts'
import { findApplicant } from './queries.ts'

/** Type of the mail request in the outbox. */
export const applicationMailRequest = 'application.status'

const Order = z.object({ applicationId: z.int(), status: z.string() })

/** Statuses in words for sentences. */
export const statusNames: Readonly<Record<string, string>> = {
  pending: 'waiting',
  reviewing: 'in review',
  interview: 'invited to an interview',
  accepted: 'accepted',
  rejected: 'not accepted',
  onhold: 'on hold',
}

const applicationMail = (
  { siteName, publicUrl }: Pick<Config, 'siteName' | 'publicUrl'>,
  { email, username, position, status }: NonNullable<Awaited<ReturnType<typeof findApplicant>>>,
): Mail => ({
  to: email,
  subject: `[${siteName}] Your application: ${statusNames[status] ?? status}`,
  text: [
    `Hello ${username},`,
    '',
    `the state of your application as ${position} on ${siteName} is now: ${statusNames[status] ?? status}.`,
    '',
    'You see it here:',
    '',
    `${publicUrl}/apply`,
  ].join('\n'),
})

/** Mails to applicants. A status that has changed since has its own mail. */
export const applicationMailTemplates = ({
  config,
  database,
}: Pick<Context, 'config' | 'database'>): MailTemplates => ({
  async [applicationMailRequest]({ data }) {
    const { applicationId, status } = Order.parse(data)
    const applicant = await findApplicant(database.sql, applicationId)
    return applicant?.status === status ? applicationMail(config, applicant) : undefined
  },
})
