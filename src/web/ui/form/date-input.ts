const two = (number: number) => String(number).padStart(2, '0')

/** Formats a time for `<input type="datetime-local">`, in the local time zone. */
export function toLocalInput(iso: string): string {
  const date = new Date(iso)
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Returns the time in UTC, or invalid text unchanged, which the schema rejects. */
export function fromLocalInput(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

/** The visitor's time zone; only forms that open after hydration show it. */
export const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
