import { canReportPlayer, canRestrict, moderationEndpoints } from '../../../contract/moderation.ts'
import type { Context } from '../../context.ts'
import { recordDeed } from '../../platform/audit.ts'
import { tellDesk } from '../../platform/desk-news.ts'
import { type Handlers, linkNext } from '../../platform/endpoints.ts'
import { conflict, forbidden, invalid, notFound } from '../../platform/errors.ts'
import { decideCase, listCases, playedIn, reportPlayer } from './queries/cases.ts'
import type { Executor } from './queries/executor.ts'
import {
  holdMember,
  insertNotice,
  insertRestriction,
  liftRestriction,
  listNotices,
  markSeen,
} from './queries/restrictions.ts'

interface Parts {
  /** Takes a post away, whoever wrote it; false when it is gone already. */
  readonly removePost: (transaction: Executor, id: number) => Promise<boolean>
  /** The account that an id stands for today, unless it was deleted. */
  readonly findPresentId: (executor: Executor, id: number) => Promise<number | undefined>
}

const statusOf = { remove: 'removed', dismiss: 'dismissed', action: 'actioned' } as const

export function moderationHandlers(context: Context, parts: Parts): Handlers<typeof moderationEndpoints> {
  const { sql } = context.database
  return {
    async list(request) {
      const { status, limit } = request.query
      const cases = await listCases(sql, request.query)
      linkNext(request, moderationEndpoints.list, cases, limit, { status })
      return cases
    },

    async decide({ member, body }) {
      const { subjectType, subjectId, decision } = body
      if (decision === 'remove' && subjectType !== 'post')
        throw invalid({ decision: 'Only a post can be removed' })
      const count = await sql.transaction().execute(async (transaction) => {
        const status = statusOf[decision]
        const note = body.note?.trim() || null
        const decided = await decideCase(transaction, { subjectType, subjectId, status, by: member.id, note })
        if (decided.count === 0) throw conflict('Somebody else has already decided this')
        if (decision === 'remove') {
          const removed = await parts.removePost(transaction, subjectId)
          if (removed && decided.subjectUserId !== null)
            await insertNotice(transaction, {
              userId: decided.subjectUserId,
              kind: 'post_removed',
              text: decided.excerpt,
            })
        }
        await recordDeed(transaction, {
          actor: member,
          action: 'moderation.decide',
          subject: { type: subjectType, id: subjectId },
          before: { status: 'open' },
          after: { status, note, reports: decided.count },
        })
        return decided.count
      })
      await tellDesk(context, 'moderation')
      return { decided: count }
    },

    async restrict({ member, params, body }) {
      const restriction = await sql.transaction().execute(async (transaction) => {
        const target = await holdMember(transaction, params.id)
        if (target === undefined) throw notFound('There is no such member')
        if (!canRestrict(member, target)) throw forbidden('You can only restrict members below your own rank')
        const before = await liftRestriction(transaction, target.id)
        const reason = body.reason.trim()
        const row = { userId: target.id, reason, days: body.days, by: member.id }
        const until = await insertRestriction(transaction, row)
        await insertNotice(transaction, { userId: target.id, kind: 'restricted', text: reason, until })
        const after = { reason, until: until?.toISOString() ?? null }
        await recordDeed(transaction, {
          actor: member,
          action: 'member.restrict',
          subject: { type: 'member', id: target.id },
          before: before ? { reason: before.reason, until: before.until?.toISOString() ?? null } : null,
          after,
        })
        return { userId: target.id, ...after }
      })
      await tellDesk(context, 'moderation')
      return restriction
    },

    async lift({ member, params }) {
      await sql.transaction().execute(async (transaction) => {
        const target = await holdMember(transaction, params.id)
        if (target === undefined) throw notFound('There is no such member')
        if (!canRestrict(member, target))
          throw forbidden('You can only do this for members below your own rank')
        const lifted = await liftRestriction(transaction, target.id)
        if (lifted === undefined) throw notFound('This member may post')
        await insertNotice(transaction, {
          userId: target.id,
          kind: 'restriction_lifted',
          text: lifted.reason,
        })
        await recordDeed(transaction, {
          actor: member,
          action: 'member.unrestrict',
          subject: { type: 'member', id: target.id },
          before: { reason: lifted.reason, until: lifted.until?.toISOString() ?? null },
          after: null,
        })
      })
      await tellDesk(context, 'moderation')
    },

    async reportPlayer({ member, params, body }) {
      const playerId = await parts.findPresentId(sql, params.id)
      if (playerId === undefined) throw notFound('Player not found')
      if (!canReportPlayer(member, playerId)) throw forbidden('You cannot report yourself')
      const matchId = body.matchId ?? null
      if (matchId !== null && !(await playedIn(sql, matchId, playerId)))
        throw invalid({ matchId: 'This player was not in that match' })
      const id = await reportPlayer(sql, { playerId, reporterId: member.id, reason: body.reason, matchId })
      await tellDesk(context, 'moderation')
      return { id }
    },

    notices: ({ member }) => listNotices(sql, member.id),

    async seen({ member, params }) {
      if (!(await markSeen(sql, params.id, member.id))) throw notFound('There is no such notice')
    },
  }
}
