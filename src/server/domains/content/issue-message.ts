import type * as z from 'zod/mini'
import { ownValue } from '../../../contract/own-value.ts'

type Schema = z.core.$ZodType
type Issue = z.core.$ZodRawIssue

/** Names of value types in content files. */
const kinds: Readonly<Record<string, string>> = {
  object: 'a group of keys, each on its own line with a colon',
  record: 'a group of keys, each on its own line with a colon',
  array: 'a list, each entry on its own line with a dash',
  string: 'text (put it in quotes if it looks like a number)',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

/** Message for issues without one from the schema, in place of zod's own. */
export function defaultMessage(issue: Issue): string {
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small') return `must not be less than ${issue.minimum}`
  if (issue.code === 'too_big') return `must not be more than ${issue.maximum}`
  return 'is not valid here'
}

/** Levenshtein distance of two words. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min(
          (row[column] ?? 0) + (letter === other ? 0 : 1),
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      )
    row = next
  }
  return row[to.length] ?? to.length
}

const maxDistance = 3

/** Returns the known word that was probably meant. */
function nearest(word: string, known: readonly string[]): string | undefined {
  // Comparing takes the product of both lengths, and no key is longer.
  if (word.length > 64) return undefined
  const [best] = known
    .map((one) => ({ one, far: distance(word.toLowerCase(), one.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
  return best !== undefined && best.far <= maxDistance && best.far < word.length ? best.one : undefined
}

/** `is not a key here. Did you mean intro? The keys here are: intro, sections` */
export function unknownKey(key: string, known: readonly string[], what = 'key'): string {
  const meant = nearest(key, known)
  const list =
    known.length === 0 ? `There are no ${what}s here` : `The ${what}s here are: ${known.join(', ')}`
  return `is not a ${what} here. ${meant === undefined ? '' : `Did you mean ${meant}? `}${list}`
}

interface Definition {
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly innerType?: Schema
  readonly catchall?: Schema
  readonly in?: Schema
}

/** Returns the keys that a schema allows at a path of its value. */
export function keysAt(schema: Schema, path: readonly PropertyKey[]): string[] {
  const { shape, element, innerType, catchall, in: inner } = schema._zod.def as Definition
  const through = innerType ?? inner
  if (through !== undefined) return keysAt(through, path)
  const [step, ...rest] = path
  if (step === undefined) return Object.keys(shape ?? {})
  const next = ownValue(shape, step) ?? element ?? catchall
  return next === undefined ? [] : keysAt(next, rest)
}
