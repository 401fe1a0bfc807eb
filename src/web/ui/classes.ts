/** Joins class lists, leaving out what does not apply. */
export const classes = (...lists: readonly (string | false | null | undefined)[]) =>
  lists.filter(Boolean).join(' ')
