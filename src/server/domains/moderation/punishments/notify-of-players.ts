import type { Context } from '../../../context.ts'
import { notifyStaff } from '../../../platform/staff-feed.ts'
import { type IdentityRef, identityKey } from '../../matches/ledger/identity.ts'
import { findIdentities } from '../../matches/ledger/queries/identities.ts'

/** Has staff read again what a game server changed about these players. */
export async function notifyOfPlayers(context: Context, players: readonly IdentityRef[]): Promise<void> {
  const identities = await findIdentities(context.database.sql, players)
  await notifyStaff(
    context,
    'moderation',
    players.map((player) => [identities.get(identityKey(player))?.userId ?? null]),
  )
}
