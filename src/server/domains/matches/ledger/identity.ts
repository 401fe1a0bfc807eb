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
