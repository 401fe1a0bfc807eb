import { msg } from '@lingui/core/macro'
import { canInviteTo, inviteLimits } from '../../../../contract/accounts/invites.ts'
import type { inviteEndpoints } from '../../../../contract/accounts/invites-endpoints.ts'
import type { Invite } from '../../../../contract/accounts/invites-schemas.ts'
import { findRank, outranks } from '../../../../contract/accounts/ranks.ts'
import type { AuditFields } from '../../../../contract/admin/audit.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { ownAccounts } from '../../../platform/conflicts.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { findGrantedRank } from '../../../platform/granted-rank.ts'
import type { Handlers, RequestScope } from '../../../platform/http/endpoints.ts'
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/errors.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { hashOneTimeToken, makeLinkToken } from '../../../platform/one-time-tokens.ts'
import { recordHand } from '../hands/queries/hands.ts'
import { lockMembers, lockOwners, storeRank } from '../members/queries.ts'
import { queueRank } from '../ranks/queries/sent-ranks.ts'
import { requireManager, requireOwner } from '../ranks/require-owner.ts'
import { requireUnrestricted } from '../restrictions/queries.ts'
import { makePassword } from '../users/new-password.ts'
import { findOwnUser, insertMember, recordLogin } from '../users/queries.ts'
import { requireFreeName } from '../users/reserved-names.ts'
import {
  consumeInvite,
  countOpenInvites,
  findInvite,
  findOpenInvite,
  insertInvite,
  listInvites,
  type OpenInvite,
  revokeInvite,
} from './queries.ts'

/** The same for a wrong, used, revoked and expired one. */
const shut = () => forbidden(msg`This invitation is not valid any more. Ask for a new one.`)

/** Links with which Owners make others staff. Each is recorded in the audit log, and so is its use. */
export function inviteHandlers(context: Context): Handlers<typeof inviteEndpoints> {
  const { config, database, sessions } = context

  async function recordOf(executor: Executor, id: number): Promise<Invite> {
    const record = await findInvite(executor, id)
    if (record === undefined) throw notFound(msg`There is no such invitation`)
    return record
  }

  /** The invitation with its rank as it is now. @throws 403 */
  async function openInvite(executor: Executor, token: string): Promise<OpenInvite> {
    const found = await findOpenInvite(executor, hashOneTimeToken(token))
    if (found === undefined) throw shut()
    return { ...found, rank: findRank(found.rank)?.key ?? found.rank }
  }

  /** Uses the invitation for an account and records it as an act of the member who made it. @throws 403 */
  async function take(
    transaction: Executor,
    { id, rank, by }: OpenInvite,
    userId: number,
    entry: { readonly action: 'member.create' | 'member.rank'; readonly before: AuditFields | null },
  ): Promise<void> {
    await lockMembers(transaction, [by])
    const maker = { id: by, rank: await findGrantedRank(transaction, by) }
    if (!canInviteTo(maker, rank)) throw shut()
    if (!(await consumeInvite(transaction, id, userId))) throw shut()
    await recordAudit(transaction, {
      ...entry,
      actor: maker,
      subject: { type: 'member', id: userId },
      after: { rank, invite: true },
    })
    await recordHand(context, transaction, { byId: by, memberId: userId, kind: 'invitation' })
  }

  async function raise(userId: number, token: string): Promise<void> {
    await database.sql.transaction().execute(async (transaction) => {
      const invite = await openInvite(transaction, token)
      // Owners first: all rank changes are serialized here.
      await lockOwners(transaction)
      const held = await lockMembers(transaction, [userId, invite.by])
      const target = held.find(({ id }) => id === userId)
      if (target === undefined) throw shut()
      await requireUnrestricted(transaction, userId, 'accept an invitation')
      if ((await ownAccounts(transaction, invite.by)).has(userId))
        throw forbidden(msg`You cannot use your own invitation for another account of yours`)
      if (target.rank === invite.rank || outranks(target.rank, invite.rank))
        throw conflict(
          msg`You already have this rank, or one that can do more. Somebody else can use the invitation.`,
        )
      await take(transaction, invite, userId, { action: 'member.rank', before: { rank: target.rank } })
      await storeRank(transaction, userId, invite.rank)
      await queueRank(transaction, userId)
    })
  }

  async function register(
    { token, username, password: wanted }: Readonly<Record<'token' | 'username' | 'password', string>>,
    client: Pick<RequestScope, 'address' | 'userAgent' | 'language'>,
  ) {
    const { rank } = await openInvite(database.sql, token)
    const network = networkOf(client.address)
    const password = await makePassword(context, wanted, {
      rank,
      field: 'password',
      network: config.rateLimits ? network : undefined,
    })
    return database.sql.transaction().execute(async (transaction) => {
      const invite = await openInvite(transaction, token)
      await requireFreeName(transaction, config, { username })
      const id = await insertMember(transaction, {
        username,
        email: null,
        password,
        rank: invite.rank,
        language: client.language,
      })
      await take(transaction, invite, id, { action: 'member.create', before: null })
      await recordLogin(transaction, { id, passwordHash: password.passwordHash }, network, password.isShort)
      return { id, session: await sessions.begin(transaction, id, client) }
    })
  }

  return {
    async list({ member }) {
      requireManager(member)
      return listInvites(database.sql)
    },

    async create({ member, body: { rank, note } }) {
      requireOwner(member)
      if (!canInviteTo(member, rank))
        throw invalid({ rank: msg`You can only invite to ranks below your own` })
      const token = makeLinkToken()
      const invite = await database.sql.transaction().execute(async (transaction) => {
        if ((await countOpenInvites(transaction)) >= inviteLimits.open)
          throw conflict(msg`There are ${{ open: inviteLimits.open }} open invitations: revoke one first`)
        const tokenHash = hashOneTimeToken(token)
        const id = await insertInvite(transaction, { tokenHash, rank, note, by: member.id })
        await recordAudit(transaction, {
          actor: member,
          action: 'invite.create',
          subject: { type: 'invite', id },
          before: null,
          after: { rank, ...(note !== '' && { note }) },
        })
        return recordOf(transaction, id)
      })
      // What follows the # reaches no server's log.
      return { invite, link: `${config.publicUrl}/invite#${token}` }
    },

    async revoke({ member, params: { id } }) {
      requireOwner(member)
      return database.sql.transaction().execute(async (transaction) => {
        if (await revokeInvite(transaction, id)) {
          const { rank } = await recordOf(transaction, id)
          await recordAudit(transaction, {
            actor: member,
            action: 'invite.revoke',
            subject: { type: 'invite', id },
            before: { rank },
            after: null,
          })
        }
        return recordOf(transaction, id)
      })
    },

    look: async ({ body: { token } }) => ({ rank: (await openInvite(database.sql, token)).rank }),

    async accept({ viewer, body: { token, username, password }, address, userAgent, language, reply }) {
      if (viewer !== null) {
        await raise(viewer.id, token)
        context.log.info({ user: viewer.id, address }, 'accepted an invitation')
        return (await findOwnUser(database.sql, viewer.id, config))!
      }
      if (username === undefined || password === undefined) {
        await openInvite(database.sql, token)
        throw invalid({
          [username === undefined ? 'username' : 'password']: msg`Choose a name and a password`,
        })
      }
      const { id, session } = await register({ token, username, password }, { address, userAgent, language })
      reply.beginSession(session)
      context.log.info({ user: id, address }, 'registered with an invitation and signed in')
      return (await findOwnUser(database.sql, id, config))!
    },
  }
}
