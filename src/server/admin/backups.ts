import { join } from 'node:path'
import { msg } from '@lingui/core/macro'
import type { backupEndpoints } from '../../contract/admin/backups-endpoints.ts'
import type { BackupState } from '../../contract/admin/backups-schemas.ts'
import type { Context } from '../context.ts'
import { requireManager, requireOwner } from '../domains/accounts/ranks/require-owner.ts'
import { recordAudit } from '../platform/audit.ts'
import { backupsDirectory, listBackups } from '../platform/database/backup/directory.ts'
import {
  backupChannel,
  lockBackupPlan,
  readBackupPlan,
  requestBackup,
  storeBackupHour,
} from '../platform/database/backup/plan.ts'
import { requireBase } from '../platform/database/record-version.ts'
import type { Handlers } from '../platform/http/endpoints.ts'
import { conflict } from '../platform/http/errors.ts'

/** A path as a shell takes it. */
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)

const subject = { type: 'backup', id: null } as const

/** Backups as Owners order them. None is read over the web: a stolen session must not carry the database away. */
export function backupHandlers(
  context: Pick<Context, 'config' | 'database' | 'live'>,
): Handlers<typeof backupEndpoints> {
  const { config, database, live } = context
  const directory = backupsDirectory(config)

  async function state(): Promise<BackupState> {
    const [plan, found] = await Promise.all([readBackupPlan(database.sql), listBackups(directory)])
    return {
      ...plan,
      directory,
      backups: found.map(({ name, bytes, madeAt }) => ({
        name,
        bytes,
        madeAt: madeAt.toISOString(),
        restore: `npm run cli -- restore ${quoted(join(directory, name))}`,
      })),
    }
  }

  return {
    async list({ member }) {
      requireManager(member)
      return state()
    },

    async create({ member }) {
      requireOwner(member)
      await database.sql.transaction().execute(async (transaction) => {
        if (!(await requestBackup(transaction))) throw conflict(msg`A backup is being made already`)
        await recordAudit(transaction, {
          actor: member,
          action: 'backup.create',
          subject,
          before: null,
          after: null,
        })
        await live.publish(backupChannel, {}, transaction)
      })
      return state()
    },

    async plan({ member, body: { hour, base } }) {
      requireOwner(member)
      await database.sql.transaction().execute(async (transaction) => {
        const { hour: before } = await lockBackupPlan(transaction)
        if (before !== base) requireBase(before, base, await state())
        if (before === hour) return
        await storeBackupHour(transaction, hour)
        await recordAudit(transaction, {
          actor: member,
          action: 'backup.plan',
          subject,
          before: { hour: before },
          after: { hour },
        })
      })
      return state()
    },
  }
}
