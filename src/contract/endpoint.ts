import type * as z from 'zod/mini'
import type { RequiredArea } from './accounts/areas.ts'
import type { ApiScope } from './doors/scopes.ts'
import type { BodyKind, RateLimitName } from './limits.ts'
import type { RestrictedAction } from './moderation/restricted-actions.ts'
import { ownValue } from './own-value.ts'

/** Who may call an endpoint. `game-server` requires a key in the Authorization header. */
export type Access = 'public' | 'member' | 'staff' | 'admin' | 'game-server'

/** Accesses that are a power, and hold in an area. */
export type StaffAccess = 'staff' | 'admin'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a restricted member may do with a call: anything, some of it, or not this. */
type WhileRestricted = 'allowed' | 'partly' | { readonly cannot: RestrictedAction }

/** A zod schema with a parsed value of type T. */
export type Schema<T = unknown> = z.ZodMiniType<T, unknown>

/**
 * One API endpoint, declared once. The server's routes, the clients' types, OpenAPI and the permission matrix derive
 * from it.
 */
export interface Endpoint<Params = unknown, Query = unknown, Body = unknown, ResponseBody = unknown> {
  readonly method: Method
  /** Contains `:name` for each key of `params`. */
  readonly path: `/api/${string}`
  /** A second path of the same operation, with the same handler and limits (docs/spec/rulings.md, Second addresses). */
  readonly aliasPath?: `/api/${string}`
  readonly access: Access
  /** Where staff need the power of `access`. Every endpoint of staff says it. */
  readonly area?: RequiredArea
  readonly summary: string
  readonly params?: Schema<Params>
  readonly query?: Schema<Query>
  readonly body?: Schema<Body>
  /** Size class of the body; defaults to `json`. */
  readonly bodyKind?: BodyKind
  /** Success status; 204 has no body. */
  readonly status: 200 | 201 | 202 | 204
  readonly response?: Schema<ResponseBody>
  /** The response is a file of this type, streamed by `reply.file`; such an endpoint has no `response`. */
  readonly download?: 'application/json' | 'text/csv'
  /** Defaults to `general`. */
  readonly limit?: RateLimitName
  /** Accepts Idempotency-Key. The value names the operation and is shared by both paths. */
  readonly idempotent?: string
  /** A request header that opens the response, in small letters. Nothing of it is ever cached. */
  readonly secretHeader?: string
  /**
   * A public read that depends on the URL alone. Its handler does not receive the viewer, so members share the
   * visitors' cache.
   */
  readonly viewerIndependent?: true
  /**
   * What a restricted member cannot do here; `allowed`: nobody else sees what the call
   * changes, or it only takes something away; `partly`: the handler decides by the fields. Every write of a member says
   * it. To staff calls a restricted member is no staff.
   */
  readonly whileRestricted?: WhileRestricted
  /**
   * Asks for the password again where it was entered more than 15 minutes ago: at what changes power, a credential, a key
   * or an identity, recovers an account, backs up, or deletes for good. An object asks only where a path parameter has one
   * of these values. Calls of visitors are not asked.
   */
  readonly confirm?: true | Readonly<Record<string, readonly string[]>>
  /**
   * Rejects a body that contains `rank`, `id` and the like with 400. Set on endpoints that create or change an account.
   */
  readonly refuseIdentityKeys?: true
  /**
   * Two people may edit the record. Accepts its version as If-Match; a stale one is a 409 with the current record, and
   * nothing is stored. Without the header the last write wins.
   */
  readonly versioned?: boolean
  /**
   * Other programs rely on this read: it only grows (docs/api.md). `example` is a URL of the call that can be tried.
   * API keys may make it, and get what a visitor gets.
   */
  readonly stable?: { readonly example: string }
  /** When the end of a stable call was announced, and the day it ends, at least six months later. */
  readonly deprecated?: Deprecation
  /** The scope with which an API key makes this call as its maker. Without it and `stable`, no key can. */
  readonly scope?: StaffScope
}

/** Days such as 2027-01-31. */
export interface Deprecation {
  readonly since: string
  readonly until: string
}

type StaffScope = Exclude<ApiScope, 'read'>

/** Identity function that infers the types of an endpoint outside a table. */
export const endpoint = <Params = undefined, Query = undefined, Body = undefined, ResponseBody = undefined>(
  spec: Endpoint<Params, Query, Body, ResponseBody>,
): Endpoint<Params, Query, Body, ResponseBody> => spec

/** Schemas of a call; absent parts do not exist in the call. */
export interface CallSchemas {
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly response?: Schema
  /** See `Endpoint`. Declared beside the schemas, so that browsers load no byte of them. */
  readonly versioned?: boolean
  readonly stable?: { readonly example: string }
  readonly deprecated?: Deprecation
  readonly scope?: StaffScope
}

type Parsed<S, Part extends keyof CallSchemas> = S extends { readonly [P in Part]: Schema<infer T> }
  ? T
  : undefined

type TypedEndpoint<S> = Endpoint<
  Parsed<S, 'params'>,
  Parsed<S, 'query'>,
  Parsed<S, 'body'>,
  Parsed<S, 'response'>
> &
  (S extends { readonly versioned: boolean } ? { readonly versioned: boolean } : unknown)

/** Every write of a member says what restricted members may do with it, and every endpoint of staff its area. */
type Declared = Omit<Endpoint, keyof CallSchemas | 'whileRestricted' | 'method' | 'access' | 'area'> &
  (
    | { readonly method: 'GET'; readonly access: Exclude<Access, StaffAccess> }
    | { readonly method: Method; readonly access: Exclude<Access, StaffAccess | 'member'> }
    | { readonly method: Method; readonly access: StaffAccess; readonly area: RequiredArea }
    | { readonly method: Method; readonly access: 'member'; readonly whileRestricted: WhileRestricted }
  )

/**
 * Types an endpoint table by its schemas without importing them, so that browsers load only methods and paths.
 * `withSchemas` joins both on the server.
 */
export const endpointsOf = <S extends Readonly<Record<string, CallSchemas>>>(
  table: {
    readonly [K in keyof S]: Declared
  },
) => table as unknown as { readonly [K in keyof S]: TypedEndpoint<S[K]> }

/** Adds the schemas to the endpoints of a table, for parsing and OpenAPI. */
export const withSchemas = <T extends EndpointTable>(
  table: T,
  schemas: { readonly [K in keyof T]: CallSchemas },
): T =>
  Object.fromEntries(
    Object.entries(table).map(([name, endpoint]) => [name, { ...endpoint, ...ownValue(schemas, name) }]),
  ) as unknown as T

// biome-ignore lint/suspicious/noExplicitAny: a table holds endpoints of every shape; each keeps its own types.
export type AnyEndpoint = Endpoint<any, any, any, any>
export type EndpointTable = Readonly<Record<string, AnyEndpoint>>

type Filled<K extends string, T> = [T] extends [undefined] ? unknown : { readonly [P in K]: T }

/** Parsed input of an endpoint. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A>
    ? Filled<'params', P> & Filled<'query', Q> & Filled<'body', B>
    : never

/** Response body of an endpoint. */
export type Response<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? A : never

type Loose<T> = { readonly [K in keyof T]?: T[K] | string | undefined }

/** Input as a caller passes it: parameters and query may be raw strings, defaults may be omitted. */
type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A>
    ? Filled<'params', P> &
        ([Q] extends [undefined] ? unknown : { readonly query?: Loose<Q> }) &
        Filled<'body', B> & {
          readonly idempotencyKey?: string
          /** Value of the endpoint's `secretHeader`. */
          readonly secret?: string
          readonly signal?: unknown
        } & (E extends { readonly versioned: boolean }
          ? {
              /** The version that the caller edits; undefined: whatever it is by now. */
              readonly ifMatch: number | undefined
            }
          : unknown)
    : never

/** Sends a call to the server: browser fetch, or in process for server rendering and tests. */
export type Transport = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) => Promise<Response<E>>

/** Returns the URL of a call, with percent-encoded path parameters and query. */
export function urlOf(endpoint: AnyEndpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(ownValue(params, name))),
  )
  const pairs = Object.entries((input.query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}
