import { msg } from '@lingui/core/macro'
import { holds, type Viewer } from '../../../../contract/accounts/ranks.ts'
import { modeLimits } from '../../../../contract/network/modes.ts'
import type { modeEndpoints } from '../../../../contract/network/modes-endpoints.ts'
import type { ModeRecord } from '../../../../contract/network/modes-schemas.ts'
import type { Context } from '../../../context.ts'
import { auditedRecords } from '../../../platform/audited-records.ts'
import { changedFields } from '../../../platform/changed-fields.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { AppError, conflict, forbidden, invalid, notFound } from '../../../platform/http/errors.ts'
import { requireNeutralName } from '../../accounts/users/reserved-names.ts'
import type { BoardNames } from '../../network/modes/board-names.ts'
import {
  countModes,
  findModeRecord,
  findUndoableMerge,
  insertMode,
  listModeRecords,
  lockModes,
  moveMode,
  storeMerge,
  undoMerge,
  updateMode,
} from '../../network/modes/queries.ts'
import { lockIdentitiesExclusive } from '../ledger/queries/locks.ts'
import { insertBoardsLike, insertBoardsOf, insertRebuild, listShownModes } from './queries.ts'
import { startRebuildingPlayers } from './rebuild-players.ts'

const keyTaken = msg`There is a mode with this key already`

/** Errors by constraint name. */
export const modeConstraints = {
  modes_pkey: () => new AppError('conflict', keyTaken, { fields: { key: keyTaken } }),
}

const fieldsOf = ({ key, name, category, icon, listed, inOverall, position }: ModeRecord) => ({
  key,
  name,
  category,
  icon,
  listed,
  inOverall,
  position,
})

const counts = ({ listed, inOverall }: Pick<ModeRecord, 'listed' | 'inOverall'>) => listed && inOverall

function requireAdmin(member: Viewer): void {
  if (!holds(member, 'admin', 'modes')) throw forbidden(msg`Only admins change what counts in overall`)
}

/** Modes for everybody and for staff. Each change is recorded once in the audit log. */
export function modeHandlers(context: Context, boards: BoardNames): Handlers<typeof modeEndpoints> {
  const { config, database } = context

  /** Makes a change that may alter figures: no match is counted meanwhile, and afterwards all see the new state. */
  const changing = async (work: (transaction: Executor) => Promise<ModeRecord>): Promise<ModeRecord> => {
    const record = await database.sql.transaction().execute(async (transaction) => {
      await lockIdentitiesExclusive(transaction)
      await lockModes(transaction)
      return work(transaction)
    })
    await boards.changed()
    startRebuildingPlayers(context)
    return record
  }

  const { findForChange, findWritten, audit } = auditedRecords({
    type: 'mode',
    find: findModeRecord,
    gone: () => notFound(msg`There is no mode with this key`),
  })

  /** A mode that can be changed. @throws 404, 409 */
  const meant = async (transaction: Executor, key: string, ifMatch: number | undefined) => {
    const record = await findForChange(transaction, key, ifMatch)
    if (record.madeBy === 'reserved') throw conflict(msg`This mode is reserved for tests of game servers`)
    if (record.mergedInto !== null)
      throw conflict(msg`This mode was merged into ${{ mode: record.mergedInto }}`)
    return record
  }

  const requireRoom = async (transaction: Executor, what: 'all' | 'listed', max: number) => {
    if ((await countModes(transaction))[what] >= max)
      throw conflict(
        what === 'all' ? msg`There are ${max} modes at most` : msg`${max} modes have a board at most`,
      )
  }

  return {
    list: () => listShownModes(database.sql),

    manage: () => listModeRecords(database.sql),

    create: ({ member, body }) =>
      changing(async (transaction) => {
        if (body.inOverall) requireAdmin(member)
        await requireNeutralName(transaction, config, body)
        await requireRoom(transaction, 'all', modeLimits.modes)
        if (body.listed) await requireRoom(transaction, 'listed', modeLimits.listed)
        const { all } = await countModes(transaction)
        await insertMode(transaction, body)
        await moveMode(transaction, body.key, Math.min(body.position ?? all, all))
        const record = await findWritten(transaction, body.key)
        await audit(transaction, member, 'create', record.id, { after: fieldsOf(record) })
        return record
      }),

    update: ({ member, params, body, ifMatch }) =>
      changing(async (transaction) => {
        const before = await meant(transaction, params.key, ifMatch)
        const end = (await countModes(transaction)).all - 1
        const wanted = {
          key: before.key,
          name: body.name ?? before.name,
          category: body.category ?? before.category,
          icon: body.icon ?? before.icon,
          listed: body.listed ?? before.listed,
          inOverall: body.inOverall ?? before.inOverall,
          position: Math.min(body.position ?? before.position, end),
        }
        const change = changedFields(fieldsOf(before), wanted)
        if (!change.any) return before
        if (wanted.name !== before.name) await requireNeutralName(transaction, config, wanted)
        if (wanted.inOverall !== before.inOverall || counts(wanted) !== counts(before)) requireAdmin(member)
        if (wanted.listed && !before.listed) await requireRoom(transaction, 'listed', modeLimits.listed)
        await updateMode(transaction, params.key, wanted)
        await moveMode(transaction, params.key, wanted.position)
        if (counts(wanted) !== counts(before)) {
          await insertBoardsOf(transaction, params.key)
          await insertRebuild(transaction, params.key)
        }
        await audit(transaction, member, 'update', before.id, change)
        return findWritten(transaction, params.key)
      }),

    merge: ({ member, params, body, ifMatch }) =>
      changing(async (transaction) => {
        if (params.key === body.into) throw invalid({ into: msg`A mode cannot be merged into itself` })
        const before = await meant(transaction, params.key, ifMatch)
        const target = await findModeRecord(transaction, body.into)
        if (target === undefined || target.madeBy === 'reserved' || target.mergedInto !== null)
          throw invalid({ into: msg`Choose a mode that is not merged itself` })
        const modes = [params.key, body.into]
        await context.events.publish(transaction, 'modesMerged', { by: member, modes })
        await storeMerge(transaction, params.key, body.into)
        await insertBoardsOf(transaction, params.key)
        await insertRebuild(transaction, params.key)
        const record = await findWritten(transaction, params.key)
        await audit(transaction, member, 'merge', record.id, {
          before: { key: before.key, name: before.name, listed: before.listed },
          after: { into: body.into },
        })
        return record
      }),

    undoMerge: ({ member, params, ifMatch }) =>
      changing(async (transaction) => {
        const before = await findForChange(transaction, params.key, ifMatch)
        const merge = await findUndoableMerge(transaction, params.key)
        if (merge === undefined) throw conflict(msg`This mode has no merge that can be undone`)
        if (merge.wasListed) await requireRoom(transaction, 'listed', modeLimits.listed)
        const modes = [params.key, merge.into]
        await context.events.publish(transaction, 'modesMerged', { by: member, modes })
        await undoMerge(transaction, params.key, merge)
        await insertBoardsLike(transaction, params.key, merge.into)
        // Every match of the mode counted for the other one, so all its players are on that board.
        await insertRebuild(transaction, merge.into)
        const record = await findWritten(transaction, params.key)
        await audit(transaction, member, 'undo-merge', record.id, {
          before: { into: merge.into },
          after: { key: before.key, name: before.name, listed: record.listed },
        })
        return record
      }),
  }
}
