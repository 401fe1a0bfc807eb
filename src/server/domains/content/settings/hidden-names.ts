import { ownValue } from '../../../../contract/own-value.ts'
import { hasNoHidden } from '../../../../contract/text.ts'

/**
 * The path of the first name that holds invisible characters; undefined when none does. Asked before a save: values saved
 * by earlier releases stay in use.
 * @param paths of the names; `*` is every entry of a list
 */
export function findHiddenName(value: unknown, paths: readonly string[]): string | undefined {
  for (const path of paths)
    for (const [found, text] of valuesAt(value, path.split('.')))
      if (typeof text === 'string' && !hasNoHidden(text)) return found.join('.')
  return undefined
}

type Found = readonly [path: readonly string[], value: unknown]

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): Found[] {
  if (step === undefined) return [[[], value]]
  if (step === '*' && !Array.isArray(value)) return []
  const keys = step === '*' ? Object.keys(value as unknown[]) : [step]
  return keys.flatMap((key) =>
    valuesAt(ownValue(value as Record<string, unknown>, key), rest).map(
      ([path, one]): Found => [[key, ...path], one],
    ),
  )
}
