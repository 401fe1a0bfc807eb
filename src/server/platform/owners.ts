import { msg } from '@lingui/core/macro'
import { isManager, isOwner, type Viewer } from '../../contract/accounts/ranks.ts'
import type { Context } from '../context.ts'
import type { RequestScope } from './endpoints.ts'
import { forbidden } from './errors.ts'

/** For what Owners change and Managers read. @throws {AppError} 403 */
export function requireManager(viewer: Viewer): void {
  if (!isManager(viewer)) throw forbidden(msg`Only Managers and Owners see this`)
}

/** Guards what only Owners change. @throws {AppError} 403, also `confirm_password` */
export async function requireOwner(
  { database, sessions }: Pick<Context, 'database' | 'sessions'>,
  { member, sessionToken }: Pick<RequestScope, 'member' | 'sessionToken'>,
): Promise<void> {
  if (!isOwner(member)) throw forbidden(msg`Only Owners change this`)
  await sessions.requireConfirmed(database.sql, sessionToken)
}
