import { msg } from '@lingui/core/macro'
import type { sessionEndpoints } from '../../../../contract/accounts/sessions-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { passSecondFactor } from '../second-factor/pass.ts'
import { withPassword } from '../users/with-password.ts'

export function sessionHandlers(context: Context): Handlers<typeof sessionEndpoints> {
  const { database, sessions } = context
  return {
    list: ({ member, sessionToken }) => sessions.list(member.id, sessionToken),

    async end({ member, params, sessionToken, reply }) {
      const ended = await sessions.endOne(member.id, params.id, sessionToken)
      if (ended === undefined) throw notFound(msg`You have no such session`)
      if (ended.isCurrent) reply.endSession()
      return undefined
    },

    async endOthers({ member, sessionToken }) {
      await sessions.endOthers(database.sql, member.id, sessionToken)
      return undefined
    },

    async confirm(request) {
      const { password, code } = request.body
      await withPassword(
        context,
        request,
        { password, ...(code != null && { code }) },
        async (transaction) => {
          await passSecondFactor(transaction, request.member.id, code)
          await sessions.confirm(transaction, request.sessionToken)
        },
      )
      return undefined
    },
  }
}
