import fc from 'fast-check'
import * as z from 'zod/mini'
import type { AnyEndpoint, Schema } from '../../../src/contract/endpoint.ts'
import { ingestData } from '../../../src/contract/matches/ingest-schemas.ts'
import { shippedGameTypes } from '../../../src/contract/rankings/stats.ts'
import { reportGameModes } from '../../../src/contract/reports/reports.ts'
import { password } from './target.ts'

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
}

export type Body = Record<string, unknown>

const jsonSchemaOf = (schema: Schema): JsonSchema =>
  z.toJSONSchema(schema as z.core.$ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const words = fc
  .array(fc.constantFrom('glass', 'bridge', 'arena', 'évening', 'läuft', '夜', 'ok', '🎮'), {
    minLength: 6,
    maxLength: 12,
  })
  .map((chosen) => chosen.join(' '))

const soon = fc
  .integer({ min: 1, max: 400 })
  .map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
const earlier = fc.integer({ min: 1, max: 4_000 }).map((s) => new Date(Date.now() - s * 1_000).toISOString())

/** The smallest PNG. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What a schema's refinements want and JSON schema cannot say, by the name of the field. */
const hints: readonly (readonly [RegExp, fc.Arbitrary<unknown>])[] = [
  [/password/i, fc.constant(password)],
  [/^email$/i, fc.nat(9_999).map((n) => `person${n}@mail.example`)],
  [/^username$/, fc.nat(999_999_999).map((n) => `Somebody ${n}`)],
  [/minecraft_username/, fc.constant('Ann of Isles')],
  [/discord/i, fc.constantFrom('@ann.isles', 'Ann#1234')],
  [/^mediaUrl$/, fc.constant(pixel)],
  [/link$|url$|portfolio/i, fc.nat(99).map((n) => `https://pictures.example/${n}`)],
  [/^startDate$/, earlier],
  [/^endDate$/, soon],
  [/^startedAt$/, fc.constant(new Date(Date.now() - 60_000).toISOString())],
  [/^(at|endedAt)$/, earlier.map(() => new Date().toISOString())],
  [/^slug$/, fc.stringMatching(/^[a-z0-9]{3,12}$/)],
  [/^gameMode$/, fc.constantFrom(...reportGameModes.map(([, value]) => value))],
  [/^gameType$/, fc.constantFrom(...shippedGameTypes)],
  [/code$/i, fc.stringMatching(/^[A-Z2-9]{8}$/)],
]

const nothing = fc.constant(null)

function typeOf({ type, properties }: JsonSchema): string | undefined {
  if (typeof type === 'string') return type
  return type?.[0] ?? (properties === undefined ? undefined : 'object')
}

/** Values that keep to a JSON schema; what only refinements know is guessed by the field's name. */
function keeping(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => keeping(choice, name)))
  if (schema.allOf !== undefined)
    return keeping(Object.assign({}, schema, ...schema.allOf, { allOf: undefined }), name)
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return fc.array(keeping(schema.items ?? {}, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)),
      })
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -2_147_483_648),
        max: Math.min(schema.maximum ?? 2_147_483_647, /id$/i.test(name) ? 40 : 2_147_483_647),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return nothing
    default:
      return textOf(schema, name)
  }
}

function textOf({ format, pattern, minLength, maxLength }: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid()
  const hint = hints.find(([pattern]) => pattern.test(name))?.[1]
  if (hint !== undefined) return hint
  if (format === 'date-time') return soon
  if (pattern !== undefined && format === undefined) return matching(pattern)
  if (minLength !== undefined || maxLength !== undefined) return words.map((text) => text.slice(0, maxLength))
  return words
}

function matching(pattern: string): fc.Arbitrary<unknown> {
  // A class of Unicode's makes fast-check count through all of Unicode, for seconds.
  if (/\\p\{/i.test(pattern)) return words
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    // fast-check reads most patterns, but not every one of the language.
    return words
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Body> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, keeping(field, name)]),
  )
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
}

const ingestEvent = fc.constantFrom(...Object.entries(ingestData)).chain(([type, schema]) =>
  fc.record({
    id: fc.uuid(),
    type: fc.constant(type),
    at: hints.find(([name]) => name.test('at'))![1],
    data: keeping(jsonSchemaOf(schema)),
  }),
)

const bodyOf = (endpoint: AnyEndpoint): fc.Arbitrary<Body> => {
  if (endpoint.path === '/api/ingest/events') {
    return fc.record({ events: fc.array(ingestEvent, { minLength: 1, maxLength: 6 }) })
  }
  return keeping(jsonSchemaOf(endpoint.body!)) as fc.Arbitrary<Body>
}

const tries = 40
const kept = new Map<AnyEndpoint, readonly Body[]>()

/** Bodies that an endpoint's schema takes, made out of the schema; none when it has no body, or nothing that was made fits. */
export function samplesFor(endpoint: AnyEndpoint, seed: number): readonly Body[] {
  const { body } = endpoint
  if (body === undefined) return []
  const known = kept.get(endpoint)
  if (known !== undefined) return known
  const made = fc.sample(bodyOf(endpoint), { seed, numRuns: tries })
  const samples = made.filter((sample) => (body as Schema).safeParse(sample).success)
  kept.set(endpoint, samples)
  return samples
}

/** Values that keep to the path parameters' schema. */
export const paramsOf = (endpoint: AnyEndpoint): fc.Arbitrary<Record<string, unknown>> =>
  endpoint.params === undefined
    ? fc.constant({})
    : (keeping(jsonSchemaOf(endpoint.params)) as fc.Arbitrary<Record<string, unknown>>)

/** The names of the query parameters. */
export const queryNames = (endpoint: AnyEndpoint): readonly string[] =>
  endpoint.query === undefined ? [] : Object.keys(jsonSchemaOf(endpoint.query).properties ?? {})

/** Values that keep to the query's schema. */
export const queryOf = (endpoint: AnyEndpoint): fc.Arbitrary<Record<string, unknown>> =>
  endpoint.query === undefined
    ? fc.constant({})
    : (keeping(jsonSchemaOf(endpoint.query)) as fc.Arbitrary<Record<string, unknown>>)
