const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `Nov 12`. Days of the history are days of UTC wherever they are read. */
export const shortDay = (date: string) => short.format(new Date(date))

/** `Nov 12, 2026`. */
export const longDay = (date: string) => long.format(new Date(date))
