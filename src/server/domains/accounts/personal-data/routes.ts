import type { accountEndpoints } from '../../../../contract/accounts/account-endpoints.ts'
import { staffLists } from '../../../../contract/live.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import { conflict } from '../../../platform/errors.ts'
import { notifyStaff } from '../../../platform/staff-feed.ts'
import { withPassword } from '../users/with-password.ts'
import { accountFile } from './account-file.ts'
import { deletedAccountsChannel } from './deleted-accounts.ts'
import { deleteNameLimits, isLastOwner } from './queries/deletion.ts'
import { removeAccount } from './remove-account.ts'

const lastOwner = () =>
  conflict('You are the last Owner. Make another member an Owner before you delete your account.')

export const accountHandlers = (context: Context): Handlers<typeof accountEndpoints> => ({
  async export({ member, reply }) {
    const day = new Date().toISOString().slice(0, 10)
    reply.file(`my-data-${day}.json`, await accountFile(context, member.id))
    return undefined
  },

  async remove({ member, address, body, reply }) {
    const remove = async (transaction: Executor, username: string) => {
      await removeAccount(context, transaction, member.id)
      await deleteNameLimits(transaction, username)
      await context.live.publish(deletedAccountsChannel, {}, transaction)
    }
    await withPassword(context, { member, address }, body, remove, async (transaction) => {
      // Lock order: identities of the ledger, all Owners, the account.
      await context.events.publish(transaction, 'accountDeletionStarted', { userId: member.id })
      if (await isLastOwner(transaction, member.id)) throw lastOwner()
    })
    await context.events.publish(context.database.sql, 'accountDeletionCommitted', { userId: member.id })
    reply.endSession()
    for (const list of staffLists) await notifyStaff(context, list)
    return undefined
  },
})
