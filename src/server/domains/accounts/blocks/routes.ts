import { msg } from '@lingui/core/macro'
import { canBlock, maxBlocked } from '../../../../contract/accounts/blocks.ts'
import type { blockEndpoints } from '../../../../contract/accounts/blocks-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { accountGone, conflict, forbidden, invalid, notFound } from '../../../platform/http/errors.ts'
import {
  countBlocked,
  deleteBlock,
  findMember,
  hasBlocked,
  insertBlock,
  listBlocked,
  lockBoth,
} from './queries.ts'

const unknown = () => notFound(msg`There is no such member`)

/** Errors by constraint name. */
export const blockConstraints = {
  blocks_blocked_id_fkey: unknown,
  blocks_blocker_id_fkey: accountGone,
}

export function blockHandlers({
  database,
  events,
}: Pick<Context, 'database' | 'events'>): Handlers<typeof blockEndpoints> {
  const known = async (id: number) => {
    const found = await findMember(database.sql, id)
    if (found === undefined) throw unknown()
    return found
  }

  return {
    list: ({ member }) => listBlocked(database.sql, member.id),

    show: async ({ member, params }) => ({
      isBlocked: await hasBlocked(database.sql, member.id, (await known(params.id)).id),
    }),

    async block({ member, params }) {
      const target = await known(params.id)
      if (member.id === target.id) throw invalid({ id: msg`You cannot block yourself` })
      if (!canBlock(member, target)) throw forbidden(msg`Staff cannot be blocked`)
      await database.sql.transaction().execute(async (transaction) => {
        await lockBoth(transaction, member.id, target.id)
        if (await hasBlocked(transaction, member.id, target.id)) return
        if ((await countBlocked(transaction, member.id)) >= maxBlocked)
          throw conflict(msg`You can block at most ${maxBlocked} members`)
        await insertBlock(transaction, member.id, target.id)
        await events.publish(transaction, 'memberBlocked', { blockerId: member.id, blockedId: target.id })
      })
      return { isBlocked: true }
    },

    async unblock({ member, params }) {
      await deleteBlock(database.sql, member.id, (await known(params.id)).id)
      return { isBlocked: false }
    },
  }
}
