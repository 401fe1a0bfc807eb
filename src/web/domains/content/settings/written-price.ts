/** Decimals of a currency: none for JPY. */
const digitsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** `4.99` in English and `4,99` in German, from 499: as people write a price into a field. */
export function writtenPrice(minor: number, currency: string, locale: string): string {
  const digits = digitsOf(currency)
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }
  return (minor / 10 ** digits).toLocaleString(locale, format)
}

/**
 * 499 from `4.99` or `4,99`; undefined for what is no price, such as `1.000` where a point makes a thousand of three
 * digits.
 */
export function readPrice(text: string, currency: string, locale: string): number | undefined {
  const digits = digitsOf(currency)
  const [, whole, sign, part = ''] = /^(\d{1,9})(?:([.,])(\d+))?$/.exec(text.trim()) ?? []
  const isThousand = part.length === 3 && (10_000).toLocaleString(locale)[2] === sign
  if (whole === undefined || part.length > digits || isThousand) return undefined
  return Number(whole + part.padEnd(digits, '0'))
}
