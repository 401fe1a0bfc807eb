import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import { canSetRank } from '../../../../contract/accounts/ranks.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { type Handlers, setNextPageLink } from '../../../platform/endpoints.ts'
import { conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { queueForGameServers } from '../../../platform/outbox.ts'
import { listMembers, lockMembers, lockOwners, storeRank } from './queries.ts'

export const memberHandlers = ({ database }: Context): Handlers<typeof memberEndpoints> => ({
  async list(request) {
    const members = await listMembers(database.sql, request.query)
    const { limit, search } = request.query
    setNextPageLink(request, memberEndpoints.list, members, limit, search === '' ? {} : { search })
    return members
  },

  setRank: ({ member, params, body: { rank } }) =>
    database.sql.transaction().execute(async (transaction) => {
      // Owners first: all rank changes are serialized here.
      const owners = await lockOwners(transaction)
      const held = await lockMembers(transaction, [member.id, params.id])
      const target = held.find(({ id }) => id === params.id)
      if (target === undefined) throw notFound('There is no such member')
      // Reads both ranks under the lock, so that an actor who was just demoted is rejected.
      const actor = held.find(({ id }) => id === member.id) ?? null
      if (!canSetRank(actor, target, rank))
        throw forbidden('You can only change ranks below your own, to ranks below your own')
      if (target.rank === rank) return target
      if (target.rank === 'Owner' && owners.length === 1)
        throw conflict('The last Owner cannot be given another rank')
      await storeRank(transaction, target.id, rank)
      await queueForGameServers(transaction, target.id, 'rank', { rank })
      await recordAudit(transaction, {
        actor: member,
        action: 'member.rank',
        subject: { type: 'member', id: target.id },
        before: { rank: target.rank },
        after: { rank },
      })
      return { ...target, rank }
    }),
})
