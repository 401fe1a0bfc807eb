import { formatIn } from '../../../ui/format-count.ts'

/** `$4.99` in English, from 499 of the currency's smallest unit; a currency without one (JPY) counts whole. */
export function formatPrice(minor: number, currency: string, locale: string): string {
  const format = formatIn(locale, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(minor / 10 ** digits)
}
