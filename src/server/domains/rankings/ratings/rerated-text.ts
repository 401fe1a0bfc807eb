import { type Ladder, reratedWords } from '../../../../contract/rankings/ratings.ts'
import type { Cause } from './queries/rerated.ts'
import type { Rerated } from './reratings.ts'

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `Boxing re-rated: a match of 3 May 2026 was voided, −4.` */
export function reratedText(
  { modeName, kind, endedAt }: Cause,
  ladder: Ladder,
  { was, is }: Rerated,
): string {
  const change = Math.round(is / 100) - Math.round(was / 100)
  const list = ladder === 'team' ? `${modeName} in teams` : modeName
  return `${list} re-rated: a match of ${day.format(endedAt)} ${reratedWords[kind]}, ${change < 0 ? '−' : '+'}${Math.abs(change)}.`
}
