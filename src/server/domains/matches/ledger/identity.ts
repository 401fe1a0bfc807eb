/** Who somebody is in the game. */
export interface IdentityRef {
  readonly kind: 'xuid' | 'pfid'
  readonly value: string
}

interface Carrier {
  readonly xuid?: string | undefined
  readonly pfid?: string | undefined
}

/** The one identity that an event's player carries; the contract has seen to it that there is exactly one. */
export const identityOf = ({ xuid, pfid }: Carrier): IdentityRef =>
  xuid === undefined ? { kind: 'pfid', value: pfid ?? '' } : { kind: 'xuid', value: xuid }

export const identityKey = ({ kind, value }: IdentityRef) => `${kind}:${value}`
