/** Keys whose texts are no words. They are those of the default language, whatever a translation says. */
export const wordlessKeys: ReadonlySet<PropertyKey> = new Set([
  'currency',
  'storeUrl',
  'look',
  'rank',
  'colour',
  'link',
  'to',
])

/** Where a text is in a setting or a file. Not by position in a list: there an owner may add, leave out and move. */
export const placeOf = (path: readonly PropertyKey[]) =>
  path.filter((step) => typeof step === 'string').join('.')

interface PlacedText {
  readonly path: readonly (string | number)[]
  readonly text: string
}

/** The texts of a value that may be words, with their place. */
export function textsIn(value: unknown, path: PlacedText['path'] = []): PlacedText[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((one, at) => textsIn(one, [...path, at]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    wordlessKeys.has(key) ? [] : textsIn(one, [...path, key]),
  )
}
