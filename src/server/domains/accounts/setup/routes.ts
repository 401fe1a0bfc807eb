import { msg } from '@lingui/core/macro'
import type { setupEndpoints } from '../../../../contract/accounts/setup-endpoints.ts'
import type { Context } from '../../../context.ts'
import { recordConsoleAudit } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { forbidden, notFound } from '../../../platform/http/errors.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { hashOneTimeToken } from '../../../platform/one-time-tokens.ts'
import { makePassword } from '../users/new-password.ts'
import { findOwnUser, insertMember, recordLogin } from '../users/queries.ts'
import { requireFreeName } from '../users/reserved-names.ts'
import { consumeSetupLink, wasEverOwned } from './queries.ts'

const shut = () => notFound(msg`There is nothing at this address`)

/** Makes the first Owner; once there was one, nothing is here. */
export function setupHandlers(context: Context): Handlers<typeof setupEndpoints> {
  const { config, database, sessions } = context

  async function requireOpen() {
    if (await wasEverOwned(database.sql)) throw shut()
  }

  return {
    async state() {
      await requireOpen()
      return { open: true as const }
    },

    async makeOwner({ body, address, userAgent, sessionToken, language, reply }) {
      await requireOpen()
      const network = networkOf(address)
      const password = await makePassword(context, body.password, {
        rank: 'Owner',
        field: 'password',
        network: config.rateLimits ? network : undefined,
      })
      const { id, token } = await database.sql.transaction().execute(async (transaction) => {
        if (!(await consumeSetupLink(transaction, hashOneTimeToken(body.token))))
          throw forbidden(
            msg`This link is not valid any more. npm run cli -- setup-link on the server prints a new one.`,
          )
        await requireFreeName(transaction, config, body)
        const member = { username: body.username, email: null, password, rank: 'Owner' as const, language }
        const id = await insertMember(transaction, member)
        await recordConsoleAudit(
          transaction,
          {
            action: 'member.create',
            subject: { type: 'member', id },
            before: null,
            after: { rank: 'Owner' },
          },
          'set-up',
        )
        await recordLogin(transaction, { id, passwordHash: password.passwordHash }, network, password.isShort)
        return { id, token: await sessions.begin(transaction, id, { address, userAgent }) }
      })
      await sessions.end(sessionToken)
      reply.beginSession(token)
      context.log.info({ user: id, address }, 'made the first Owner and signed in')
      return (await findOwnUser(database.sql, id, config))!
    },
  }
}
