import type * as z from 'zod/mini'
import { ownValue } from '../../../../contract/own-value.ts'
import { textOf } from '../../../../contract/sentences.ts'
import { sayInEnglish } from '../../../platform/languages/say.ts'

/** Maximum characters of a reason, which game servers write to their logs. */
const maxReason = 300
/** Maximum echoed characters of a text value. */
const maxEcho = 40
/** Maximum characters of a field path, whose names come from the event. */
const maxPath = 80

type Issue = z.core.$ZodIssue

/**
 * Explains a rejection to the game server's operator: the field, what is allowed and what was sent. Echoed values are
 * escaped and bounded.
 */
export function reasonOf(error: z.core.$ZodError, raw: unknown, ...prefix: string[]): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'the event is not valid'
  const field = cut([...prefix, ...issue.path].map(nameOf).join('.'), maxPath)
  const came = valueAt(raw, issue.path)
  const allowed = sayAllowed(issue)
  if (came === undefined) return cut(`${field} is missing, it ${allowed}`, maxReason)
  // The message about a whole object already says what is wrong.
  if (typeof came === 'object' && came !== null && issue.code === 'custom')
    return cut(`${field} ${allowed}`, maxReason)
  return cut(`${field} ${allowed}, not ${formatValue(came)}`.trim(), maxReason)
}

/** Formats allowed values, for reasons that do not come from a schema. */
export const formatChoices = (choices: readonly unknown[]) => `must be one of ${choices.join(', ')}`

function sayAllowed(issue: Issue): string {
  if (issue.code === 'invalid_value') return formatChoices(issue.values)
  // zod/mini has no messages of its own: it is the schema's, or this.
  if (issue.message !== 'Invalid input') return sayInEnglish(textOf(issue.message))
  if (issue.code === 'invalid_type') return typeNames[issue.expected] ?? `must be ${issue.expected}`
  return 'is not valid'
}

const typeNames: Readonly<Record<string, string>> = {
  boolean: 'must be true or false',
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
}

/** Returns a field name on one line. */
const nameOf = (key: PropertyKey) => JSON.stringify(String(key)).slice(1, -1)

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = ownValue(value as Record<PropertyKey, unknown>, key)
  }
  return value
}

/** Returns a received value as one short word. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cut(value.slice(0, 2 * maxEcho), maxEcho))
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

/** Cuts to `max` code points, never within a character. */
function cut(text: string, max: number): string {
  const signs = [...text.toWellFormed()]
  return signs.length <= max ? signs.join('') : `${signs.slice(0, max - 1).join('')}…`
}
