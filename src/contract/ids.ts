export const maxId = 2_147_483_647

/** Returns the id in a path as a number; null when it has a sign, space or leading zero. */
export function parseId(text: string | undefined): number | null {
  const id = text !== undefined && /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : null
  return id !== null && id <= maxId ? id : null
}
