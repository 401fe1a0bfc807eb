import { msg } from '@lingui/core/macro'
import { AppError } from './errors.ts'

/**
 * Rejects a change that is based on an older version. Without a version the last write wins.
 * @throws 409 with the current record
 */
export function requireVersion(held: { readonly version: number }, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === held.version) return
  throw new AppError('conflict', msg`Somebody else changed this in the meantime`, { current: held })
}
