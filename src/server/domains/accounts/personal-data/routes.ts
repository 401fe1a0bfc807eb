import { msg } from '@lingui/core/macro'
import type { accountEndpoints } from '../../../../contract/accounts/account-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import { conflict } from '../../../platform/errors.ts'
import type { PersonalData } from '../../../platform/personal-data.ts'
import { isLastOwner, lockOwners } from '../members/queries.ts'
import { withPassword } from '../users/with-password.ts'
import { accountFile } from './account-file.ts'
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
    const remove = (transaction: Executor, username: string) =>
      removeMember(context, transaction, { userId: member.id, username })
    await withPassword(context, { member, address }, body, remove, async (transaction) => {
      // Lock order: identities of the ledger, all Owners, the account.
      await context.events.publish(transaction, 'accountDeletionStarted', { userId: member.id })
      if (isLastOwner(await lockOwners(transaction), member.id)) throw lastOwner()
    })
    reply.endSession()
    await announceRemoval(context, member.id)
    return undefined
  },
})
