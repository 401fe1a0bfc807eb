import { newPushKeys, type PushKeys } from '../../../gateways/push.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findPushKeys, insertPushKeys } from '../queries/push.ts'

/** Returns the site's keys; the first call of all makes them. */
export async function pushKeys({ sql }: Pick<Database, 'sql'>): Promise<PushKeys> {
  const found = await findPushKeys(sql)
  if (found !== undefined) return found
  await insertPushKeys(sql, await newPushKeys())
  const stored = await findPushKeys(sql)
  if (stored === undefined)
    throw new Error('the keys for push notifications are missing after they were made')
  return stored
}
