import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import type { AuditFields } from '../../../../contract/admin/audit.ts'
import type { Text } from '../../../../contract/languages.ts'
import { type AppealState, canDecideAppeal, isOpenAppeal } from '../../../../contract/moderation/appeals.ts'
import { appealEndpoints } from '../../../../contract/moderation/appeals-endpoints.ts'
import type { Appealable, Appealed, OwnAppeal } from '../../../../contract/moderation/appeals-schemas.ts'
import { canTakeOver } from '../../../../contract/moderation/moderation.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { requireNoConflict } from '../../../platform/conflicts.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { type Handlers, setNextPageLink } from '../../../platform/http/endpoints.ts'
import { conflict, forbidden, notFound, unauthorized } from '../../../platform/http/errors.ts'
import { limitKey } from '../../../platform/http/limit-key.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { notifyStaff } from '../../../platform/live/staff-feed.ts'
import { type Content, reasonIn } from '../../content/content.ts'
import type { ContentStore } from '../../content/store.ts'
import { insertNotice } from '../../notifications/queries/notices.ts'
import { notifyOfStaffWork } from '../../notifications/queries/notify.ts'
import { lockPair } from '../lock-pair.ts'
import { applyOutcome } from './apply-outcome.ts'
import {
  type AppealRow,
  findAppeal,
  findByCode,
  findNewest,
  findSubject,
  insertAppeal,
  insertMessage,
  listAppeals,
  listSubjects,
  lockSubject,
  type Subject,
  updateAppeal,
} from './queries.ts'
import { undoAppealDecision } from './undo-decision.ts'

/** Errors by constraint name: two requests opened an appeal at once. */
export const appealConstraints = {
  appeals_one_open_punishment: () => conflict(msg`There is an open appeal already`),
  appeals_one_open_restriction: () => conflict(msg`There is an open appeal already`),
}

const noSuchCode = () => notFound(msg`This code is wrong or expired`)
const noSuchAppeal = () => notFound(msg`There is no such appeal`)

const aboutIn = (about: Appealed, words: Content): Appealed => ({
  ...about,
  reason: reasonIn(words, about.reason),
})

/** The player's view, in their language. Staff have no names there. */
function ownView(
  { player: _, issuerId: __, issuer: ___, reviewer: ____, ...appeal }: AppealRow,
  words: Content,
): OwnAppeal {
  const messages = appeal.messages.map(({ author: _____, ...message }) => message)
  const about = aboutIn(appeal.about, words)
  return {
    ...appeal,
    about,
    messages,
    mayWrite: isOpenAppeal(appeal.state) && messages.at(-1)?.isStaff === true,
  }
}

const isInForce = ({ about }: Subject) => about.state === 'active' || about.state === 'given'

async function appealableOf(executor: Executor, subject: Subject, words: Content): Promise<Appealable> {
  const newest = await findNewest(executor, subject)
  const appeal = newest && (await findAppeal(executor, newest.id))
  const isClosed = newest === undefined || (!newest.isOpen && !newest.isFinal)
  return {
    about: aboutIn(subject.about, words),
    appeal: appeal === undefined ? null : ownView(appeal, words),
    mayAppeal: isInForce(subject) && isClosed && (newest?.mayAgain ?? true),
    again: newest && isClosed && !newest.mayAgain ? newest.again.toISOString() : null,
  }
}

export function appealHandlers(
  context: Context,
  content: Pick<ContentStore, 'current'>,
): Handlers<typeof appealEndpoints> {
  const { database, limits } = context
  const { sql } = database

  /** The punishment of a code: one in force, or with an appeal to read. @throws 404, 429 */
  const subjectOfCode = async (code: string | undefined, address: string): Promise<Subject> => {
    const key = limitKey({ network: networkOf(address) })
    await limits.take('appealCodes', key)
    const subject = code === undefined ? undefined : await findByCode(sql, code.trim().toUpperCase())
    const isKnown =
      subject !== undefined && (isInForce(subject) || (await findNewest(sql, subject)) !== undefined)
    if (!isKnown) throw noSuchCode()
    await limits.returnPoints('appealCodes', key)
    return subject
  }

  /** An appeal of the signed-in member, or of the code. @throws 401, 404, 429 */
  const ownAppeal = async (
    id: number,
    { viewer, code, address }: { viewer: Viewer | null; code: string | undefined; address: string },
  ): Promise<AppealRow> => {
    if (code === undefined && viewer === null) throw unauthorized()
    const subject = code === undefined ? undefined : await subjectOfCode(code, address)
    const appeal = await findAppeal(sql, id)
    const isOwn =
      subject === undefined
        ? appeal?.player?.id === viewer?.id
        : appeal !== undefined && appeal.punishmentId === subject.punishmentId
    if (appeal === undefined || !isOwn) throw noSuchAppeal()
    return appeal
  }

  /** Changes an appeal that is locked and read again. @throws 404 */
  const changing = async <T>(
    found: Pick<AppealRow, 'id' | 'punishmentId' | 'restrictionId'>,
    work: (transaction: Executor, appeal: AppealRow) => Promise<T>,
  ): Promise<T> => {
    const { playerId, result } = await sql.transaction().execute(async (transaction) => {
      await lockSubject(transaction, found)
      const appeal = await findAppeal(transaction, found.id)
      if (appeal === undefined) throw noSuchAppeal()
      return { playerId: appeal.player?.id ?? null, result: await work(transaction, appeal) }
    })
    await notifyStaff(context, 'appeals', [[playerId]])
    return result
  }

  const written = async (transaction: Executor, id: number): Promise<AppealRow> => {
    const appeal = await findAppeal(transaction, id)
    if (appeal === undefined) throw new Error(`appeal ${id} is missing after it was written`)
    return appeal
  }

  /** The member with the rank they are granted, and the appeal with the rank of its player, which nobody changes now. */
  const lockRanks = async (transaction: Executor, member: Viewer, { id, player }: AppealRow) => ({
    actor: await lockPair(transaction, member, player?.id ?? null),
    appeal: await written(transaction, id),
  })

  /** @throws 403 */
  const requirePower = async (transaction: Executor, member: Viewer, appeal: AppealRow) => {
    if (!canDecideAppeal(member, appeal))
      throw forbidden(
        appeal.issuerId === member.id
          ? msg`You gave this punishment. Another staff member has to decide.`
          : msg`Your rank does not allow reviewing this appeal`,
      )
    await requireNoConflict(transaction, member.id, {
      accounts: [appeal.player?.id ?? null],
      // An Owner may review what they gave, which is recorded.
      makers: member.rank === 'Owner' ? [] : [appeal.issuerId],
    })
  }

  /** @throws 403; 409 with the appeal as it is, for a closed one or one that a colleague reviews */
  const requireReviewable = async (
    transaction: Executor,
    member: Viewer,
    appeal: AppealRow,
    takeover?: string | undefined,
  ) => {
    await requirePower(transaction, member, appeal)
    if (!isOpenAppeal(appeal.state)) throw conflict(msg`This appeal is closed`, { appeal })
    const { reviewer } = appeal
    const isTaken = appeal.state !== 'open' && reviewer !== null && reviewer.id !== member.id
    if (isTaken && (takeover === undefined || !canTakeOver(member, 'appeal', reviewer)))
      throw conflict(msg`${{ username: reviewer.username }} reviews this appeal`, { appeal })
  }

  const reviewed = async (
    member: Viewer,
    id: number,
    action: 'claim' | 'ask' | 'decide',
    work: (transaction: Executor, appeal: AppealRow) => Promise<{ after: AuditFields }>,
    takeover?: string | undefined,
  ) => {
    const found = await findAppeal(sql, id)
    if (found === undefined) throw noSuchAppeal()
    return changing(found, async (transaction, before) => {
      const { actor, appeal } = await lockRanks(transaction, member, before)
      await requireReviewable(transaction, actor, appeal, takeover)
      const { after } = await work(transaction, appeal)
      await recordAudit(transaction, {
        actor: member,
        action: `appeal.${action}`,
        subject: { type: 'appeal', id },
        before: { state: appeal.state },
        after: { ...after, ...(appeal.issuerId === member.id && { ownPunishment: true }) },
      })
      return written(transaction, id)
    })
  }

  /** Publishes that a decision lets somebody play, or that its undo stops them: of a ban or restriction. */
  const publishDecision = async (transaction: Executor, by: Viewer, { player, about }: AppealRow) => {
    if (player !== null && (about.kind === 'ban' || about.kind === 'restriction'))
      await context.events.publish(transaction, 'playDecided', { by, memberId: player.id })
  }

  /** The notice of a member; who has no account reads the page of their code. */
  const notify = async (
    transaction: Executor,
    { player, restrictionId, punishmentId }: AppealRow,
    kind: 'appeal_answered' | 'appeal_decided',
    text: Text,
  ) => {
    const subject = player && (await findSubject(transaction, { punishmentId, restrictionId }))
    if (subject?.userId) await insertNotice(transaction, { userId: subject.userId, kind, text })
  }

  return {
    async create({ viewer, body, address, language }) {
      const { code, punishmentId, text } = body
      let subject: Subject | undefined
      if (code !== undefined) subject = await subjectOfCode(code, address)
      else {
        if (viewer === null) throw unauthorized()
        const own = await listSubjects(sql, viewer.id)
        subject = own.find(({ about }) =>
          punishmentId === undefined
            ? about.kind === 'restriction' && about.state === 'active'
            : about.punishmentId === punishmentId.toLowerCase(),
        )
        if (subject === undefined) throw notFound(msg`There is nothing of yours to appeal here`)
      }
      const { restrictionId } = subject
      const about = { punishmentId: subject.punishmentId, restrictionId }
      const appeal = await sql.transaction().execute(async (transaction) => {
        await lockSubject(transaction, about)
        const present = await findSubject(transaction, about)
        if (present === undefined || !isInForce(present)) throw conflict(msg`This is not in force any more`)
        const newest = await findNewest(transaction, about)
        if (newest?.isOpen) throw conflict(msg`There is an open appeal already`)
        if (newest?.isFinal) throw conflict(msg`The decision about the second appeal is final`)
        if (newest !== undefined && !newest.mayAgain)
          throw conflict(
            msg`You can appeal again from ${{ day: newest.again.toISOString().slice(0, 10) }} on`,
          )
        const id = await insertAppeal(transaction, about, newest !== undefined)
        await insertMessage(transaction, {
          appealId: id,
          isStaff: false,
          authorId: viewer !== null && viewer.id === present.userId ? viewer.id : null,
          text,
        })
        await notifyOfStaffWork(transaction, 'appeals', {
          eventKey: `appeal:${id}`,
          actorId: present.userId,
          concerns: [present.userId],
        })
        return written(transaction, id)
      })
      await notifyStaff(context, 'appeals', [[appeal.player?.id ?? null]])
      return ownView(appeal, content.current(language))
    },

    async mine({ member, language }) {
      const subjects = await listSubjects(sql, member.id)
      const words = content.current(language)
      return Promise.all(subjects.map((subject) => appealableOf(sql, subject, words)))
    },

    byCode: async ({ secret, address, language }) =>
      appealableOf(sql, await subjectOfCode(secret, address), content.current(language)),

    async reply({ viewer, params, body, address, language }) {
      const words = content.current(language)
      const found = await ownAppeal(params.id, { viewer, code: body.code, address })
      return changing(found, async (transaction, appeal) => {
        if (!isOpenAppeal(appeal.state)) throw conflict(msg`This appeal is closed`)
        if (!ownView(appeal, words).mayWrite)
          throw conflict(msg`You can write again once staff have answered`)
        const authorId = viewer !== null && viewer.id === appeal.player?.id ? viewer.id : null
        await insertMessage(transaction, { appealId: appeal.id, isStaff: false, authorId, text: body.text })
        await updateAppeal(transaction, appeal.id, {
          state: appeal.reviewer === null ? 'open' : 'in_review',
        })
        return ownView(await written(transaction, appeal.id), words)
      })
    },

    async withdraw({ viewer, params, body, address, language }) {
      const words = content.current(language)
      const found = await ownAppeal(params.id, { viewer, code: body.code, address })
      return changing(found, async (transaction, appeal) => {
        if (!isOpenAppeal(appeal.state)) throw conflict(msg`This appeal is closed`)
        await updateAppeal(transaction, appeal.id, { state: 'withdrawn' })
        return ownView(await written(transaction, appeal.id), words)
      })
    },

    async one({ member, params }) {
      const appeal = await findAppeal(sql, params.id)
      if (appeal === undefined) throw noSuchAppeal()
      await requireNoConflict(sql, member.id, { accounts: [appeal.player?.id ?? null] })
      return appeal
    },

    async list(request) {
      const { before: _before, limit, ...filters } = request.query
      const appeals = await listAppeals(sql, { ...request.query, viewerId: request.member.id })
      setNextPageLink(request, appealEndpoints.list, appeals, limit, filters)
      return appeals
    },

    claim: ({ member, params, body }) =>
      reviewed(
        member,
        params.id,
        'claim',
        async (transaction, appeal) => {
          const state: AppealState = appeal.state === 'waiting' ? 'waiting' : 'in_review'
          await updateAppeal(transaction, appeal.id, { state, reviewerId: member.id })
          const from = appeal.reviewer?.id ?? member.id
          return {
            after: { state, ...(from !== member.id && { takenOverFrom: from, reason: body?.reason }) },
          }
        },
        body?.reason,
      ),

    ask: ({ member, params, body }) =>
      reviewed(member, params.id, 'ask', async (transaction, appeal) => {
        const { text } = body
        await insertMessage(transaction, { appealId: appeal.id, isStaff: true, authorId: member.id, text })
        await updateAppeal(transaction, appeal.id, { state: 'waiting', reviewerId: member.id })
        await notify(transaction, appeal, 'appeal_answered', text.slice(0, 500))
        return { after: { state: 'waiting' } }
      }),

    decide: ({ member, params, body }) =>
      reviewed(member, params.id, 'decide', async (transaction, appeal) => {
        const { outcome, note } = body
        if (outcome !== 'upheld') await publishDecision(transaction, member, appeal)
        const until = await applyOutcome(transaction, member, appeal, body)
        await updateAppeal(transaction, appeal.id, {
          state: outcome,
          reviewerId: member.id,
          note,
          untilBefore: appeal.about.until,
        })
        await notify(transaction, appeal, 'appeal_decided', outcomeTexts[outcome](note.slice(0, 1_000)))
        return { after: { state: outcome, note, ...(until !== null && { until: until.toISOString() }) } }
      }),

    async undo({ member, params }) {
      const found = await findAppeal(sql, params.id)
      if (found === undefined) throw noSuchAppeal()
      return changing(found, async (transaction, before) => {
        const { actor, appeal } = await lockRanks(transaction, member, before)
        await requirePower(transaction, actor, appeal)
        if (appeal.state !== 'upheld') await publishDecision(transaction, member, appeal)
        await undoAppealDecision(transaction, member, appeal)
        return written(transaction, appeal.id)
      })
    },
  }
}

const outcomeTexts = {
  upheld: (note: string) => msg`It stays as it is. ${note}`,
  reduced: (note: string) => msg`It ends earlier. ${note}`,
  lifted: (note: string) => msg`It was lifted. ${note}`,
}
