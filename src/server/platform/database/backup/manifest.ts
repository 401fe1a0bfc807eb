import * as z from 'zod/mini'
import { BackupError } from './backup-error.ts'
import type { Frame } from './frames.ts'

const Name = z.string().check(z.minLength(1), z.maxLength(63))
const Count = z.int().check(z.nonnegative())

/** Metadata that a restore needs before the first row. */
export const Header = z.object({
  /** Time of the snapshot. */
  takenAt: z.iso.datetime(),
  /** Newest migration of the saved database. */
  migration: z.int().check(z.positive()),
  /** Version of the server; informational. */
  postgres: z.string(),
})
export type Header = z.infer<typeof Header>

/** Start of a table. */
export const TableStart = z.object({ name: Name, columns: z.array(Name).check(z.minLength(1)) })

/** Row count of a table, and the SHA-256 of its text. */
export const TableSum = z.object({
  name: Name,
  rows: Count,
  bytes: Count,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type TableSum = z.infer<typeof TableSum>

export const Manifest = z.object({
  format: z.int(),
  header: Header,
  tables: z.array(TableSum),
  counters: z.array(z.object({ table: Name, column: Name, next: z.string().check(z.regex(/^\d{1,19}$/)) })),
})
export type Manifest = z.infer<typeof Manifest>

/** Parses a frame of the expected kind. @throws {BackupError} */
export function parseFrame<T>(frame: Frame | undefined, kind: Frame['kind'], schema: z.ZodMiniType<T>): T {
  if (frame?.kind !== kind) throw new BackupError(`The backup has no ${kind} where one belongs`)
  let value: unknown
  try {
    value = JSON.parse(frame.content.toString())
  } catch (cause) {
    throw new BackupError(`The ${kind} of the backup cannot be read`, { cause })
  }
  const result = schema.safeParse(value)
  if (!result.success) throw new BackupError(`The ${kind} of the backup is not complete`)
  return result.data
}
