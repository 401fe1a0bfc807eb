import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { canModerate, type ProfilePart } from '../../../contract/moderation/moderation.ts'
import { recordAudit } from '../../platform/audit.ts'
import { requireNoConflict } from '../../platform/conflicts.ts'
import type { Executor } from '../../platform/database/database.ts'
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts'
import {
  clearKeptName,
  clearKeptPicture,
  emptyKept,
} from '../accounts/personal-data/queries/pending-deletions.ts'
import { clearPicture } from '../accounts/users/avatar/queries.ts'
import { insertNotice } from '../notifications/queries/notices.ts'
import { lockPair } from './lock-pair.ts'
import { clearBio, clearName, lockAccount, nameSource } from './queries/clearing.ts'

interface Clearing {
  readonly member: Viewer
  readonly id: number
  readonly parts: readonly ProfilePart[]
  readonly reason: string
}

/**
 * Clears parts of a profile and tells the member why. A player without an account can have their face cleared too.
 * Returns the parts that held something.
 * @throws 403 for an equal or higher rank, 404, 409 when there is nothing to clear or the name comes from the game
 */
export async function clearProfile(
  transaction: Executor,
  { member, id, parts, reason }: Clearing,
): Promise<ProfilePart[]> {
  const actor = await lockPair(transaction, member, id)
  const target = await lockAccount(transaction, id)
  if (target === undefined) throw notFound(msg`There is no such member`)
  if (!canModerate(actor, target)) throw forbidden(msg`You can only do this for members below your own rank`)
  await requireNoConflict(transaction, member.id, { accounts: [id] })
  const clear: Record<ProfilePart, () => Promise<string | undefined>> = {
    async bio() {
      const had = await (target.isHidden ? emptyKept(transaction, id, 'bio') : clearBio(transaction, id))
      return had ? '' : undefined
    },
    async picture() {
      const had = await (target.isHidden ? clearKeptPicture : clearPicture)(transaction, id)
      return had ? '' : undefined
    },
    async name() {
      const source = await nameSource(transaction, id)
      if (source === 'game') throw conflict(msg`This name comes from the game and can only be changed there`)
      if (source === 'cleared') return undefined
      return (target.isHidden ? clearKeptName : clearName)(transaction, id)
    },
  }
  const cleared: ProfilePart[] = []
  for (const part of new Set(parts)) {
    const text = await clear[part]()
    if (text === undefined) continue
    cleared.push(part)
    await insertNotice(transaction, { userId: id, kind: `${part}_cleared`, text, reason })
  }
  if (cleared.length === 0) throw conflict(msg`There is nothing to clear`)
  await recordAudit(transaction, {
    actor: member,
    action: 'member.clear',
    subject: { type: 'member', id },
    before: null,
    after: { parts: cleared, reason },
  })
  return cleared
}
