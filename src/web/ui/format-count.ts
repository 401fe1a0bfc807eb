/** `1,234`; a dash for a figure that nobody told. One locale, so that server and browser agree. */
export const formatCount = (count: number | undefined) =>
  count === undefined ? '—' : count.toLocaleString('en-US')
