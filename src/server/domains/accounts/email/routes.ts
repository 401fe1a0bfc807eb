import { msg } from '@lingui/core/macro'
import type { emailEndpoints } from '../../../../contract/accounts/email-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import { conflict, invalid, unauthorized } from '../../../platform/errors.ts'
import { hashOneTimeToken } from '../../../platform/one-time-tokens.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { confirmMember } from '../recovery/queries.ts'
import { confirmationMailRequest } from './mail-templates.ts'
import { consumeToken, findEmail, storeVerified } from './queries.ts'

export function emailHandlers({ config, database }: Context): Handlers<typeof emailEndpoints> {
  const own = async (userId: number) => {
    const found = await findEmail(database.sql, userId)
    if (found === undefined) throw unauthorized()
    return found
  }

  return {
    show: ({ member }) => own(member.id),

    async requestConfirmation({ member }) {
      if (config.smtpUrl === undefined) throw conflict(msg`This site cannot send email yet`)
      const { email, verified } = await own(member.id)
      if (email === null) throw conflict(msg`There is no email address in your profile`)
      if (verified) throw conflict(msg`Your email address is already confirmed`)
      const data = { userId: member.id, email }
      await enqueue(database.sql, { channel: 'mail', type: confirmationMailRequest, data })
      return { message: `We sent an email to ${email}` }
    },

    confirm: ({ body }) =>
      database.sql.transaction().execute(async (transaction) => {
        const taken = await consumeToken(transaction, hashOneTimeToken(body.token))
        if (taken === undefined)
          throw invalid({ token: msg`This link is no longer valid. Ask for a new one in your profile.` })
        await confirmMember(transaction, taken.userId, 'mail')
        await storeVerified(transaction, taken.userId, taken.email)
        return { message: 'Your email address is confirmed' }
      }),
  }
}
