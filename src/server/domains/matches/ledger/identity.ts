import { shownGamertag } from '../../../../contract/text.ts'

/** Identifies a player in the game. */
export interface IdentityRef {
  readonly kind: 'xuid' | 'pfid'
  readonly value: string
}

interface Carrier {
  readonly xuid?: string | undefined
  readonly pfid?: string | undefined
}

/** Returns the identity of an event's player; the schema guarantees exactly one. */
export const identityOf = ({ xuid, pfid }: Carrier): IdentityRef =>
  xuid === undefined ? { kind: 'pfid', value: pfid ?? '' } : { kind: 'xuid', value: xuid }

export const identityKey = ({ kind, value }: IdentityRef) => `${kind}:${value}`

/** What is known of the language of a player. */
export interface Reader {
  /** That of the account; null where none was chosen. */
  readonly account: string | null
  /** As the game said it. */
  readonly client: string | null
}

/** A stored identity. */
export interface Identity extends IdentityRef {
  readonly id: number
  readonly userId: number
  /** The account was deleted: matches remain without the name, and count for no stats of it. */
  readonly isAnonymized: boolean
}

/** By identityKey. */
export type Identities = ReadonlyMap<string, Identity>

/** The identity of a player whom the batch made or knew before. */
export function requireIdentity(identities: Identities, ref: IdentityRef): Identity {
  const identity = identities.get(identityKey(ref))
  if (identity === undefined) throw new Error(`the identity ${identityKey(ref)} was not made`)
  return identity
}

/** Somebody who was on the game server at a time. */
export interface Sighting extends IdentityRef {
  readonly at: Date
}

/** An identity with the gamertag that it had at a time. */
export interface Seen extends IdentityRef {
  /** Null for one that nobody can see. */
  readonly gamertag: string | null
  readonly at: Date
}

/** Returns an event's player. One without a gamertag gets a placeholder of 1970, which any gamertag replaces. */
export const seenAt = (
  { gamertag, ...player }: Carrier & { readonly gamertag?: string | null | undefined },
  at: Date,
): Seen => ({
  ...identityOf(player),
  gamertag: gamertag ? shownGamertag(gamertag) : 'Unknown player',
  at: gamertag ? at : new Date(0),
})

/** Whether it is a gamertag of the game, not the placeholder. */
export const isNamed = ({ at }: Seen) => at.getTime() > 0
