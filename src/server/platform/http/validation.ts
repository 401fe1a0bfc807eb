import { msg } from '@lingui/core/macro'
import type { AnyEndpoint, Schema } from '../../../contract/endpoint.ts'
import type { Text } from '../../../contract/languages.ts'
import { textOf } from '../../../contract/sentences.ts'
import { AppError, invalid } from './errors.ts'

export interface RawInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Keys refused wherever an account is created or changed (docs/spec/rulings.md, Bodies). */
export const identityKeys = [
  'rank',
  'id',
  'isAdmin',
  'isStaff',
  'role',
  'userId',
  'passwordHash',
  'gamertag',
  'createdAt',
]

/**
 * Parses path, query and body with the endpoint's schemas.
 * @throws 400 with the first message of every field
 */
export function parseInput(endpoint: AnyEndpoint, raw: RawInput): Record<string, unknown> {
  if (endpoint.refuseIdentityKeys) refuseIdentityKeys(raw.body)
  return {
    ...(endpoint.params && { params: parsePart(endpoint.params, raw.params) }),
    ...(endpoint.query && { query: parsePart(endpoint.query, single(raw.query)) }),
    ...(endpoint.body && { body: parseBody(endpoint.body, raw.body) }),
  }
}

function parseBody(schema: Schema, body: unknown): unknown {
  // An optional body may be left out.
  if (body === undefined && schema.safeParse(undefined).success) return undefined
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('validation', msg`The request body must be a JSON object`, { fields: {} })
  }
  return parsePart(schema, body)
}

/** What lies in an object or a list has its name; words by language have a field each, such as `words.de.title`. */
function nameOf(path: readonly PropertyKey[]): string {
  const [first = 'body', ...rest] = path
  const steps = first === 'words' ? [first, ...rest.filter((step) => typeof step === 'string')] : [first]
  return steps.map((step) => String(step).slice(0, 60)).join('.')
}

/** @throws 400 with the first message of every field */
export function parsePart<T>(schema: Schema<T>, value: unknown): T {
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  const fields: Record<string, Text> = Object.create(null)
  for (const issue of result.error.issues) {
    // A strict schema: the effect cannot be taken back, so a misspelt wish must not be read as none.
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, 10))
        fields[nameOf(issue.path[0] === 'words' ? [...issue.path, key] : [key])] ??=
          msg`There is no such field`
    else
      fields[nameOf(issue.path)] ??=
        issue.message === 'Invalid input' ? msg`Invalid input` : textOf(issue.message)
  }
  throw invalid(fields)
}

/** Rejects a repeated parameter such as `?a=1&a=2`, so that schemas never receive arrays. */
function single(query: unknown): unknown {
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (Array.isArray(value)) throw invalid({ [name]: msg`${name} may be given only once` })
  }
  return query
}

function refuseIdentityKeys(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  const key = identityKeys.find((name) => Object.hasOwn(body, name))
  if (key !== undefined) throw invalid({ [key]: msg`${key} cannot be set here` })
}
