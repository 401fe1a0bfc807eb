import { msg } from '@lingui/core/macro'
import { canDecideApplication, maxOwnApplications } from '../../../contract/applications/applications.ts'
import { applicationEndpoints } from '../../../contract/applications/applications-endpoints.ts'
import type { StaffApplication } from '../../../contract/applications/applications-schemas.ts'
import type { Message } from '../../../contract/languages.ts'
import { undoServerSeconds } from '../../../contract/list-filters.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../platform/audit.ts'
import { accountsBehind, requireNoConflict } from '../../platform/conflicts.ts'
import { requireVersion } from '../../platform/database/record-version.ts'
import { type Handlers, setNextPageLink } from '../../platform/http/endpoints.ts'
import type { ConstraintErrors } from '../../platform/http/error-handler.ts'
import { accountGone, conflict, forbidden, notFound } from '../../platform/http/errors.ts'
import { storeOnce } from '../../platform/http/idempotency.ts'
import { notifyStaff } from '../../platform/live/staff-feed.ts'
import { insertNotice, withdrawNotice } from '../notifications/queries/notices.ts'
import { announceApplication } from './announce.ts'
import {
  changeApplication,
  deleteApplication,
  findApplication,
  findUndo,
  insertApplication,
  listApplications,
  listOwnApplications,
  lockApplication,
  restoreApplication,
  storeUndo,
} from './queries.ts'

export const applicationConstraints: ConstraintErrors = {
  staff_applications_user_id_fkey: accountGone,
  // Reopening an old application while its applicant has a newer open one. Duplicate new ones are rejected earlier.
  staff_applications_one_open: () =>
    conflict(msg`This member has another open application for the same position`),
}

const gone = () => notFound(msg`This application does not exist`)

/** What the team noted about applicants is not for these, whatever their rank. */
async function withoutOwnNotes(
  { database }: Pick<Context, 'database'>,
  memberId: number,
  applications: readonly StaffApplication[],
): Promise<StaffApplication[]> {
  const own = await accountsBehind(database.sql, memberId)
  return applications.map((one) =>
    one.user_id !== null && own.has(one.user_id) ? { ...one, admin_notes: null } : one,
  )
}

export const applicationHandlers = (context: Context): Handlers<typeof applicationEndpoints> => ({
  async list(request) {
    const { before: _before, limit, ...filters } = request.query
    const page = { ...request.query, viewerId: request.member.id }
    const applications = await listApplications(context.database.sql, page)
    setNextPageLink(request, applicationEndpoints.list, applications, limit, filters)
    return { applications: await withoutOwnNotes(context, request.member.id, applications) }
  },

  async one({ member, params }) {
    const application = await findApplication(context.database.sql, params.id)
    if (application === undefined) throw gone()
    const [shown] = await withoutOwnNotes(context, member.id, [application])
    return shown ?? application
  },

  mine: ({ member }) => listOwnApplications(context.database.sql, member.id, maxOwnApplications),

  async create({ member, body, idempotencyKey }) {
    const operation = applicationEndpoints.create.idempotent!
    const receipt = await storeOnce(
      context.database,
      { userId: member.id, operation, key: idempotencyKey, body },
      async () => undefined,
      async (transaction) => {
        const stored = await insertApplication(transaction, member.id, body)
        if (stored === undefined) throw conflict(msg`You already have an open application for this position`)
        await announceApplication(transaction, context.config, stored, member.id)
        return stored
      },
    )
    await notifyStaff(context, 'applications')
    return receipt
  },

  async update({ member, params, body, ifMatch }) {
    const { status } = body
    const application = await context.database.sql.transaction().execute(async (transaction) => {
      const before = await lockApplication(transaction, params.id)
      if (before === undefined) throw gone()
      if (!canDecideApplication(member, before)) throw forbidden(ownApplication)
      await requireNoConflict(transaction, member.id, { accounts: [before.user_id] })
      requireVersion(before, ifMatch)
      const notes = body.adminNotes === undefined ? before.admin_notes : body.adminNotes || null
      const answer = body.answer || undefined
      if (status === before.status && notes === before.admin_notes && answer === undefined) return before
      const isNotified = status !== before.status || answer !== undefined
      const noticeId = isNotified ? await notifyApplicant(transaction, { ...before, status }, answer) : null
      await storeUndo(transaction, params.id, { by: member.id, noticeId })
      const change = { status, notes, answer, by: member.id }
      const after = await changeApplication(transaction, params.id, change)
      await recordAudit(transaction, {
        actor: member,
        action: 'application.update',
        subject: { type: 'application', id: params.id },
        before: decisionOf(before),
        // The log is permanent, so it does not store the reply.
        after: { ...decisionOf(after), ...(answer !== undefined && { answered: true }) },
      })
      return after
    })
    await notifyStaff(context, 'applications')
    return application
  },

  async undo({ member, params: { id } }) {
    const application = await context.database.sql.transaction().execute(async (transaction) => {
      const held = await lockApplication(transaction, id)
      if (held === undefined) throw gone()
      if (!canDecideApplication(member, held)) throw forbidden(ownApplication)
      await requireNoConflict(transaction, member.id, { accounts: [held.user_id] })
      const undo = await findUndo(transaction, id, { by: member.id, seconds: undoServerSeconds })
      if (undo === undefined) throw conflict(msg`It is too late to undo this. Set the status again`)
      requireVersion(held, undo.version)
      await restoreApplication(transaction, id, member.id)
      const restored = await lockApplication(transaction, id)
      if (restored === undefined) throw new Error(`application ${id} is missing after it was restored`)
      const hasReached = undo.noticeId !== null && (await withdrawNotice(transaction, undo.noticeId))
      if (hasReached) await notifyApplicant(transaction, restored, undefined)
      await recordAudit(transaction, {
        actor: member,
        action: 'application.undo',
        subject: { type: 'application', id },
        before: decisionOf(held),
        after: decisionOf(restored),
      })
      return restored
    })
    await notifyStaff(context, 'applications')
    return application
  },

  async remove({ member, params }) {
    await context.database.sql.transaction().execute(async (transaction) => {
      const before = await lockApplication(transaction, params.id)
      if (before === undefined) throw gone()
      if (!canDecideApplication(member, before)) throw forbidden(ownApplication)
      await requireNoConflict(transaction, member.id, { accounts: [before.user_id] })
      const user_id = await deleteApplication(transaction, params.id)
      const { position, status } = before
      await recordAudit(transaction, {
        actor: member,
        action: 'application.delete',
        subject: { type: 'application', id: params.id },
        // The log is permanent, so it stores no answers, addresses or names of a deleted application.
        before: { user_id, position, status },
        after: null,
      })
    })
    await notifyStaff(context, 'applications')
  },
})

const ownApplication = msg`This is your own application. Another staff member has to decide it.`

/** What applicants read of each status. */
const statusTexts: Readonly<Record<StaffApplication['status'], (position: string) => Message>> = {
  pending: (position) => msg`Your application as ${position}: waiting`,
  reviewing: (position) => msg`Your application as ${position}: in review`,
  interview: (position) => msg`Your application as ${position}: invited to an interview`,
  accepted: (position) => msg`Your application as ${position}: accepted`,
  rejected: (position) => msg`Your application as ${position}: not accepted`,
  onhold: (position) => msg`Your application as ${position}: on hold`,
}

/** Returns the id of the notice; null without an account, and where they want no such notices. */
async function notifyApplicant(
  transaction: Parameters<typeof insertNotice>[0],
  { user_id: userId, position, status }: StaffApplication,
  answer: string | undefined,
): Promise<number | null> {
  if (userId === null) return null
  const state = statusTexts[status](position)
  const text = answer === undefined ? state : [state, answer]
  return insertNotice(transaction, { userId, kind: 'application_changed', text })
}

const decisionOf = ({ status, admin_notes }: StaffApplication) => ({ status, admin_notes })
