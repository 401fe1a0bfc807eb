import { msg } from '@lingui/core/macro'
import { practiceLimits } from '../../../../contract/network/practice.ts'
import type { practiceEndpoints } from '../../../../contract/network/practice-endpoints.ts'
import type { PracticeCategory, PracticeRecord } from '../../../../contract/network/practice-schemas.ts'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import { auditedRecords } from '../../../platform/audited-records.ts'
import { changedFields } from '../../../platform/changed-fields.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { AppError, conflict, notFound } from '../../../platform/http/errors.ts'
import {
  countOthers,
  deleteMode,
  findRecord,
  insertMode,
  listRecords,
  lockModes,
  moveMode,
  updateMode,
} from './queries.ts'

/** Refuses a name of the site or of somebody of the team, as `accounts` does: the network may not import them. */
export type RequireNeutralName = (
  transaction: Executor,
  config: Config,
  named: { readonly name: string },
) => Promise<void>

const nameTaken = 'This category has a mode of that name already'

/** Errors by constraint name. */
export const practiceConstraints = {
  practice_modes_name: () => new AppError('conflict', nameTaken, { fields: { name: nameTaken } }),
}

const fieldsOf = ({ category, name, description, position }: PracticeRecord) => ({
  category,
  name,
  description,
  position,
})

type ManageHandlers = Omit<Handlers<typeof practiceEndpoints>, 'list'>

/** Handlers for staff. Each change is recorded once in the audit log. */
export function manageHandlers(
  { config, database, live }: Pick<Context, 'config' | 'database' | 'live'>,
  requireNeutralName: RequireNeutralName,
): ManageHandlers {
  const { findForChange, findWritten, audit } = auditedRecords({
    type: 'practice',
    find: findRecord,
    gone: () => notFound(msg`This practice mode no longer exists`),
  })

  const changing = <T>(work: (transaction: Executor) => Promise<T>) =>
    database.sql.transaction().execute(async (transaction) => {
      await lockModes(transaction)
      const result = await work(transaction)
      await live.publishChange(transaction)
      return result
    })

  /** Returns the position after the last mode of a category. @throws 409 when it is full */
  const endOf = async (transaction: Executor, category: PracticeCategory, except: number | null) => {
    const others = await countOthers(transaction, category, except)
    if (others >= practiceLimits.perCategory)
      throw conflict(
        msg`A category holds ${{ perCategory: practiceLimits.perCategory }} practice modes at most`,
      )
    return others
  }

  return {
    manage: () => listRecords(database.sql),

    create: ({ member, body }) =>
      changing(async (transaction) => {
        await requireNeutralName(transaction, config, body)
        const end = await endOf(transaction, body.category, null)
        const id = await insertMode(transaction, body)
        await moveMode(transaction, { ...body, id, position: Math.min(body.position ?? end, end) })
        const record = await findWritten(transaction, id)
        await audit(transaction, member, 'create', id, { after: fieldsOf(record) })
        return record
      }),

    update: ({ member, params, body, ifMatch }) =>
      changing(async (transaction) => {
        const record = await findForChange(transaction, params.id, ifMatch)
        const category = body.category ?? record.category
        const end = await endOf(transaction, category, record.id)
        const defaultPosition = category === record.category ? record.position : end
        const wanted = {
          category,
          name: body.name ?? record.name,
          description: body.description ?? record.description,
          position: Math.min(body.position ?? defaultPosition, end),
        }
        const { any, before, after } = changedFields(fieldsOf(record), wanted)
        if (!any) return record
        if (wanted.name !== record.name) await requireNeutralName(transaction, config, wanted)
        await updateMode(transaction, record.id, wanted)
        await moveMode(transaction, { ...wanted, id: record.id })
        await audit(transaction, member, 'update', record.id, { before, after })
        return findWritten(transaction, record.id)
      }),

    remove: ({ member, params, ifMatch }) =>
      changing(async (transaction) => {
        const record = await findForChange(transaction, params.id, ifMatch)
        await deleteMode(transaction, record.id)
        await audit(transaction, member, 'delete', record.id, { before: fieldsOf(record) })
        return undefined
      }),
  }
}
