import { isDeepStrictEqual } from 'node:util'

/** Returns the fields that differ, before and after, for the audit log. */
export function changedFields<T extends object>(before: T, after: T) {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  const pick = (of: T) => Object.fromEntries(names.map((name) => [name, of[name]])) as Partial<T>
  return { before: pick(before), after: pick(after), any: names.length > 0 }
}
