import { sql } from 'kysely'
import type { LookPictureKind } from '../../../../contract/content/look-pictures.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { EncodedLookPicture } from '../../../platform/media/image.ts'

export interface LookPicture {
  readonly kind: LookPictureKind
  readonly bytes: Buffer
}

/** Stores it for a day; longer once a revision names it. */
export const insertLookPicture = (
  executor: Executor,
  kind: LookPictureKind,
  { hash, bytes }: EncodedLookPicture,
) =>
  sql`
    INSERT INTO look_pictures (hash, kind, bytes) VALUES (${hash}, ${kind}, ${bytes})
    ON CONFLICT (hash) DO UPDATE SET used_at = now()
  `.execute(executor)

export async function findLookPicture(executor: Executor, hash: string): Promise<LookPicture | undefined> {
  const row = await executor
    .selectFrom('look_pictures')
    .select(['kind', 'bytes'])
    .where('hash', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst()
  return row && { ...row, kind: row.kind as LookPictureKind }
}

/** Whether there is such a picture, which then stays for another day, whatever a sweep that runs now has seen. */
export async function holdLookPicture(
  executor: Executor,
  kind: LookPictureKind,
  hash: string,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE look_pictures SET used_at = now() WHERE hash = ${Buffer.from(hash, 'hex')} AND kind = ${kind} RETURNING 1
  `.execute(executor)
  return rows.length > 0
}

/** Deletes pictures that no revision names, a day after they were last used. */
export const sweepLookPictures = (executor: Executor) =>
  sql`
    DELETE FROM look_pictures WHERE used_at < now() - interval '1 day' AND NOT EXISTS (
      SELECT FROM settings_revisions WHERE scope = 'look'
      AND encode(hash, 'hex') IN (value ->> 'logo', value -> 'hero' ->> 'picture')
    )
  `.execute(executor)
