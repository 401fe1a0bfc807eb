import type { Config } from '../../../config.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { hashOneTimeToken, makeLinkToken } from '../../../platform/one-time-tokens.ts'
import { storeSetupLink } from './queries.ts'

export const setupLinkHours = 24

/**
 * Makes the link with which the first Owner is made, and ends the one before. What follows its # reaches no server's log.
 * Undefined once there was an Owner.
 */
export async function makeSetupLink(
  executor: Executor,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<string | undefined> {
  const token = makeLinkToken()
  return (await storeSetupLink(executor, hashOneTimeToken(token), setupLinkHours))
    ? `${publicUrl}/setup#${token}`
    : undefined
}
