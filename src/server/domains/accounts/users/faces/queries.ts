import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'

interface SentHead {
  readonly identityId: number
  /** SHA-256 of the head as it was sent. */
  readonly headHash: Buffer
  readonly at: Date
}

export interface NewFace extends SentHead {
  readonly bytes: Buffer
  readonly hash: Buffer
}

/** Returns which identities already have this head. */
export async function findSameHeads(executor: Executor, heads: readonly SentHead[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT identity_id AS id FROM faces
    JOIN unnest(${heads.map((head) => head.identityId)}::int[], ${heads.map((head) => head.headHash)}::bytea[])
      AS sent (identity_id, head_hash) USING (identity_id, head_hash)
  `.execute(executor)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Stores a face, unless a newer one is there or the member is restricted. One that staff removed is stored without its
 * picture.
 */
export async function storeFace(executor: Executor, face: NewFace): Promise<void> {
  await sql`
    INSERT INTO faces AS old (identity_id, head_hash, sent_at, bytes, hash)
    SELECT id, ${face.headHash}, ${face.at}, ${face.bytes}, ${face.hash} FROM game_identities
    WHERE id = ${face.identityId}
      AND NOT EXISTS (SELECT FROM restriction_of(game_identities.user_id))
    ON CONFLICT (identity_id) DO UPDATE SET head_hash = excluded.head_hash, sent_at = excluded.sent_at,
      bytes = CASE WHEN excluded.hash <> ALL (old.removed) THEN excluded.bytes END,
      hash = CASE WHEN excluded.hash <> ALL (old.removed) THEN excluded.hash END
    WHERE old.sent_at <= excluded.sent_at
  `.execute(executor)
}

/** Removes the faces of an account's players for good; false when there are none. Another face may follow. */
export async function removeFaces(executor: Executor, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE faces SET removed = array_append(removed, hash), bytes = NULL, hash = NULL
    FROM game_identities WHERE game_identities.id = identity_id AND user_id = ${userId} AND hash IS NOT NULL
  `.execute(executor)
  return Number(numAffectedRows ?? 0) > 0
}

export async function findFace(
  executor: Executor,
  userId: number,
  hash: Buffer,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    SELECT bytes FROM faces JOIN game_identities ON game_identities.id = identity_id
    WHERE user_id = ${userId} AND hash = ${hash}
  `.execute(executor)
  return rows[0]?.bytes
}
