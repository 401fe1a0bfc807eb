/**
 * Formats a CSV field. Spreadsheets evaluate text that begins with certain characters as a formula, so an apostrophe is
 * prepended to such user input.
 */
function csvField(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const plain = /^[\s]*[=+\-@\t\r\n|%＝＋－＠]/u.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}

/** A line of a CSV file (RFC 4180). */
export const csvLine = (values: readonly unknown[]) => `${values.map(csvField).join(',')}\r\n`
