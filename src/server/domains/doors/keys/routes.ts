import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import { apiKeyLimits, holdsScope } from '../../../../contract/doors/keys.ts'
import type { keyEndpoints } from '../../../../contract/doors/keys-endpoints.ts'
import { type ApiScope, apiScopes } from '../../../../contract/doors/scopes.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { makeApiKey } from '../../../platform/http/api-key-secret.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { accountGone, conflict, forbidden, notFound, unauthorized } from '../../../platform/http/errors.ts'
import { requireManager } from '../../accounts/ranks/require-owner.ts'
import { lockMember } from '../../accounts/restrictions/queries.ts'
import { deleteKey, deleteStaffKey, insertKey, listKeys, listStaffKeys } from './queries.ts'

const noKey = () => notFound(msg`There is no such API key`)

const tooManyKeys = () =>
  conflict(msg`You can have at most ${{ max: apiKeyLimits.perMember }} API keys: revoke one first`)

/** Errors by constraint name. */
export const keyConstraints = {
  api_keys_slot: tooManyKeys,
  api_keys_user_id_fkey: accountGone,
}

const isOfStaff = (scopes: readonly ApiScope[]) => scopes.length > 1

/** Keys of staff are in the audit log; what a member's key reads, everybody reads. */
async function auditKey(
  transaction: Executor,
  actor: Viewer,
  action: 'api_key.create' | 'api_key.revoke',
  { id, name, scopes }: { readonly id: number; readonly name: string; readonly scopes: readonly ApiScope[] },
): Promise<void> {
  if (!isOfStaff(scopes)) return
  const fields = { name, scopes: scopes.join(', ') }
  await recordAudit(transaction, {
    actor,
    action,
    subject: { type: 'api_key', id },
    before: action === 'api_key.create' ? null : fields,
    after: action === 'api_key.create' ? fields : null,
  })
}

export function keyHandlers({ database }: Pick<Context, 'database'>): Handlers<typeof keyEndpoints> {
  return {
    async current({ apiKey }) {
      if (apiKey === null) throw unauthorized(msg`Send an API key as Authorization: Bearer`)
      const { name, scopes, expiresAt, allowance } = apiKey
      return {
        name,
        scopes: [...scopes],
        expiresAt: expiresAt.toISOString(),
        limit: allowance
          ? {
              requests: allowance.limit,
              remaining: allowance.remaining,
              resetSeconds: allowance.resetSeconds,
            }
          : null,
      }
    },

    list: ({ member }) => listKeys(database.sql, member.id),

    async create({ member, body }) {
      const scopes = apiScopes.filter((scope) => scope === 'read' || body.scopes.includes(scope))
      const missing = scopes.find((scope) => !holdsScope(member, scope))
      if (missing !== undefined) throw forbidden(msg`Your rank cannot give a key the scope ${missing}`)
      const secret = makeApiKey()
      const key = await database.sql.transaction().execute(async (transaction) => {
        if ((await lockMember(transaction, member.id)) === undefined) throw accountGone()
        const made = await insertKey(transaction, member.id, { ...body, scopes, secret })
        if (made === undefined) throw tooManyKeys()
        await auditKey(transaction, member, 'api_key.create', made)
        return made
      })
      return { key, secret }
    },

    async remove({ member, params: { id } }) {
      await database.sql.transaction().execute(async (transaction) => {
        const removed = await deleteKey(transaction, member.id, id)
        if (removed === undefined) throw noKey()
        await auditKey(transaction, member, 'api_key.revoke', { id, ...removed })
      })
    },

    async ofStaff({ member }) {
      requireManager(member)
      return listStaffKeys(database.sql)
    },

    async removeOfStaff({ member, params: { id } }) {
      requireManager(member)
      await database.sql.transaction().execute(async (transaction) => {
        const removed = await deleteStaffKey(transaction, id)
        if (removed === undefined) throw noKey()
        await auditKey(transaction, member, 'api_key.revoke', { id, ...removed })
      })
    },
  }
}
