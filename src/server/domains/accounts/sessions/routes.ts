import type { sessionEndpoints } from '../../../../contract/accounts/sessions-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import { notFound } from '../../../platform/errors.ts'

export const sessionHandlers = ({ database, sessions }: Context): Handlers<typeof sessionEndpoints> => ({
  list: ({ member, sessionToken }) => sessions.list(member.id, sessionToken),

  async end({ member, params, sessionToken, reply }) {
    const ended = await sessions.endOne(member.id, params.id, sessionToken)
    if (ended === undefined) throw notFound('You have no such session')
    if (ended.isCurrent) reply.endSession()
    return undefined
  },

  async endOthers({ member, sessionToken }) {
    await sessions.endOthers(database.sql, member.id, sessionToken)
    return undefined
  },
})
