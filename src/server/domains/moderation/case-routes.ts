import { msg } from '@lingui/core/macro'
import { urlOf } from '../../../contract/endpoint.ts'
import { caseEndpoints } from '../../../contract/moderation/cases-endpoints.ts'
import type { RefusedCase } from '../../../contract/moderation/cases-schemas.ts'
import type { CaseClaim, DecidedCase } from '../../../contract/moderation/moderation-schemas.ts'
import type { Context } from '../../context.ts'
import { requireNoConflict } from '../../platform/conflicts.ts'
import type { Handlers } from '../../platform/http/endpoints.ts'
import { badRequest, invalid, notFound } from '../../platform/http/errors.ts'
import type { Say } from '../../platform/languages/say.ts'
import { notifyStaff } from '../../platform/live/staff-feed.ts'
import { oneByOne, refusedRow } from '../../platform/one-by-one.ts'
import { claimCase, releaseCase, subjectOf } from './cases.ts'
import { decideCase, onlyWritten, requireWords } from './decide-case.ts'
import { countCases, findCase, findPeople, findPeopleOfEach, listQueue } from './queries/queue.ts'
import { listTimeline } from './queries/timeline.ts'
import { undoDecision } from './undo-decision.ts'
import { isWritten } from './written.ts'

const decisionOf = {
  action: 'action',
  no_violation: 'dismiss',
  insufficient: 'insufficient',
  duplicate: 'duplicate',
  remove: 'remove',
} as const

/**
 * Does the same with several cases, each in a transaction of its own: locks of two calls never wait for each other in a
 * circle.
 */
async function caseByCase(ids: readonly number[], say: Say, work: (id: number) => Promise<void>) {
  const { done, refused } = await oneByOne(ids, work)
  const refusedCases = refused.map((one): RefusedCase => {
    const current: { readonly decided?: DecidedCase; readonly claim?: CaseClaim } = one.error.current ?? {}
    return { ...refusedRow(say)(one), ...current }
  })
  return { done, refused: refusedCases }
}

export function caseHandlers(context: Context): Handlers<typeof caseEndpoints> {
  const { sql } = context.database
  const notify = async (ids: readonly number[]) =>
    notifyStaff(context, 'moderation', await findPeopleOfEach(sql, ids))

  return {
    async list({ member, query, reply }) {
      const page = await listQueue(sql, { ...query, viewerId: member.id })
      if (page.next !== null) {
        const next = { ...query, cursor: page.next }
        reply.header('link', `<${urlOf(caseEndpoints.list, { query: next })}>; rel="next"`)
      }
      return page
    },

    counts: ({ member }) => countCases(sql, member.id),

    async one({ member, params }) {
      await requireNoConflict(sql, member.id, { accounts: await findPeople(sql, params.id) })
      const one = await findCase(sql, { reportId: params.id, viewerId: member.id })
      if (one === undefined) throw notFound(msg`There is no such case`)
      return one
    },

    async timeline({ member, params }) {
      const people = await findPeople(sql, params.id)
      await requireNoConflict(sql, member.id, { accounts: people })
      return listTimeline(sql, await subjectOf(sql, params.id), {
        people: people.filter((id) => id !== null),
        viewerId: member.id,
      })
    },

    async claim({ member, params, body }) {
      const claim = await sql.transaction().execute(async (transaction) =>
        claimCase(transaction, member, await subjectOf(transaction, params.id), {
          caseId: params.id,
          takeover: body?.reason,
        }),
      )
      await notify([params.id])
      return claim
    },

    async release({ member, params }) {
      await releaseCase(sql, member, await subjectOf(sql, params.id))
      await notify([params.id])
    },

    async decide({ member, params: { id: caseId }, body: { outcome, note, reason } }) {
      const decided = await sql.transaction().execute(async (transaction) => {
        const subject = await subjectOf(transaction, caseId)
        if (outcome === 'remove' && !isWritten(subject.subjectType)) throw invalid({ outcome: onlyWritten })
        const decision = decisionOf[outcome]
        return decideCase(context, transaction, { member, subject, caseId, decision, note, reason })
      })
      await notify([caseId])
      return { decided }
    },

    async decideMany({ member, language, body: { ids, outcome, note, reason } }) {
      const decision = decisionOf[outcome]
      requireWords({ decision, note, reason })
      const { done, refused } = await caseByCase(ids, context.languages.sayIn(language), (caseId) =>
        sql.transaction().execute(async (transaction) => {
          const subject = await subjectOf(transaction, caseId)
          if (outcome === 'remove' && !isWritten(subject.subjectType)) throw badRequest(onlyWritten)
          await decideCase(context, transaction, { member, subject, caseId, decision, note, reason })
        }),
      )
      await notify(done)
      return { decided: done, refused }
    },

    async undo({ member, language, body: { ids } }) {
      const { done, refused } = await caseByCase(ids, context.languages.sayIn(language), (caseId) =>
        sql
          .transaction()
          .execute(async (transaction) =>
            undoDecision(context, transaction, { member, subject: await subjectOf(transaction, caseId) }),
          ),
      )
      await notify(done)
      return { reopened: done, refused }
    },
  }
}
