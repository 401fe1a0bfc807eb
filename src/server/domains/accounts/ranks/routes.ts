import { isDeepStrictEqual } from 'node:util'
import { msg } from '@lingui/core/macro'
import { levelsOf, rankLimits } from '../../../../contract/accounts/rank-admin.ts'
import type { rankEndpoints } from '../../../../contract/accounts/rank-admin-endpoints.ts'
import type { RankRecord } from '../../../../contract/accounts/rank-admin-schemas.ts'
import { isShippedRank, powers, shippedRanks, type Viewer } from '../../../../contract/accounts/ranks.ts'
import type { AuditFields } from '../../../../contract/admin/audit.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { changedFields } from '../../../platform/changed-fields.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { requireBase, requireVersion } from '../../../platform/database/record-version.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts'
import { recordHand } from '../hands/queries/hands.ts'
import {
  findRankRecord,
  insertRank,
  listMembersOfRank,
  listMergedKeys,
  listRankRecords,
  lockRankTable,
  storeMerge,
  storeOrder,
  updateRank,
} from './queries/ranks.ts'
import { requireFreeRankName } from './rank-names.ts'
import type { RankStore } from './rank-store.ts'
import { requireManager, requireOwner } from './require-owner.ts'

const heightOf = ({ power }: Pick<RankRecord, 'power'>) => powers.indexOf(power)

const auditFields = ({ name, colour, power, areas, level, shown, aliases }: RankRecord) => ({
  name,
  colour,
  power,
  ...(power !== 'member' && { areas: areas ?? 'all' }),
  level,
  shown,
  aliases: aliases.join(', '),
})

/** Ranks as Owners change them. Each change is recorded once in the audit log. */
export function rankHandlers(context: Context, store: RankStore): Handlers<typeof rankEndpoints> {
  const { config, database } = context

  /** Makes a change that every process reads again. @throws 403 */
  async function changing<T>(viewer: Viewer, work: (transaction: Executor) => Promise<T>): Promise<T> {
    requireOwner(viewer)
    const result = await database.sql.transaction().execute(async (transaction) => {
      await lockRankTable(transaction)
      const result = await work(transaction)
      await store.publishChange(transaction)
      return result
    })
    await store.reload()
    return result
  }

  const written = async (transaction: Executor, key: string) => {
    const record = await findRankRecord(transaction, key)
    if (record === undefined) throw notFound(msg`There is no such rank`)
    return record
  }

  const audit = (
    transaction: Executor,
    actor: Viewer,
    action: 'create' | 'update' | 'order' | 'merge',
    change: {
      readonly number: number | null
      readonly before: AuditFields | null
      readonly after: AuditFields
    },
  ) =>
    recordAudit(transaction, {
      actor,
      action: `rank.${action}`,
      subject: { type: 'rank', id: change.number },
      before: change.before,
      after: change.after,
    })

  return {
    async list({ member: viewer }) {
      requireManager(viewer)
      return listRankRecords(database.sql)
    },

    create: ({ member: viewer, body }) =>
      changing(viewer, async (transaction) => {
        const ranks = await listRankRecords(transaction)
        if (ranks.length >= rankLimits.ranks)
          throw conflict(msg`There are ${{ ranks: rankLimits.ranks }} ranks at most`)
        const merged = (await listMergedKeys(transaction)).map(({ key }) => key)
        await requireFreeRankName(
          transaction,
          body.name,
          { field: 'name', power: body.power, ranks, merged },
          config,
        )
        await insertRank(transaction, { ...body, level: body.level ?? levelsOf[body.power][0] })
        const after = ranks.findLastIndex((rank) => heightOf(rank) <= heightOf(body))
        const keys = ranks.map(({ key }) => key)
        await storeOrder(transaction, keys.toSpliced(after + 1, 0, body.name))
        const record = await written(transaction, body.name)
        await audit(transaction, viewer, 'create', { ...record, before: null, after: auditFields(record) })
        return record
      }),

    update: ({ member: viewer, params, body, ifMatch }) =>
      changing(viewer, async (transaction) => {
        const before = await written(transaction, params.key)
        requireVersion(before, ifMatch)
        if (before.shipped && body.level !== undefined && body.level !== before.level)
          throw conflict(msg`${{ key: before.key }} keeps its level`)
        if (!before.shipped && body.colour === null) throw invalid({ colour: msg`This rank needs a colour` })
        const merged = await listMergedKeys(transaction)
        const own = merged.flatMap(({ key, into }) => (into === before.key ? [key] : []))
        const wanted: RankRecord = {
          ...before,
          name: body.name ?? before.name,
          colour: body.colour === undefined ? before.colour : body.colour,
          level: body.level ?? before.level,
          shown: body.shown ?? before.shown,
          areas: body.areas === undefined ? before.areas : body.areas,
          aliases: body.aliases === undefined ? before.aliases : [...new Set([...own, ...body.aliases])],
        }
        const [min, max] = levelsOf[before.power]
        if (wanted.level < min || wanted.level > max)
          throw invalid({ level: msg`Level of this power must be ${min} to ${max}` })
        if (wanted.areas !== null && before.power === 'member')
          throw invalid({ areas: msg`Only a rank of staff has areas` })
        if (wanted.areas !== null && before.shipped)
          throw invalid({ areas: msg`${{ key: before.key }} has all areas` })
        const change = changedFields(auditFields(before), auditFields(wanted))
        if (!change.any) return before
        const others = {
          power: before.power,
          ranks: (await listRankRecords(transaction)).filter(({ key }) => key !== before.key),
          merged: merged.flatMap(({ key, into }) => (into === before.key ? [] : [key])),
        }
        if (wanted.name !== before.name && wanted.name !== before.key)
          await requireFreeRankName(transaction, wanted.name, { field: 'name', ...others }, config)
        for (const alias of wanted.aliases)
          if (!before.aliases.includes(alias))
            await requireFreeRankName(transaction, alias, { field: 'aliases', ...others }, config)
        await updateRank(transaction, wanted)
        await audit(transaction, viewer, 'update', { ...change, number: before.number })
        // Other areas are another power for everybody who has the rank.
        if (change.after.areas !== undefined)
          for (const memberId of await listMembersOfRank(transaction, before.key))
            await recordHand(context, transaction, { byId: viewer.id, memberId, kind: 'rank' })
        return written(transaction, before.key)
      }),

    order: ({ member: viewer, body: { order, base } }) =>
      changing(viewer, async (transaction) => {
        const ranks = await listRankRecords(transaction)
        requireBase(
          ranks.map(({ key }) => key),
          base,
          ranks,
        )
        const byKey = new Map(ranks.map((rank) => [rank.key, rank]))
        const wanted = order.flatMap((key) => byKey.get(key) ?? [])
        if (
          wanted.length !== ranks.length ||
          order.length !== ranks.length ||
          new Set(order).size !== ranks.length
        )
          throw invalid({ order: msg`Name each rank once` })
        if (wanted.some((rank, at) => at > 0 && heightOf(rank) < heightOf(wanted[at - 1] ?? rank)))
          throw invalid({ order: msg`A rank with less power comes before those with more` })
        if (order.filter(isShippedRank).join() !== shippedRanks.join())
          throw invalid({ order: msg`The shipped ranks keep their order` })
        const before = ranks.map(({ key }) => key).join(', ')
        if (before === order.join(', ')) return ranks
        await storeOrder(transaction, order)
        await audit(transaction, viewer, 'order', {
          number: null,
          before: { order: before },
          after: { order: order.join(', ') },
        })
        return listRankRecords(transaction)
      }),

    merge: ({ member: viewer, params: { key }, body: { into }, ifMatch }) =>
      changing(viewer, async (transaction) => {
        const before = await written(transaction, key)
        requireVersion(before, ifMatch)
        const target = await findRankRecord(transaction, into)
        if (target === undefined) throw invalid({ into: msg`There is no such rank` })
        if (target.key === before.key) throw conflict(msg`A rank cannot be merged into itself`)
        if (before.shipped) throw conflict(msg`${{ key: before.key }} belongs to each site and stays`)
        if (target.power !== before.power) throw conflict(msg`Only ranks of the same power can be merged`)
        if (!isDeepStrictEqual(target.areas, before.areas))
          throw conflict(msg`Only ranks with the same areas can be merged`)
        await storeMerge(transaction, before.key, target.key)
        const names = [before.key, before.name, ...before.aliases]
        const aliases = [...new Set([...target.aliases, ...names])]
        await updateRank(transaction, { ...target, aliases })
        await audit(transaction, viewer, 'merge', {
          number: before.number,
          before: { name: before.name, power: before.power, level: before.level },
          after: { mergedInto: target.key },
        })
        return listRankRecords(transaction)
      }),
  }
}
