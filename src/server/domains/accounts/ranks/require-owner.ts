import { msg } from '@lingui/core/macro'
import { holds, isOwner, type Viewer } from '../../../../contract/accounts/ranks.ts'
import { forbidden } from '../../../platform/http/errors.ts'

/** For what Owners change and Managers read. @throws {AppError} 403 */
export function requireManager(viewer: Viewer): void {
  if (!holds(viewer, 'manager', 'settings')) throw forbidden(msg`Only Managers and Owners see this`)
}

/** For what only Owners change. @throws {AppError} 403 */
export function requireOwner(viewer: Viewer): void {
  if (!isOwner(viewer)) throw forbidden(msg`Only Owners change this`)
}
