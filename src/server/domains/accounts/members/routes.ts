import { msg } from '@lingui/core/macro'
import {
  canConfirmMember,
  canDeleteMember,
  canSetRank,
  wordToGiveUp,
} from '../../../../contract/accounts/members.ts'
import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import { findRank, isOwner } from '../../../../contract/accounts/ranks.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { requireNoConflict } from '../../../platform/conflicts.ts'
import { requireBase } from '../../../platform/database/record-version.ts'
import { findGrantedRank } from '../../../platform/granted-rank.ts'
import { type Handlers, setNextPageLink } from '../../../platform/http/endpoints.ts'
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/errors.ts'
import { recordHand } from '../hands/queries/hands.ts'
import { requireOtherHand } from '../hands/queries/second-person.ts'
import { beginDeletion, restoreMember } from '../personal-data/hide-account.ts'
import { listPending, lockPending } from '../personal-data/queries/pending-deletions.ts'
import { announceRemoval } from '../personal-data/remove-account.ts'
import { queueRank } from '../ranks/queries/sent-ranks.ts'
import { confirmMember, findRecoveredAt } from '../recovery/queries.ts'
import { findRestriction } from '../restrictions/queries.ts'
import { isLastOwner, listMembers, lockMembers, lockOwners, lockSignInName, storeRank } from './queries.ts'

/** The longest list; a site deletes fewer accounts within the days of grace. */
const maxDeleted = 200

export const memberHandlers = (context: Context): Handlers<typeof memberEndpoints> => ({
  async list(request) {
    const members = await listMembers(context.database.sql, request.query)
    const { limit, search, rank } = request.query
    setNextPageLink(request, memberEndpoints.list, members, limit, {
      ...(search !== '' && { search }),
      ...(rank !== undefined && { rank }),
    })
    return members
  },

  setRank: ({ member, params, body: { rank, base, confirmation } }) =>
    context.database.sql.transaction().execute(async (transaction) => {
      // Owners first: all rank changes are serialized here.
      const owners = await lockOwners(transaction)
      const held = await lockMembers(transaction, [member.id, params.id])
      const target = held.find(({ id }) => id === params.id)
      if (target === undefined) throw notFound(msg`There is no such member`)
      // Reads both ranks under the lock, so that an actor who was just demoted or restricted is rejected.
      const actor = { id: member.id, rank: await findGrantedRank(transaction, member.id) }
      if (!canSetRank(actor, target, rank))
        throw forbidden(
          findRank(actor.rank)?.areas
            ? msg`You can only change ranks below your own that hold no area which yours lacks`
            : msg`You can only change ranks below your own, to ranks below your own`,
        )
      // An Owner may step down, and nobody raises an account that is theirs as well.
      if (target.id !== member.id) await requireNoConflict(transaction, member.id, { accounts: [target.id] })
      if (target.rank === rank) return target
      requireBase(target.rank, base, target)
      const word = wordToGiveUp(actor, target, rank)
      if (word !== null && confirmation !== word)
        throw invalid({ confirmation: msg`Type ${word} to give up this rank` })
      if (isLastOwner(owners, target.id)) throw conflict(msg`The last Owner cannot be given another rank`)
      // The other Owners could step down, and nobody would run the site.
      if (rank === 'Owner' && (await findRestriction(transaction, target.id)) !== undefined)
        throw conflict(msg`Lift the restriction of this member first`)
      await storeRank(transaction, target.id, rank)
      await queueRank(transaction, target.id)
      await recordAudit(transaction, {
        actor: member,
        action: 'member.rank',
        subject: { type: 'member', id: target.id },
        before: { rank: target.rank },
        after: { rank },
      })
      await recordHand(context, transaction, { byId: member.id, memberId: target.id, kind: 'rank' })
      return { ...target, rank }
    }),

  confirm: ({ member, params: { id } }) =>
    context.database.sql.transaction().execute(async (transaction) => {
      const [target] = await lockMembers(transaction, [id])
      if (target === undefined) throw notFound(msg`There is no such member`)
      const at = await findRecoveredAt(transaction, id)
      if (at === undefined || target.awaitsConfirmation !== true)
        throw conflict(msg`This member needs no confirmation`)
      if (!canConfirmMember(member, target)) throw forbidden(msg`A second person has to decide this`)
      await requireOtherHand(transaction, member, { makerId: id, at })
      await confirmMember(transaction, id, 'team')
      await recordAudit(transaction, {
        actor: member,
        action: 'member.confirm',
        subject: { type: 'member', id },
        before: null,
        after: null,
      })
      return { ...target, awaitsConfirmation: undefined }
    }),

  async remove({ member, params: { id } }) {
    await context.database.sql.transaction().execute(async (transaction) => {
      // The same lock order as when members delete their own account: the ledger, all Owners, the account.
      await context.events.publish(transaction, 'accountDeletionStarted', { userId: id })
      const owners = await lockOwners(transaction)
      if (!owners.some((owner) => owner.id === member.id && !owner.isRestricted))
        throw forbidden(msg`Only Owners delete accounts`)
      if (isLastOwner(owners, id))
        throw conflict(
          msg`You are the last Owner. Make another member an Owner before you delete your account.`,
        )
      if (!canDeleteMember(member, { id }))
        throw forbidden(msg`Delete your own account on your profile, with your password`)
      // Cases, punishments and rulings of a second account go with it.
      await requireNoConflict(transaction, member.id, { accounts: [id] })
      await context.events.publish(transaction, 'playDecided', { by: member, memberId: id })
      if ((await lockSignInName(transaction, id)) === undefined) throw notFound(msg`There is no such member`)
      await beginDeletion(context, transaction, { userId: id, by: member })
    })
    await announceRemoval(context, id)
    return undefined
  },

  async listDeleted({ member }) {
    if (!isOwner(member)) throw forbidden(msg`Only Owners restore accounts`)
    return listPending(context.database.sql, maxDeleted)
  },

  async restore({ member, params: { id } }) {
    await context.database.sql.transaction().execute(async (transaction) => {
      await context.events.publish(transaction, 'accountDeletionStarted', { userId: id })
      const owners = await lockOwners(transaction)
      if (!owners.some((owner) => owner.id === member.id && !owner.isRestricted))
        throw forbidden(msg`Only Owners restore accounts`)
      const pending = await lockPending(transaction, id)
      if (pending === undefined) throw notFound(msg`There is no deleted account that can be restored`)
      await restoreMember(context, transaction, pending, member)
    })
    await announceRemoval(context, id)
    return undefined
  },
})
