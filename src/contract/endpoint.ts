import type * as z from 'zod/mini'
import type { BodyKind, RateLimitName } from './limits.ts'

/** Who passes: anybody, people with a session and a rank, or a game server with its key in the Authorization header. */
export type Access = 'public' | 'member' | 'staff' | 'admin' | 'game-server'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A zod schema whose parsed value is T. */
export type Schema<T = unknown> = z.ZodMiniType<T, unknown>

/**
 * One address of the `/api`, declared once. From it the server mounts the route, the clients take their types,
 * OpenAPI is published and the permission matrix is printed.
 */
export interface Endpoint<Params = unknown, Query = unknown, Body = unknown, Answer = unknown> {
  readonly method: Method
  /** With `:name` for each key of `params`. */
  readonly path: `/api/${string}`
  /** A second path of the same operation, with the same handler and limits (docs/spec/rulings.md, Second addresses). */
  readonly aliasPath?: `/api/${string}`
  readonly access: Access
  readonly summary: string
  readonly params?: Schema<Params>
  readonly query?: Schema<Query>
  readonly body?: Schema<Body>
  /** Size class of the body; `json` when absent. */
  readonly bodyKind?: BodyKind
  /** Status of success; 204 carries no body. */
  readonly status: 200 | 201 | 202 | 204
  readonly response?: Schema<Answer>
  /** Answers a file of this type and any size: the handler hands it over in pieces (`reply.file`); no `answer`. */
  readonly download?: 'application/json' | 'text/csv'
  /** `general` when absent. */
  readonly limit?: RateLimitName
  /** Accepts Idempotency-Key; the name is the operation that both addresses share. */
  readonly idempotent?: string
  /**
   * A public read whose answer depends on the address alone: its handler is not told who asks, and members share what
   * is kept for visitors.
   */
  readonly viewerIndependent?: true
  /** Refuses a body that names rank, id and the like with a 400: it creates or changes an account. */
  readonly refuseIdentityKeys?: true
}

/** Identity function that infers the types of one endpoint that stands outside a table. */
export const endpoint = <Params = undefined, Query = undefined, Body = undefined, Answer = undefined>(
  spec: Endpoint<Params, Query, Body, Answer>,
): Endpoint<Params, Query, Body, Answer> => spec

/** The schemas of one call; each part is absent where the call has none. */
export interface CallSchemas {
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly response?: Schema
}

type Parsed<S, Part extends keyof CallSchemas> = S extends { readonly [P in Part]: Schema<infer T> }
  ? T
  : undefined

type TypedEndpoint<S> = Endpoint<
  Parsed<S, 'params'>,
  Parsed<S, 'query'>,
  Parsed<S, 'body'>,
  Parsed<S, 'response'>
>

/**
 * Types a table of endpoints by its schemas without loading them: browsers get addresses only.
 * `withSchemas` joins the two on the server.
 */
export const endpointsOf = <S extends Readonly<Record<string, CallSchemas>>>(
  table: {
    readonly [K in keyof S]: Omit<Endpoint, keyof CallSchemas>
  },
) => table as unknown as { readonly [K in keyof S]: TypedEndpoint<S[K]> }

/** Adds each call's schemas to its endpoint, for parsing and for OpenAPI. */
export const withSchemas = <T extends EndpointTable>(
  table: T,
  schemas: { readonly [K in keyof T]: CallSchemas },
): T =>
  Object.fromEntries(
    Object.entries(table).map(([name, endpoint]) => [name, { ...endpoint, ...schemas[name] }]),
  ) as unknown as T

// biome-ignore lint/suspicious/noExplicitAny: a table holds endpoints of every shape; each keeps its own types.
export type AnyEndpoint = Endpoint<any, any, any, any>
export type EndpointTable = Readonly<Record<string, AnyEndpoint>>

type Filled<K extends string, T> = [T] extends [undefined] ? unknown : { readonly [P in K]: T }

/** What an endpoint receives, parsed. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A>
    ? Filled<'params', P> & Filled<'query', Q> & Filled<'body', B>
    : never

/** What an endpoint answers. */
export type Response<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? A : never

type Loose<T> = { readonly [K in keyof T]?: T[K] | string | undefined }

/** What a caller passes: parameters and query may be written as they read in the address, defaults left out. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A>
    ? Filled<'params', P> &
        ([Q] extends [undefined] ? unknown : { readonly query?: Loose<Q> }) &
        Filled<'body', B> & {
          readonly idempotencyKey?: string
          readonly ifMatch?: number
          readonly signal?: unknown
        }
    : never

/** Carries one call to the server: browser fetch, in process for server rendering, in process for tests. */
export type Transport = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) => Promise<Response<E>>

/** The address of a call: path parameters and query filled in, both percent-encoded. */
export function urlOf(endpoint: AnyEndpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const pairs = Object.entries((input.query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}
