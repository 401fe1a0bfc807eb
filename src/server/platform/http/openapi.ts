import * as z from 'zod/mini'
import type { AnyEndpoint, EndpointTable, Schema } from '../../../contract/endpoint.ts'
import { ErrorBody } from '../../../contract/errors-schemas.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1 document of the mounted endpoints. */
export function openApiDocument(
  tables: Readonly<Record<string, EndpointTable>>,
  title: string,
  url: string,
): Json {
  const paths: Record<string, Json> = Object.create(null)
  for (const [feature, table] of Object.entries(tables)) {
    for (const [name, endpoint] of Object.entries(table)) {
      for (const address of [endpoint.path, endpoint.aliasPath]) {
        if (address === undefined) continue
        const path = address.replace(/:([A-Za-z]+)/g, '{$1}')
        const isSecond = address === endpoint.aliasPath
        paths[path] = {
          ...paths[path],
          [endpoint.method.toLowerCase()]: operation(
            endpoint,
            `${feature}.${name}${isSecond ? '.second' : ''}`,
            feature,
          ),
        }
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1' },
    servers: [{ url }],
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        gameServerKey: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key that begins with vxk_' },
      },
    },
  }
}

function operation(endpoint: AnyEndpoint, operationId: string, tag: string): Json {
  const body = endpoint.body && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
    },
  }
  const type = endpoint.download ?? 'application/json'
  const schema = endpoint.download
    ? { type: type === 'application/json' ? 'object' : 'string' }
    : endpoint.response && jsonSchema(endpoint.response, 'output')
  const content = schema && { content: { [type]: { schema } } }
  return {
    operationId,
    tags: [tag],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    // 403 `confirm_password` until POST /api/sessions/confirm; an object: for these values of a path parameter.
    ...(endpoint.confirm !== undefined && { 'x-confirm-password': endpoint.confirm }),
    ...(endpoint.stable !== undefined && { 'x-stability': 'stable' }),
    ...(endpoint.scope !== undefined && { 'x-scope': endpoint.scope }),
    ...(endpoint.deprecated !== undefined && { deprecated: true, 'x-sunset': endpoint.deprecated.until }),
    ...securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.idempotent === undefined
        ? []
        : [
            {
              name: 'Idempotency-Key',
              in: 'header',
              schema: { type: 'string', minLength: 1, maxLength: 128 },
            },
          ]),
      ...(endpoint.versioned === true
        ? [
            {
              name: 'If-Match',
              in: 'header',
              schema: { type: 'string', pattern: '^"?(0|[1-9][0-9]{0,8})"?$' },
            },
          ]
        : []),
    ],
    ...body,
    responses: {
      [endpoint.status]: { description: 'Success', ...content },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

/** Nothing where anybody may call and a key makes no difference. */
function securityOf({ access, scope, stable }: AnyEndpoint): Json {
  if (access === 'game-server') return { security: [{ gameServerKey: [] }] }
  if (access === 'public') return stable === undefined ? {} : { security: [{}, { apiKey: [] }] }
  return { security: [{ session: [] }, ...(scope === undefined ? [] : [{ apiKey: [scope] }])] }
}

function parametersOf(schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
