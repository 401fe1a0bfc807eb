import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnyEndpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { openApiDocument } from '../../src/server/platform/http/openapi.ts'
import { parseInput } from '../../src/server/platform/http/validation.ts'

/** The stable calls as the last release had them. A release writes it: STABLE_API=write npx vitest … this file. */
const released = 'docs/spec/stable-api.json'

type Json = Record<string, unknown>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Json
}

interface Operation {
  readonly parameters: readonly Parameter[]
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema: Json }> }>>
}

type Calls = Readonly<Record<string, Operation>>

/** Stable operations of an OpenAPI document, by method and path, with what a program relies on. */
function stableCalls(document: ReturnType<typeof openApiDocument>): Calls {
  const paths = document.paths as Record<string, Record<string, Operation & Json>>
  const calls: Record<string, Operation> = Object.create(null)
  for (const [path, operations] of Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    for (const [method, operation] of Object.entries(operations)) {
      if (operation['x-stability'] !== 'stable') continue
      const { parameters, responses } = operation
      const { default: _, ...successes } = responses
      calls[`${method.toUpperCase()} ${path}`] = { parameters, responses: successes }
    }
  return JSON.parse(JSON.stringify(calls))
}

const all = Object.values(endpoints).flatMap((table): AnyEndpoint[] => Object.values(table))
const stable = all.filter((endpoint) => endpoint.stable !== undefined)
const present = stableCalls(openApiDocument(endpoints, 'Vulx', 'http://127.0.0.1:3000'))

/** What a program that relies on `before` no longer finds in `now`. */
function breaksOf(before: Calls, now: Calls): string[] {
  return Object.entries(before).flatMap(([name, old]) => {
    const operation = now[name]
    if (operation === undefined) return [`${name} is gone, or stable no longer`]
    const find = (all: readonly Parameter[], { name: wanted, in: place }: Parameter) =>
      all.find((one) => one.name === wanted && one.in === place)
    return [
      ...old.parameters.flatMap((parameter) => {
        const same = find(operation.parameters, parameter)
        const where = `${name}: parameter ${parameter.name}`
        if (same === undefined) return [`${where} is gone`]
        const isTighter = same.required && !parameter.required
        return [
          ...(isTighter ? [`${where} is required now`] : []),
          ...schemaBreaks(where, parameter.schema, same.schema),
        ]
      }),
      ...operation.parameters
        .filter((parameter) => parameter.required && find(old.parameters, parameter) === undefined)
        .map((parameter) => `${name}: parameter ${parameter.name} is new and required`),
      ...Object.entries(old.responses).flatMap(([status, response]) => {
        const same = operation.responses[status]
        if (same === undefined) return [`${name}: status ${status} is gone`]
        return Object.entries(response.content ?? {}).flatMap(([type, { schema }]) => {
          const shape = same.content?.[type]?.schema
          if (shape === undefined) return [`${name}: ${type} is gone`]
          return schemaBreaks(name, schema, shape)
        })
      }),
    ]
  })
}

/** Objects and lists of values may grow; everything else stays as it is. */
function schemaBreaks(where: string, before: unknown, now: unknown): string[] {
  if (!isObject(before) || !isObject(now))
    return JSON.stringify(before) === JSON.stringify(now) ? [] : [`${where} has another type`]
  return Object.entries(before).flatMap(([key, old]) => {
    const same = now[key]
    if (key === 'description') return []
    if (key === 'enum' || key === 'required') return missing(where, key, old, same)
    if (key === 'properties')
      return Object.entries(old as Json).flatMap(([name, schema]) => {
        const field = (same as Json | undefined)?.[name]
        return field === undefined
          ? [`${where}.${name} is gone`]
          : schemaBreaks(`${where}.${name}`, schema, field)
      })
    if (Array.isArray(old) && Array.isArray(same) && old.length === same.length)
      return old.flatMap((one, n) => schemaBreaks(where, one, same[n]))
    return schemaBreaks(where, old, same)
  })
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const missing = (where: string, key: string, before: unknown, now: unknown) =>
  (before as unknown[])
    .filter((value) => !Array.isArray(now) || !now.includes(value))
    .map(
      (value) =>
        `${where}: ${String(value)} is no longer ${key === 'enum' ? 'one of its values' : 'always there'}`,
    )

const person = (schema: Json, parameters: readonly Parameter[] = []): Calls => ({
  'GET /api/person': { parameters, responses: { 200: { content: { 'application/json': { schema } } } } },
})
const shape = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
const page: Parameter = { name: 'page', in: 'query', required: false, schema: { type: 'string' } }

test.each([
  ['a call that is gone', person(shape), {}, 'GET /api/person is gone, or stable no longer'],
  [
    'a field that is gone',
    person(shape),
    person({ ...shape, properties: {}, required: [] }),
    'GET /api/person.id is gone',
  ],
  [
    'a field that may be absent',
    person(shape),
    person({ ...shape, required: [] }),
    'GET /api/person: id is no longer always there',
  ],
  [
    'a field of another type',
    person(shape),
    person({ ...shape, properties: { id: { type: 'string' } } }),
    'GET /api/person.id has another type',
  ],
  [
    'a parameter that is gone',
    person(shape, [page]),
    person(shape),
    'GET /api/person: parameter page is gone',
  ],
  [
    'a parameter that is required now',
    person(shape, [page]),
    person(shape, [{ ...page, required: true }]),
    'GET /api/person: parameter page is required now',
  ],
  [
    'a new required parameter',
    person(shape),
    person(shape, [{ ...page, required: true }]),
    'GET /api/person: parameter page is new and required',
  ],
  [
    'a parameter that takes fewer values',
    person(shape, [{ ...page, schema: { enum: ['a', 'b'] } }]),
    person(shape, [{ ...page, schema: { enum: ['a'] } }]),
    'GET /api/person: parameter page: b is no longer one of its values',
  ],
])('[doors.30] The comparison with the last release finds %s', (_, before, now, message) => {
  expect(breaksOf(before, now)).toContain(message)
})

test('[doors.30] A call that only grows breaks nothing', () => {
  const grown = {
    ...shape,
    properties: { ...shape.properties, name: { type: 'string' } },
    required: ['id', 'name'],
  }
  expect(breaksOf(person(shape), person(grown, [page]))).toEqual([])
})

test('[doors.31] Nothing that the last release promised to other programs is gone or changed', () => {
  if (process.env.STABLE_API === 'write') writeFileSync(released, `${JSON.stringify(present, null, 1)}\n`)
  expect(breaksOf(JSON.parse(readFileSync(released, 'utf8')), present)).toEqual([])
})

test('[doors.32] Each stable call is a public read, and its example is a valid call of it', () => {
  const wrong = stable.filter((endpoint) => {
    const pattern = new RegExp(`^${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    const url = new URL(endpoint.stable?.example ?? '', 'http://127.0.0.1')
    const params = pattern.exec(url.pathname)?.groups
    if (endpoint.method !== 'GET' || endpoint.access !== 'public') return true
    if (endpoint.params !== undefined && params === undefined) return true
    parseInput(endpoint, { params, query: Object.fromEntries(url.searchParams) })
    return !pattern.test(url.pathname)
  })
  expect(wrong).toEqual([])
  expect(stable.length).toBeGreaterThan(20)
})

test('[doors.33] A stable call ends at the earliest six months after its end was announced', () => {
  const early = all.filter(({ deprecated }) => {
    if (deprecated === undefined) return false
    const end = new Date(`${deprecated.since}T00:00:00Z`)
    end.setUTCMonth(end.getUTCMonth() + 6)
    return !(Date.parse(deprecated.until) >= end.getTime())
  })
  expect(early.map(({ path }) => path)).toEqual([])
})
