import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { urlOf } from '../../../contract/endpoint.ts'
import { canModerate, canReportPlayer } from '../../../contract/moderation/moderation.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../platform/audit.ts'
import { requireNoConflict } from '../../platform/conflicts.ts'
import { type Handlers, setNextPageLink } from '../../platform/http/endpoints.ts'
import {
  accountGone,
  badRequest,
  conflict,
  forbidden,
  invalid,
  notFound,
} from '../../platform/http/errors.ts'
import { notifyStaff } from '../../platform/live/staff-feed.ts'
import { insertRestriction, liftRestriction, lockMember } from '../accounts/restrictions/queries.ts'
import { findPresentId } from '../accounts/users/queries.ts'
import type { ContentStore } from '../content/store.ts'
import { insertNotice, listNotices, markSeen } from '../notifications/queries/notices.ts'
import { noticeIn } from '../notifications/reason.ts'
import { claimCase, releaseCase, reopenCase, requireUnclaimedCase } from './cases.ts'
import { clearProfile } from './clear-profile.ts'
import { decideCase, onlyWritten } from './decide-case.ts'
import { playedIn } from './game-reports/queries.ts'
import { lockPair } from './lock-pair.ts'
import { listCases, type Subject } from './queries/cases.ts'
import { fileReport } from './queries/file-report.ts'
import { listInForce } from './queries/in-force.ts'
import { findPeopleOfSubject } from './queries/queue.ts'
import { removeWritten } from './remove-written.ts'
import { undoLift, undoRestrictionLift } from './undo-lift.ts'
import { isWritten, type WrittenType } from './written.ts'

/** The detector has opened another case about these players since. */
const newerPatternCase = () => conflict(msg`There is a newer open case about this`)

/** Errors by constraint name. */
export const moderationConstraints = {
  moderation_reports_reporter_id_fkey: accountGone,
  moderation_reports_one_open_pair: newerPatternCase,
  moderation_reports_one_open_pattern: newerPatternCase,
}

export function moderationHandlers(
  context: Context,
  content: Pick<ContentStore, 'current'>,
): Handlers<typeof moderationEndpoints> {
  const { sql } = context.database

  const notifyOfSubject = async (subject: Subject) =>
    notifyStaff(context, 'moderation', [await findPeopleOfSubject(sql, subject)])

  const remove = async (type: WrittenType, member: Viewer, id: number, reason: string) => {
    await sql
      .transaction()
      .execute((transaction) =>
        removeWritten(context, transaction, { member, type, id, reason: reason.trim() }),
      )
    await notifyOfSubject({ subjectType: type, subjectId: id })
    return undefined
  }

  return {
    async list(request) {
      const { before: _before, limit, ...filters } = request.query
      const cases = await listCases(sql, { ...request.query, viewerId: request.member.id })
      setNextPageLink(request, moderationEndpoints.list, cases, limit, filters)
      return cases
    },

    async inForce({ member, query, reply }) {
      const page = await listInForce(sql, { ...query, viewerId: member.id })
      if (page.next !== null) {
        const next = { ...query, cursor: page.next }
        reply.header('link', `<${urlOf(moderationEndpoints.inForce, { query: next })}>; rel="next"`)
      }
      return page
    },

    async claim({ member, body: { reason, ...subject } }) {
      const claim = await sql
        .transaction()
        .execute((transaction) => claimCase(transaction, member, subject, { takeover: reason }))
      await notifyOfSubject(subject)
      return claim
    },

    async release({ member, params }) {
      await releaseCase(sql, member, params)
      await notifyOfSubject(params)
    },

    async decide({ member, body }) {
      const { subjectType, subjectId, caseId, decision } = body
      if (decision === 'remove' && !isWritten(subjectType)) throw invalid({ decision: onlyWritten })
      const subject = { subjectType, subjectId }
      const { note, reason } = body
      const count = await sql
        .transaction()
        .execute((transaction) =>
          decideCase(context, transaction, { member, subject, caseId, decision, note, reason }),
        )
      await notifyOfSubject(subject)
      return { decided: count }
    },

    async reopen({ member, body: { reason, ...subject } }) {
      const reopened = await sql
        .transaction()
        .execute((transaction) =>
          reopenCase(context, transaction, { member, subject, reason: reason.trim() }),
        )
      await notifyOfSubject(subject)
      return { reopened }
    },

    removePost: ({ member, params, body }) => remove('post', member, params.id, body.reason),

    removeComment: ({ member, params, body }) => remove('comment', member, params.id, body.reason),

    async clearProfile({ member, params, body }) {
      const clearing = { member, id: params.id, parts: body.parts, reason: body.reason.trim() }
      const cleared = await sql.transaction().execute(async (transaction) => {
        await requireUnclaimedCase(transaction, member, body.caseId)
        return clearProfile(transaction, clearing)
      })
      await notifyStaff(context, 'moderation', [[params.id]])
      return { cleared }
    },

    async restrict({ member, params, body }) {
      const restriction = await sql.transaction().execute(async (transaction) => {
        await requireUnclaimedCase(transaction, member, body.caseId)
        const actor = await lockPair(transaction, member, params.id)
        const target = await lockMember(transaction, params.id)
        if (target === undefined) throw notFound(msg`There is no such member`)
        if (!canModerate(actor, target))
          throw forbidden(msg`You can only restrict members below your own rank`)
        await requireNoConflict(transaction, member.id, { accounts: [target.id] })
        await context.events.publish(transaction, 'playDecided', { by: member, memberId: target.id })
        const before = await liftRestriction(transaction, target.id)
        const reason = body.reason.trim()
        const row = { userId: target.id, reason, days: body.days, by: member.id }
        const until = await insertRestriction(transaction, row)
        await insertNotice(transaction, { userId: target.id, kind: 'restricted', text: reason, until })
        const after = { reason, until: until?.toISOString() ?? null }
        await recordAudit(transaction, {
          actor: member,
          action: 'member.restrict',
          subject: { type: 'member', id: target.id },
          before: before ? { reason: before.reason, until: before.until?.toISOString() ?? null } : null,
          after,
        })
        return { userId: target.id, ...after }
      })
      await notifyStaff(context, 'moderation', [[params.id]])
      return restriction
    },

    async lift({ member, params }) {
      await sql.transaction().execute(async (transaction) => {
        const actor = await lockPair(transaction, member, params.id)
        const target = await lockMember(transaction, params.id)
        if (target === undefined) throw notFound(msg`There is no such member`)
        if (!canModerate(actor, target))
          throw forbidden(msg`You can only do this for members below your own rank`)
        await requireNoConflict(transaction, member.id, { accounts: [target.id] })
        await context.events.publish(transaction, 'playDecided', { by: member, memberId: target.id })
        const lifted = await liftRestriction(transaction, target.id, member.id)
        if (lifted === undefined) throw notFound(msg`This member is not restricted`)
        await insertNotice(transaction, {
          userId: target.id,
          kind: 'restriction_lifted',
          text: lifted.reason,
        })
        await recordAudit(transaction, {
          actor: member,
          action: 'member.unrestrict',
          subject: { type: 'member', id: target.id },
          before: { reason: lifted.reason, until: lifted.until?.toISOString() ?? null },
          after: null,
        })
      })
      await notifyStaff(context, 'moderation', [[params.id]])
    },

    async undoLift({ member, params }) {
      const punishment = await sql
        .transaction()
        .execute((transaction) => undoLift(context, transaction, member, params.id))
      await notifyStaff(context, 'moderation', [[punishment.userId]])
      return punishment
    },

    async undoRestrictionLift({ member, params }) {
      const restriction = await sql
        .transaction()
        .execute((transaction) => undoRestrictionLift(context, transaction, member, params.id))
      await notifyStaff(context, 'moderation', [[params.id]])
      return restriction
    },

    async reportPlayer({ member, params, body }) {
      const playerId = await findPresentId(sql, params.id)
      if (playerId === undefined) throw notFound(msg`Player not found`)
      if (!canReportPlayer(member, playerId)) throw badRequest(msg`You cannot report yourself`)
      const { matchId, matchIds = [], ...report } = body
      const named = [...new Set(matchId == null ? matchIds : [matchId, ...matchIds])]
      for (const one of named)
        if (!(await playedIn(sql, one, playerId)))
          throw invalid({
            [one === matchId ? 'matchId' : 'matchIds']: msg`This player was not in that match`,
          })
      const subject = { subjectType: 'player', subjectId: playerId, subjectUserId: playerId } as const
      const id = await sql.transaction().execute((transaction) =>
        fileReport(transaction, context.config, {
          ...subject,
          reporterId: member.id,
          ...report,
          matchIds: named,
        }),
      )
      await notifyStaff(context, 'moderation', [[playerId]])
      return { id }
    },

    async notices({ member, language }) {
      const words = content.current(language)
      const notices = await listNotices(sql, member.id, context.languages.sayIn(language))
      return notices.map((notice) => noticeIn(words, notice))
    },

    async seen({ member, params }) {
      if (!(await markSeen(sql, params.id, member.id))) throw notFound(msg`There is no such notice`)
    },
  }
}
