import type { Executor } from '../../../platform/database/database.ts'
import { judgeGamertags, withoutReserved } from '../../accounts/users/reserved-names.ts'
import type { Batch, GameEvent } from './event-type.ts'
import {
  type Identities,
  type IdentityRef,
  identityKey,
  isNamed,
  requireIdentity,
  type Seen,
} from './identity.ts'
import { findAnonymizedIdentities, findHiddenIdentities, inheritOwners } from './queries/anonymization.ts'
import { ensureIdentities, findIdentities, storeFormerNames, storeGamertags } from './queries/identities.ts'
import { lockUsers } from './queries/locks.ts'
import type { Changes } from './totals.ts'

type SeenByEvent = ReadonlyMap<GameEvent, readonly Seen[]>

/** The players in each event, with their gamertags. */
export const seenIn = (events: readonly GameEvent[]): SeenByEvent =>
  new Map(events.map((event) => [event, event.type.players?.(event) ?? []]))

/**
 * Known identities of the events, anonymized ones included. A link code never belongs to one of an account that is gone:
 * it creates a new player without the earlier matches. One that can be restored starts anew when its code is used.
 */
export async function findKnown(
  transaction: Executor,
  events: readonly GameEvent[],
  seen: SeenByEvent,
): Promise<Identities> {
  const refs = new Map<string, IdentityRef>()
  for (const event of events)
    for (const { kind, value } of [
      ...(seen.get(event) ?? []),
      ...(event.type.knownPlayers?.(event.data) ?? []),
    ])
      refs.set(identityKey({ kind, value }), { kind, value })
  const known = await findIdentities(transaction, [...refs.values()])
  const isUnknown = (ref: IdentityRef) => !known.has(identityKey(ref))
  const anew = events
    .flatMap((event) => (event.type.startsAnew ? (seen.get(event) ?? []) : []))
    .filter(isUnknown)
  for (const ref of anew) refs.delete(identityKey(ref))
  const anonymized = await findAnonymizedIdentities(transaction, [...refs.values()].filter(isUnknown))
  return new Map([...known, ...anonymized, ...(await findHiddenIdentities(transaction, anew))])
}

/** Makes the players who are not known. Returns all of them, by identityKey. */
export async function makePlayers(
  transaction: Executor,
  known: Identities,
  seen: readonly Seen[],
): Promise<Identities> {
  const identities = await ensureIdentities(transaction, known, seen)
  const made = [...identities].filter(([key]) => !known.has(key)).map(([, identity]) => identity)
  await inheritOwners(transaction, made)
  return identities
}

/** Locks the accounts of the batch, then stores their newest gamertags. */
export async function lockAndNamePlayers(
  { transaction, config, identities }: Batch,
  seen: readonly Seen[],
  { voided }: Changes,
): Promise<void> {
  const players = seen.map((one) => ({ ...requireIdentity(identities, one), seen: one }))
  await lockUsers(
    transaction,
    [...players, ...voided].map(({ userId }) => userId),
  )
  const present = players.filter(({ isAnonymized }) => !isAnonymized)
  const outdated = await storeGamertags(
    transaction,
    present
      .filter((player) => isNamed(player.seen))
      .map(({ userId, seen: { gamertag, at } }) => ({ userId, gamertag, at })),
  )
  await judgeGamertags(
    transaction,
    config,
    present.map(({ userId }) => userId),
  )
  if (outdated.length > 0)
    await storeFormerNames(transaction, await withoutReserved(transaction, config, outdated))
}
