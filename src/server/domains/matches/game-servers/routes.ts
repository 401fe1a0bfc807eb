import { msg } from '@lingui/core/macro'
import { gameServerLimits } from '../../../../contract/matches/game-servers.ts'
import type { gameServerEndpoints } from '../../../../contract/matches/game-servers-endpoints.ts'
import type { GameServerRecord } from '../../../../contract/matches/game-servers-schemas.ts'
import type { Context } from '../../../context.ts'
import { changedFields } from '../../../platform/changed-fields.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { requireVersion } from '../../../platform/database/record-version.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { conflict, notFound } from '../../../platform/http/errors.ts'
import { requireManager, requireOwner } from '../../accounts/ranks/require-owner.ts'
import { auditKey, insertKey, makeKeySecret, revokeKey } from '../ledger/queries/keys.ts'
import { listUnknownRanks } from '../ledger/queries/unknown-ranks.ts'
import {
  countKeys,
  findGameServerRecord,
  listGameServers,
  listRejections,
  lockKey,
  updateKey,
} from './queries.ts'

const noServer = () => notFound(msg`There is no such game server`)

async function recordOf(executor: Executor, id: number): Promise<GameServerRecord> {
  const record = await findGameServerRecord(executor, id)
  if (record === undefined) throw noServer()
  return record
}

/** Keys of game servers as Owners manage them. Each change is one entry of the audit log. */
export const gameServerHandlers = (
  context: Pick<Context, 'database'>,
): Handlers<typeof gameServerEndpoints> => ({
  async list({ member: viewer }) {
    requireManager(viewer)
    return listGameServers(context.database.sql)
  },

  async create({ member, body }) {
    requireOwner(member)
    const secret = makeKeySecret()
    const server = await context.database.sql.transaction().execute(async (transaction) => {
      if ((await countKeys(transaction)) >= gameServerLimits.servers)
        throw conflict(
          msg`There are ${{ max: gameServerLimits.servers }} game servers at most: revoke one first`,
        )
      return recordOf(transaction, await insertKey(transaction, { ...body, secret }, member))
    })
    return { server, secret }
  },

  async update({ member, params: { id }, body, ifMatch }) {
    requireOwner(member)
    return context.database.sql.transaction().execute(async (transaction) => {
      const before = await lockKey(transaction, id)
      if (before === undefined) throw noServer()
      requireVersion(await recordOf(transaction, id), ifMatch)
      const wanted = { name: body.name ?? before.name, setsRanks: body.setsRanks ?? before.setsRanks }
      const change = changedFields(before, wanted)
      if (change.any) {
        await updateKey(transaction, id, wanted)
        await auditKey(transaction, member, {
          action: 'key.update',
          subject: { type: 'key', id },
          before: change.before,
          after: change.after,
        })
      }
      return recordOf(transaction, id)
    })
  },

  async revoke({ member, params: { id } }) {
    requireOwner(member)
    // Revoking a key again changes nothing and is no error.
    await revokeKey(context.database.sql, id, member)
    return recordOf(context.database.sql, id)
  },

  async rejections({ member: viewer, params: { id } }) {
    requireManager(viewer)
    const found = await listRejections(context.database.sql, id)
    if (found === undefined) throw noServer()
    return found
  },

  async unknownRanks({ member: viewer }) {
    requireManager(viewer)
    return listUnknownRanks(context.database.sql)
  },
})
