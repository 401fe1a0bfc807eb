import { msg } from '@lingui/core/macro'
import { AppError } from '../http/errors.ts'

/**
 * Rejects a change that is based on an older version. Without a version the last write wins.
 * @throws 409 with the current record
 */
export function requireVersion(held: { readonly version: number }, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === held.version) return
  throw changedMeanwhile(held)
}

/**
 * Rejects a change of a single value that is based on another one than is stored: the value is its own version. Without
 * `base` the last write wins.
 * @throws 409 with the current record
 */
export function requireBase(held: unknown, base: unknown, current: object): void {
  if (base === undefined || JSON.stringify(base) === JSON.stringify(held)) return
  throw changedMeanwhile(current)
}

const changedMeanwhile = (current: object) =>
  new AppError('conflict', msg`Somebody else changed this in the meantime`, { current })
