import { randomBytes } from 'node:crypto'
import { hashPassword } from '../domains/accounts/users/passwords.ts'
import type { Database } from '../platform/database/database.ts'
import { ConcurrencyLimiter } from '../platform/http/concurrency-limiter.ts'
import { setSampleOwner } from './queries.ts'

/** Creates the sample Owner, or resets the password of an earlier run. It is printed to the terminal only. */
export async function createStaffLogin(database: Database) {
  const username = 'Sample Owner'
  const password = randomBytes(9).toString('base64url')
  const passwordHash = await hashPassword({ hashLimiter: new ConcurrencyLimiter(1, 0) }, password)
  await setSampleOwner(database, username, passwordHash)
  return { username, password }
}
