import { msg } from '@lingui/core/macro'
import { Timestamp } from '../../../contract/ids-schemas.ts'
import { invalid } from '../../platform/http/errors.ts'

const name = 'matches'

/** Where a list of all matches, or of one mode, goes on. */
export const cursorOf = (position: number, mode: string | undefined): string =>
  Buffer.from(`${name} ${mode ?? '*'} ${position}`).toString('base64url')

/**
 * The position in a cursor; undefined for a time.
 * @throws 400 for a cursor of another list, also of another mode
 */
export function positionIn(since: string, mode: string | undefined): number | undefined {
  if (Timestamp.safeParse(since).success) return undefined
  const [list, ofMode, position] = Buffer.from(since, 'base64url').toString('latin1').split(' ')
  const isOwn = list === name && ofMode === (mode ?? '*') && /^\d{1,15}$/.test(position ?? '')
  if (!isOwn || cursorOf(Number(position), mode) !== since)
    throw invalid({ since: msg`Must be a time, or the cursor of a page of this list` })
  return Number(position)
}
