const two = (number: number) => String(number).padStart(2, '0')

/** A moment as `<input type="datetime-local">` holds it: in this machine's zone, to the minute. */
export function toLocalInput(iso: string): string {
  const date = new Date(iso)
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The moment in UTC; text that is no date stays what it is, for the schema to complain of. */
export function fromLocalInput(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}
