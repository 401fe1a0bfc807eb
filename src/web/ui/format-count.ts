/** One locale, so that server and browser agree. Made once: toLocaleString takes several times as long. */
const inEnglish = new Intl.NumberFormat('en-US')

/** `1,234`; a dash for an unknown figure. */
export const formatCount = (count: number | undefined) =>
  count === undefined ? '—' : inEnglish.format(count)

/** `+25`, `−10`, `0`: what a match gave or took. */
export const formatChange = (points: number) =>
  points < 0 ? `−${formatCount(-points)}` : points > 0 ? `+${formatCount(points)}` : '0'

/** `1 win`, `2 wins`. */
export const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`
