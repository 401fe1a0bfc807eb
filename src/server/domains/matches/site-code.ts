import { createHmac } from 'node:crypto'
import { linkCodeAlphabet, linkCodeLimits } from '../../../contract/matches/link.ts'
import type { Executor } from '../../platform/database/database.ts'
import { readIdentityHashKey } from './ledger/queries/anonymization.ts'

/**
 * Returns eight characters: 40 bits of an HMAC of the site's key over a subject such as `link.request <id>`, so that
 * the same subject always has the same code.
 */
export async function siteCode(executor: Executor, subject: string): Promise<string> {
  const mac = createHmac('sha256', await readIdentityHashKey(executor))
    .update(subject)
    .digest()
  const bits = mac.readUIntBE(0, 5)
  return Array.from(
    { length: linkCodeLimits.length },
    (_, at) => linkCodeAlphabet[Math.floor(bits / 32 ** at) % 32],
  ).join('')
}
