/** `$4.99` from 499 of the currency's smallest unit; a currency without one (JPY) counts whole. */
export function formatPrice(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(minor / 10 ** digits)
}
