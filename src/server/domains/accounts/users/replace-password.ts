import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { invalidateEmailToken } from '../email/queries.ts'
import { invalidateRecoveries } from '../recovery/queries.ts'
import type { StoredPassword } from './new-password.ts'
import { storePassword } from './queries.ts'

/** Stores a password. Every session ends, and codes and links that were issued under the old one become invalid. */
export async function replacePassword(
  { sessions }: Pick<Context, 'sessions'>,
  transaction: Executor,
  userId: number,
  password: StoredPassword,
): Promise<void> {
  await storePassword(transaction, userId, password)
  await invalidateRecoveries(transaction, userId)
  await invalidateEmailToken(transaction, userId)
  await sessions.endAll(transaction, userId)
}
