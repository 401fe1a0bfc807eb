import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'

const hourError = sentence(msg`Hour must be a whole number from 0 to 23, or null`)

const Hour = z.nullable(
  z.int({ error: hourError }).check(z.minimum(0, { error: hourError }), z.maximum(23, { error: hourError })),
)

export const BackupState = z.object({
  /** The newest first. Nothing of them is read over the web. */
  backups: z.array(
    z.object({
      name: z.string(),
      bytes: z.int(),
      madeAt: Timestamp,
      /** The command that restores it into an empty database. */
      restore: z.string(),
    }),
  ),
  /** Where they are, on the machine of the process that responds. */
  directory: z.string(),
  /** Hour of the day in UTC at which one is made; null: none. */
  hour: z.nullable(z.int()),
  isRunning: z.boolean(),
  /** The newest one failed. */
  failure: z.nullable(z.object({ at: Timestamp, reason: z.string() })),
})

export type BackupState = z.infer<typeof BackupState>

export const backupSchemas = {
  list: { response: BackupState },
  create: { response: BackupState },
  plan: {
    body: z.strictObject({
      hour: Hour,
      /** The hour that the change replaces; absent: whatever it is by now. */
      base: z.optional(Hour),
    }),
    response: BackupState,
  },
}
