import { msg } from '@lingui/core/macro'
import type { emailEndpoints } from '../../../../contract/accounts/email-endpoints.ts'
import { isOwner } from '../../../../contract/accounts/ranks.ts'
import type { Context } from '../../../context.ts'
import { verifyMail } from '../../../gateways/mail.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { conflict, forbidden, invalid, unauthorized } from '../../../platform/http/errors.ts'
import { limits, within } from '../../../platform/jobs/queue.ts'
import { hashOneTimeToken } from '../../../platform/one-time-tokens.ts'
import { confirmMember } from '../recovery/queries.ts'
import { requestConfirmationMail } from './mail-templates.ts'
import { testMail } from './mails.ts'
import { consumeToken, findEmail, storeVerified } from './queries.ts'

export function emailHandlers({
  config,
  database,
  gateways,
  languages,
}: Context): Handlers<typeof emailEndpoints> {
  const own = async (userId: number) => {
    const found = await findEmail(database.sql, userId)
    if (found === undefined) throw unauthorized()
    return found
  }

  return {
    show: ({ member }) => own(member.id),

    async requestConfirmation({ member, language }) {
      if (config.smtpUrl === undefined) throw conflict(msg`This site cannot send email yet`)
      const { email, verified } = await own(member.id)
      if (email === null) throw conflict(msg`There is no email address in your profile`)
      if (verified) throw conflict(msg`Your email address is already confirmed`)
      await requestConfirmationMail({ config }, database.sql, { id: member.id, email, language })
      return { message: languages.sayIn(language)(msg`We sent an email to ${email}`) }
    },

    confirm: ({ body, language }) =>
      database.sql.transaction().execute(async (transaction) => {
        const taken = await consumeToken(transaction, hashOneTimeToken(body.token))
        if (taken === undefined)
          throw invalid({ token: msg`This link is no longer valid. Ask for a new one in your profile.` })
        await confirmMember(transaction, taken.userId, 'mail')
        await storeVerified(transaction, taken.userId, taken.email)
        return { message: languages.sayIn(language)(msg`Your email address is confirmed`) }
      }),

    async test({ member, language }) {
      if (!isOwner(member)) throw forbidden()
      if (config.smtpUrl === undefined)
        throw conflict(msg`Save a mail server and a sender first, and enter the sign-in`)
      const { email, verified } = await own(member.id)
      const to = verified ? email : null
      await recordAudit(database.sql, {
        actor: member,
        action: 'mail.test',
        subject: { type: 'mail', id: null },
        before: null,
        after: null,
      })
      try {
        const attempt =
          to === null ? verifyMail(config) : gateways.mail(testMail(config, to, languages.sayIn(language)))
        await within(limits.attemptMs, attempt)
        return { to, error: null }
      } catch (error) {
        return { to, error: (error as Error).message }
      }
    },
  }
}
