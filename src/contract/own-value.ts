/**
 * The value of a record's own key. Every object inherits `constructor`, `toString` and `__proto__`, so what people wrote
 * names a property by this, or is looked up in a Map. `npm test` finds the rest (scripts/record-keys.mjs).
 */
export const ownValue = <T>(
  record: Readonly<Record<string, T>> | null | undefined,
  key: PropertyKey,
): T | undefined => (record != null && Object.hasOwn(record, key) ? record[key as string] : undefined)
