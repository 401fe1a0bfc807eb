import type { Executor } from '../../../platform/database.ts'
import { siteCode } from '../site-code.ts'
import { endEarlierCodes, storeCodes } from './queries/codes.ts'

/** Returns the link code that a `link.request` is answered with; the same when the event is sent again. */
export const requestedCode = (executor: Executor, eventId: string): Promise<string> =>
  siteCode(executor, `link.request ${eventId}`)

/** Stores the codes of requests, valid from now on. A player's newer code ends the earlier ones. */
export async function storeRequestedCodes(
  transaction: Executor,
  serverId: number,
  requests: readonly { readonly eventId: string; readonly identityId: number }[],
): Promise<void> {
  for (const { eventId, identityId } of requests) {
    await endEarlierCodes(transaction, identityId)
    const code = await requestedCode(transaction, eventId)
    await storeCodes(transaction, [{ code, identityId, serverId }])
  }
}
