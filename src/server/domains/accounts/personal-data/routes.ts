import { msg } from '@lingui/core/macro'
import type { accountEndpoints } from '../../../../contract/accounts/account-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { conflict } from '../../../platform/http/errors.ts'
import { limitKey } from '../../../platform/http/limit-key.ts'
import type { PersonalData } from '../../../platform/personal-data.ts'
import { isLastOwner, lockOwners } from '../members/queries.ts'
import { passSecondFactor } from '../second-factor/pass.ts'
import { isShortPassword } from '../users/new-password.ts'
import { resetSignInAttempts } from '../users/passwords.ts'
import { findOwnUser, recordLogin } from '../users/queries.ts'
import { checkSignIn, wrongCredentials } from '../users/sign-in.ts'
import { withPassword } from '../users/with-password.ts'
import { accountFile } from './account-file.ts'
import { beginDeletion, restoreMember } from './hide-account.ts'
import { lockPending } from './queries/pending-deletions.ts'
import { announceRemoval, removeMember } from './remove-account.ts'

const lastOwner = () =>
  conflict(msg`You are the last Owner. Make another member an Owner before you delete your account.`)

export const accountHandlers = (
  context: Context,
  personalData: readonly PersonalData[],
): Handlers<typeof accountEndpoints> => ({
  async export({ member, reply }) {
    const day = new Date().toISOString().slice(0, 10)
    reply.file(`my-data-${day}.json`, await accountFile(context, personalData, member.id))
    return undefined
  },

  async remove({ member, address, body, reply }) {
    const userId = member.id
    const remove = (transaction: Executor, username: string) =>
      body.now === true
        ? removeMember(context, transaction, { userId, username })
        : beginDeletion(context, transaction, { userId })
    await withPassword(context, { member, address }, body, remove, async (transaction) => {
      // Lock order: identities of the ledger, all Owners, the account.
      await context.events.publish(transaction, 'accountDeletionStarted', { userId: member.id })
      if (isLastOwner(await lockOwners(transaction), member.id)) throw lastOwner()
    })
    reply.endSession()
    await announceRemoval(context, member.id)
    return undefined
  },

  async restore({ body, address, userAgent, sessionToken, reply }) {
    const { database, sessions } = context
    const { credentials, network, deletesAt } = await checkSignIn(context, { body, address })
    if (deletesAt === null) throw conflict(msg`Your account is not deleted. Sign in as usual.`)
    await context.limits.take('accountRestores', limitKey({ member: credentials.id }))
    const { user, token } = await database.sql.transaction().execute(async (transaction) => {
      await context.events.publish(transaction, 'accountDeletionStarted', { userId: credentials.id })
      const pending = await lockPending(transaction, credentials.id)
      // Restored, deleted, or with another password meanwhile.
      if (pending?.passwordHash !== credentials.passwordHash) throw wrongCredentials()
      await restoreMember(context, transaction, pending)
      await recordLogin(transaction, credentials, network, isShortPassword(body.password))
      // After the restore, because a right code confirms the member. A wrong one rolls everything back.
      await passSecondFactor(transaction, credentials.id, body.code)
      const user = await findOwnUser(transaction, credentials.id, context.config)
      if (user === undefined) throw wrongCredentials()
      return { user, token: await sessions.begin(transaction, credentials.id, { address, userAgent }) }
    })
    await resetSignInAttempts(context, body.username, network)
    await sessions.end(sessionToken)
    reply.beginSession(token)
    await announceRemoval(context, credentials.id)
    context.log.info({ user: credentials.id, address }, 'restored the account and signed in')
    return user
  },
})
