/** Formatters, each made once, because toLocaleString takes several times as long. */
const formats = new Map<string, Intl.NumberFormat>()

export function formatIn(locale: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = [locale, options?.style, options?.currency, options?.minimumFractionDigits].join()
  const known = formats.get(name)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(locale, options)
  formats.set(name, format)
  return format
}

/** `1,234`; a dash for an unknown figure. `locale` is that of `useLocale`, as in all of these. */
export const formatCount = (count: number | undefined, locale = 'en-US') =>
  count === undefined ? '—' : formatIn(locale).format(count)

/** `+25`, `−10`, `0`: what a match gave or took. */
export const formatChange = (points: number, locale = 'en-US') =>
  points < 0 ? `−${formatCount(-points, locale)}` : points > 0 ? `+${formatCount(points, locale)}` : '0'

/** `62%` and `99.5%` of 62 and 99.5; with one decimal at least, `62.0%`. */
export const formatPercent = (percent: number, locale = 'en-US', atLeast: 0 | 1 = 0) =>
  formatIn(locale, {
    style: 'percent',
    minimumFractionDigits: atLeast,
    maximumFractionDigits: 1,
  }).format(percent / 100)

/** `1.50` of a ratio with two decimals. */
export const formatRatio = (ratio: string, locale = 'en-US') =>
  locale === 'en-US' ? ratio : formatIn(locale, { minimumFractionDigits: 2 }).format(Number(ratio))

/** `62.5%` of a share in percent with one decimal, `0%` of none. */
export const formatShare = (percent: string, locale = 'en-US') =>
  locale === 'en-US' ? `${percent}%` : formatPercent(Number(percent), locale, percent === '0' ? 0 : 1)
