import type { accountEndpoints } from '../../../../contract/accounts/account-endpoints.ts'
import { staffLists } from '../../../../contract/live.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database.ts'
import type { Handlers, RequestScope } from '../../../platform/endpoints.ts'
import type { ConstraintErrors } from '../../../platform/error-handler.ts'
import { conflict, unauthorized } from '../../../platform/errors.ts'
import { notifyStaff } from '../../../platform/staff-feed.ts'
import { accountFile } from './account-file.ts'
import { deletedAccountsChannel } from './deleted-accounts.ts'
import { deleteNameLimits, isLastOwner } from './queries/deletion.ts'
import { type AnonymizePlayer, removeAccount } from './remove-account.ts'

/** Operations of other domains. */
interface Parts {
  /** Calls `before`, locks the account if the password is right, then calls `work`. @throws 400, 429 */
  readonly withPassword: <T>(
    who: Pick<RequestScope, 'member' | 'address'>,
    proof: { readonly password: string },
    work: (transaction: Executor, username: string) => Promise<T>,
    before: (transaction: Executor) => Promise<void>,
  ) => Promise<T>
  /** Locks the ledger until the transaction ends. */
  readonly lockIdentities: (transaction: Executor) => Promise<void>
  readonly anonymizePlayer: AnonymizePlayer
  /** Anonymizes the remaining match names in the background. */
  readonly startAnonymizingNames: () => void
}

/** For requests that were authenticated before the account was deleted, but write after it. */
export const accountConstraints: ConstraintErrors = Object.fromEntries(
  [
    'avatars_user_id_fkey',
    'contact_messages_user_id_fkey',
    'event_registrations_user_id_fkey',
    'idempotency_keys_user_id_fkey',
    'moderation_reports_reporter_id_fkey',
    'post_likes_user_id_fkey',
    'posts_user_id_fkey',
    'reports_user_id_fkey',
    'sessions_user_id_fkey',
    'staff_applications_user_id_fkey',
  ].map((name) => [name, () => unauthorized()]),
)

const lastOwner = () =>
  conflict('You are the last Owner. Make another member an Owner before you delete your account.')

export const accountHandlers = (context: Context, parts: Parts): Handlers<typeof accountEndpoints> => ({
  async export({ member, reply }) {
    const day = new Date().toISOString().slice(0, 10)
    reply.file(`my-data-${day}.json`, await accountFile(context, member.id))
    return undefined
  },

  async remove({ member, address, body, reply }) {
    const remove = async (transaction: Executor, username: string) => {
      await removeAccount(transaction, member.id, parts.anonymizePlayer)
      await deleteNameLimits(transaction, username)
      await context.live.publish(deletedAccountsChannel, {}, transaction)
    }
    await parts.withPassword({ member, address }, body, remove, async (transaction) => {
      // Lock order: identities of the ledger, all Owners, the account.
      await parts.lockIdentities(transaction)
      if (await isLastOwner(transaction, member.id)) throw lastOwner()
    })
    parts.startAnonymizingNames()
    reply.endSession()
    for (const list of staffLists) await notifyStaff(context, list)
    return undefined
  },
})
