import { createHash } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import type { discordLinkEndpoints } from '../../../../contract/players/discord-link-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { RolesOutcome } from '../../../gateways/discord-roles.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import {
  accountGone,
  conflict,
  invalid,
  notFound,
  overloaded,
  unauthorized,
} from '../../../platform/http/errors.ts'
import { hashOneTimeToken, makeLinkToken } from '../../../platform/one-time-tokens.ts'
import { consumeState, deleteLink, findLink, storeLink, storeState } from './queries.ts'
import { TokenVault } from './tokens.ts'

/** Errors by constraint name. */
export const discordLinkConstraints = {
  discord_links_discord_id_key: () =>
    conflict(msg`This Discord account is linked to another member. Unlink it there first.`),
  discord_links_user_id_fkey: accountGone,
}

export function discordLinkHandlers({
  config,
  database,
  gateways,
  log,
  sessions,
}: Context): Handlers<typeof discordLinkEndpoints> {
  const { discordApp } = config
  const vault = discordApp && new TokenVault(discordApp)

  /** @throws 404 where linking Discord is not set up */
  const required = () => {
    const { discordRoles } = gateways
    if (discordRoles === undefined || vault === undefined)
      throw notFound(msg`Linking Discord is not set up on this site`)
    return { roles: discordRoles, vault }
  }

  /** @throws an error that says what to do */
  function confirmed<T>(outcome: RolesOutcome<T>): T {
    if (outcome.state === 'ok') return outcome.value
    log.warn({ reason: outcome.reason }, 'a Discord account was not linked')
    if (outcome.state === 'unauthorized')
      throw invalid({ code: 'Discord did not confirm your account. Please try again.' })
    throw overloaded(msg`Discord does not work right now. Please try again later.`)
  }

  return {
    async show({ member }) {
      required()
      return { link: await findLink(database.sql, member.id) }
    },

    async begin({ sessionToken }) {
      const { roles } = required()
      const state = makeLinkToken()
      const codeVerifier = makeLinkToken()
      await database.sql.transaction().execute(async (transaction) => {
        const sessionId = await sessions.lock(transaction, sessionToken)
        if (sessionId === undefined) throw unauthorized()
        await storeState(transaction, sessionId, { stateHash: hashOneTimeToken(state), codeVerifier })
      })
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
      return { url: roles.authorizeUrl({ state, codeChallenge }) }
    },

    async finish({ member, sessionToken, body: { code, state } }) {
      const { roles, vault } = required()
      // Committed before Discord is asked: a state is used once, whatever follows.
      const codeVerifier = await database.sql.transaction().execute(async (transaction) => {
        const sessionId = await sessions.lock(transaction, sessionToken)
        if (sessionId === undefined) throw unauthorized()
        return consumeState(transaction, sessionId, hashOneTimeToken(state))
      })
      if (codeVerifier === undefined)
        throw invalid({
          state: 'This link was not started in this browser, or it has expired. Please try again.',
        })
      const tokens = confirmed(await roles.exchangeCode({ code, codeVerifier }))
      const account = confirmed(await roles.readAccount(tokens.accessToken))
      return database.sql.transaction().execute(async (transaction) => {
        await storeLink(transaction, {
          userId: member.id,
          discordId: account.id,
          discordName: account.name,
          ...vault.encrypt(tokens, account.id),
        })
        const link = await findLink(transaction, member.id)
        if (link === null) throw accountGone()
        return link
      })
    },

    async remove({ member }) {
      required()
      if (!(await deleteLink(database.sql, member.id)))
        throw conflict(msg`You have no linked Discord account`)
      return undefined
    },
  }
}
