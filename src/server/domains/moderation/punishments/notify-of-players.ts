import { msg } from '@lingui/core/macro'
import { punishmentKindLabels } from '../../../../contract/labels.ts'
import type { Message } from '../../../../contract/languages.ts'
import type { PunishmentKind } from '../../../../contract/moderation/punishments.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { notifyStaff } from '../../../platform/live/staff-feed.ts'
import { type IdentityRef, identityKey } from '../../matches/ledger/identity.ts'
import { findIdentities } from '../../matches/ledger/queries/identities.ts'
import { insertNotice } from '../../notifications/queries/notices.ts'
import { findPunishable } from './queries.ts'

/** Has staff read again what a game server changed about these players. */
export async function notifyOfPlayers(context: Context, players: readonly IdentityRef[]): Promise<void> {
  const identities = await findIdentities(context.database.sql, players)
  await notifyStaff(
    context,
    'moderation',
    players.map((player) => [identities.get(identityKey(player))?.userId ?? null]),
  )
}

interface OfPlayer {
  readonly userId: number
  readonly kind: PunishmentKind
  readonly reason: string
}

/** Notifies a member that they were punished; nothing for a player without an account there. */
export async function notifyPunished(
  transaction: Executor,
  { userId, kind, reason, until }: OfPlayer & { readonly until: Date | null },
): Promise<void> {
  if (!(await findPunishable(transaction, userId))?.isMember) return
  await insertNotice(transaction, {
    userId,
    kind: 'punished',
    text: punishmentKindLabels[kind],
    reason,
    until,
  })
}

/** What was lifted, and why it was given. */
const liftedTexts: Readonly<Record<PunishmentKind, (reason: string) => Message>> = {
  ban: (reason) => msg`Ban: ${reason}`,
  mute: (reason) => msg`Mute: ${reason}`,
  kick: (reason) => msg`Kick: ${reason}`,
  warn: (reason) => msg`Warning: ${reason}`,
}

/** Notifies a member that a punishment was lifted, and why. */
export async function notifyLifted(
  transaction: Executor,
  { userId, kind, reason }: OfPlayer,
  liftReason: string | null,
): Promise<void> {
  if (!(await findPunishable(transaction, userId))?.isMember) return
  await insertNotice(transaction, {
    userId,
    kind: 'punishment_lifted',
    text: liftedTexts[kind](reason),
    reason: liftReason,
  })
}
