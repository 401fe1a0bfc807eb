import { msg } from '@lingui/core/macro'
import type { Batch, Claim, GameEvent } from './event-type.ts'
import { type IdentityRef, identityKey, type Sighting } from './identity.ts'
import { type AskedClaim, findHeard, unlistedMs } from './queries/speaking.ts'

const notHere = 'is neither on this game server nor linked by it'

interface Asked {
  readonly event: GameEvent
  readonly claim: Claim
}

/**
 * What a key says about a person counts only where its game server linked that person, or had them on it at the time
 * (docs/integration/http.md, Whom a key speaks for). Rejects the open events of which it does not count, and returns
 * those that are stored without what does not count.
 */
export async function refuseUnheard(
  batch: Pick<Batch, 'transaction' | 'serverId' | 'types' | 'verdicts' | 'identities'>,
): Promise<readonly GameEvent[]> {
  const { transaction, serverId, identities, verdicts } = batch
  const asked: Asked[] = []
  const seen: (Sighting & { readonly event: GameEvent })[] = []
  for (const type of batch.types)
    for (const event of verdicts.openOf(type)) {
      if (type.sees) seen.push(...type.sees(event).map((sighting) => ({ ...sighting, event })))
      if (typeof type.speaksOf === 'string') continue
      for (const claim of await type.speaksOf(event, batch)) asked.push({ event, claim })
    }
  if (asked.length === 0) return []
  const heard = await findHeard(
    transaction,
    serverId,
    asked.map(({ claim }, n) => askedOf(claim, n, identities)),
  )
  const unheard: GameEvent[] = []
  for (const [n, { event, claim }] of asked.entries()) {
    const { isHeard, isStaff } = heard[n]!
    const identity = identities.get(identityKey(claim.of))
    const isStranger = identity === undefined || (event.type.startsAnew === true && identity.isAnonymized)
    const isIntroduced = claim.introduces === true && isStranger
    if (isStaff && claim.refusesStaff !== undefined)
      verdicts.reject(event, claim.refusesStaff, {
        to: claim.of,
        text: msg`The website says: staff do this on the website only`,
      })
    else if (isHeard || isIntroduced || seen.some((one) => one.event !== event && isSameTime(one, claim)))
      continue
    else if (claim.dropsOnly) unheard.push(event)
    else
      verdicts.reject(event, `${claim.path} ${notHere}`, {
        to: claim.of,
        text: msg`The website says: this player is not on this game server`,
      })
  }
  return unheard
}

function askedOf({ of, at }: Claim, n: number, identities: Batch['identities']): AskedClaim {
  const identity = identities.get(identityKey(of))
  return { n, kind: of.kind, value: of.value, at, identityId: identity?.id ?? null }
}

/** In one batch: what it says of who was there, about what it says of them. */
const isSameTime = (seen: Sighting, { of, at }: Claim) =>
  isSame(seen, of) && at.getTime() - seen.at.getTime() < unlistedMs

const isSame = (one: IdentityRef, other: IdentityRef) => one.kind === other.kind && one.value === other.value
