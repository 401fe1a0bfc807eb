import type { Ruling } from '../../../../contract/matches/rulings-schemas.ts'

const number = (value: number) => value.toLocaleString('en-US')

/** What a ruling changed for a player. `points`: the sum that its matches gave in overall. */
export function noticeText(
  action: Ruling['action'],
  { matches, points }: { readonly matches: number; readonly points: number },
): string {
  const subject = matches === 1 ? '1 match' : `${number(matches)} matches`
  const verb =
    action === 'exclude'
      ? `no longer ${matches === 1 ? 'counts' : 'count'}`
      : `${matches === 1 ? 'counts' : 'count'} again`
  const change = action === 'exclude' ? -points : points
  const sign = change < 0 ? '−' : '+'
  return `${subject} ${verb}. ${change === 0 ? 'Your points stay the same.' : `Your points: ${sign}${number(Math.abs(change))}.`}`
}
