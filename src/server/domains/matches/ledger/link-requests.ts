import { createHmac } from 'node:crypto'
import { linkCodeAlphabet, linkCodeLimits } from '../../../../contract/matches/link.ts'
import type { Executor } from '../../../platform/database.ts'
import { readIdentityHashKey } from './queries/anonymization.ts'
import { endEarlierCodes, storeCodes } from './queries/codes.ts'

/**
 * Returns the link code that a `link.request` is answered with: 40 bits of an HMAC of the site's key over the event's
 * id, so that the same event sent again gets the same code.
 */
export async function requestedCode(executor: Executor, eventId: string): Promise<string> {
  const mac = createHmac('sha256', await readIdentityHashKey(executor))
    .update(`link.request ${eventId}`)
    .digest()
  const bits = mac.readUIntBE(0, 5)
  return Array.from(
    { length: linkCodeLimits.length },
    (_, at) => linkCodeAlphabet[Math.floor(bits / 32 ** at) % 32],
  ).join('')
}

/** Stores the codes of requests, valid from now on. A player's newer code ends the earlier ones. */
export async function storeRequestedCodes(
  transaction: Executor,
  requests: readonly { readonly eventId: string; readonly identityId: number }[],
): Promise<void> {
  for (const { eventId, identityId } of requests) {
    await endEarlierCodes(transaction, identityId)
    const code = await requestedCode(transaction, eventId)
    await storeCodes(transaction, [{ code, identityId }])
  }
}
