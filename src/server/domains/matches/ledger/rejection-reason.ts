import type * as z from 'zod/mini'

/** Characters of a reason: a game server writes it into its log. */
const maxReason = 300
/** Of a text that came; the rest is left out. */
const maxEcho = 40
/** Of the names of fields, which an event may have made up. */
const maxPath = 80

type Issue = z.core.$ZodIssue

/**
 * Why an event is rejected, for whoever runs the game server: the field, what is allowed and what came. Control
 * characters of what came are escaped, and its length is bounded.
 */
export function reasonOf(error: z.core.$ZodError, raw: unknown, ...prefix: string[]): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'the event is not valid'
  const field = cut([...prefix, ...issue.path].map(nameOf).join('.'), maxPath)
  const came = valueAt(raw, issue.path)
  const allowed = sayAllowed(issue)
  if (came === undefined) return cut(`${field} is missing, it ${allowed}`, maxReason)
  // What is wrong with a whole object stands in its message already.
  if (typeof came === 'object' && came !== null && issue.code === 'custom')
    return cut(`${field} ${allowed}`, maxReason)
  return cut(`${field} ${allowed}, not ${formatValue(came)}`.trim(), maxReason)
}

/** What is allowed where a value came that is not; for reasons that no schema gives. */
export const formatChoices = (choices: readonly unknown[]) => `must be one of ${choices.join(', ')}`

function sayAllowed(issue: Issue): string {
  if (issue.code === 'invalid_value') return formatChoices(issue.values)
  // zod/mini has no words of its own: a message is the schema's, or this.
  if (issue.message !== 'Invalid input') return issue.message
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

/** The name of a field as one line. */
const nameOf = (key: PropertyKey) => JSON.stringify(String(key)).slice(1, -1)

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

/** A value that came, as one short word. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cut(value.slice(0, 2 * maxEcho), maxEcho))
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

/** At most so many code points; never half a character. */
function cut(text: string, most: number): string {
  const signs = [...text.toWellFormed()]
  return signs.length <= most ? signs.join('') : `${signs.slice(0, most - 1).join('')}…`
}
