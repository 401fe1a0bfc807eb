import { createHash } from 'node:crypto'
import type { Executor } from '../../../../platform/database/database.ts'
import { facePng } from './face-png.ts'
import { findSameHeads, storeFace } from './queries.ts'

interface Head {
  readonly identityId: number
  /** A PNG as base64. */
  readonly head: string
  /** When the game server saw it. */
  readonly at: Date
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** Stores the newest head of each player as a face, if it is another than before and a picture of a face's size. */
export async function storeHeads(transaction: Executor, heads: readonly Head[]): Promise<void> {
  if (heads.length === 0) return
  const inOrder = heads.toSorted((one, other) => one.identityId - other.identityId || +one.at - +other.at)
  const newest = new Map(inOrder.map((one) => [one.identityId, { ...one, headHash: sha256(one.head) }]))
  const unchanged = await findSameHeads(transaction, [...newest.values()])
  for (const { identityId, head, headHash, at } of newest.values()) {
    const bytes = unchanged.has(identityId) ? undefined : facePng(Buffer.from(head, 'base64'))
    if (bytes !== undefined)
      await storeFace(transaction, { identityId, headHash, at, bytes, hash: sha256(bytes) })
  }
}
