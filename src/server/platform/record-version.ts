import { AppError } from './errors.ts'

/**
 * Refuses a change that was made of an older version than the one that is held. Whoever names none means whatever there
 * is: the last write wins (docs/spec/rulings.md, Wire contract).
 * @throws 409 with the record as it is
 */
export function requireVersion(held: { readonly version: number }, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === held.version) return
  throw new AppError('conflict', 'Somebody else changed this in the meantime', { current: held })
}
