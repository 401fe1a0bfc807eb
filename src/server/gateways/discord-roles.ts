import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { linkDiscordPath } from '../../contract/players/discord-link.ts'
import type { Config } from '../config.ts'
import type { Say } from '../platform/languages/say.ts'
import { readBoundedBody } from './bounded-body.ts'
import { failureReason, retryAfterMs } from './discord-response.ts'
import { passes } from './failures.ts'
import { orNull } from './or-null.ts'

/** Result of a call. A reason contains no token and no code. */
export type RolesOutcome<T = undefined> =
  | { readonly state: 'ok'; readonly value: T }
  /** Another attempt may succeed; for a rate limit, after the time that Discord said. */
  | { readonly state: 'retry'; readonly reason: string; readonly retryAfterMs?: number }
  /** The token or code is not valid, or not any more. */
  | { readonly state: 'unauthorized'; readonly reason: string }
  /** Discord accepts the call from nobody: an operator must act. */
  | { readonly state: 'refused'; readonly reason: string }

export interface DiscordTokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresAt: Date
}

interface DiscordAccount {
  readonly id: string
  readonly name: string
}

/** What Discord grants roles by. */
export interface RoleFigures {
  /** The member's name on the site. */
  readonly name: string
  readonly rankLevel: number
  /** The number of the rank, which belongs to no other one. */
  readonly rankId: number
  readonly rating: number
  readonly matches: number
}

/** Discord's OAuth2 and linked roles. No call rejects. */
export interface DiscordRoles {
  /** The page of Discord where a member agrees. */
  authorizeUrl(attempt: { readonly state: string; readonly codeChallenge: string }): string
  exchangeCode(attempt: {
    readonly code: string
    readonly codeVerifier: string
  }): Promise<RolesOutcome<DiscordTokens>>
  refresh(refreshToken: string): Promise<RolesOutcome<DiscordTokens>>
  readAccount(accessToken: string): Promise<RolesOutcome<DiscordAccount>>
  sendFigures(accessToken: string, figures: RoleFigures): Promise<RolesOutcome>
  removeFigures(accessToken: string): Promise<RolesOutcome>
  revoke(token: string): Promise<RolesOutcome>
  /** Sends Discord the names of the figures in the language of `say`, with the bot's token. */
  registerMetadata(say: Say): Promise<RolesOutcome>
  /** Asks which application the bot's token belongs to. */
  readApplication(): Promise<RolesOutcome<{ readonly id: string }>>
}

const timeoutMs = 5_000
const maxBytes = 64 * 1024
const scopes = ['identify', 'role_connections.write'] as const

const snowflake = z.string().check(z.regex(/^[0-9]{1,20}$/))
const token = z.string().check(z.minLength(1), z.maxLength(2_000))

/**
 * Only the access token is certain (RFC 6749, 5.1). A response that gives new tokens is never void for its other parts:
 * the tokens before them are valid no more.
 */
const TokenResponse = z.object({
  access_token: token,
  refresh_token: orNull(token),
  expires_in: orNull(z.int().check(z.minimum(1), z.maximum(366 * 86_400))),
  scope: orNull(z.string()),
})

/** Tokens of unknown lifetime are renewed after this time. */
const defaultLifetimeSeconds = 3_600

const accountName = orNull(z.string().check(z.minLength(1), z.maxLength(100)))

const AccountResponse = z.object({ id: snowflake, username: accountName, global_name: accountName })

const ApplicationResponse = z.object({ id: snowflake })

const OAuthError = z.object({ error: z.string() })

/** Discord's types of integers, compared with the value that the server's role names. */
const atLeast = 2
const equals = 3

const metadata = [
  {
    key: 'rank_level',
    name: msg`Rank level`,
    description: msg`Rank on the site: 0 is Member, 9 is Owner`,
    type: atLeast,
  },
  {
    key: 'rank_id',
    name: msg`Rank number`,
    description: msg`One exact rank: its number is on the page of ranks`,
    type: equals,
  },
  {
    key: 'rating',
    name: msg`Rating`,
    description: msg`Best settled rating of the season, of all modes`,
    type: atLeast,
  },
  { key: 'matches', name: msg`Matches`, description: msg`Ranked matches played`, type: atLeast },
]

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly authorization: string
  /** A form of OAuth2 or a JSON document. */
  readonly body?: URLSearchParams | object
}

/** Undefined when linking Discord is not set up. */
export function discordRolesGateway(
  config: Pick<Config, 'discordApp' | 'discordApiUrl' | 'publicUrl' | 'siteName'>,
): DiscordRoles | undefined {
  const { discordApp, discordApiUrl } = config
  if (discordApp === undefined) return undefined
  const { clientId, clientSecret, botToken } = discordApp
  const redirectUri = () => `${config.publicUrl}${linkDiscordPath}`
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const ownConnection = `/users/@me/applications/${clientId}/role-connection`

  async function call<T>(
    { method, path, authorization, body }: Call,
    read: (body: unknown) => T | undefined,
  ): Promise<RolesOutcome<T>> {
    const deadline = performance.now() + timeoutMs
    const isForm = body instanceof URLSearchParams
    try {
      const response = await fetch(`${discordApiUrl}${path}`, {
        method,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          accept: 'application/json',
          authorization,
          'user-agent': `DiscordBot (${config.publicUrl}, 1)`,
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        redirect: 'error',
      })
      const text = await readBoundedBody(response, deadline - performance.now(), maxBytes)
      if (!response.ok) return failureOf(response, text, authorization.startsWith('Bearer '))
      const value = read(text === '' ? undefined : JSON.parse(text))
      if (value === undefined) return { state: 'retry', reason: 'Discord did not respond as expected' }
      return { state: 'ok', value }
    } catch (error) {
      return { state: 'retry', reason: failureReason(error) }
    }
  }

  const send = async (request: Call): Promise<RolesOutcome> => {
    const outcome = await call(request, () => true)
    return outcome.state === 'ok' ? { state: 'ok', value: undefined } : outcome
  }

  async function requestTokens(form: Readonly<Record<string, string>>): Promise<RolesOutcome<DiscordTokens>> {
    const askedAt = Date.now()
    const request = { method: 'POST', path: '/oauth2/token', authorization: basic } as const
    const outcome = await call({ ...request, body: new URLSearchParams(form) }, parsedBy(TokenResponse))
    if (outcome.state !== 'ok') return outcome
    const { access_token, expires_in, scope } = outcome.value
    // Left out where nothing else was granted than asked for, and where the refresh token stays.
    const granted = scope?.split(' ') ?? scopes
    const refreshToken = outcome.value.refresh_token ?? form.refresh_token
    if (!scopes.every((name) => granted.includes(name)))
      return { state: 'unauthorized', reason: 'Discord did not grant every scope' }
    if (refreshToken === undefined) return { state: 'retry', reason: 'Discord gave no refresh token' }
    return {
      state: 'ok',
      value: {
        accessToken: access_token,
        refreshToken,
        expiresAt: new Date(askedAt + (expires_in ?? defaultLifetimeSeconds) * 1_000),
      },
    }
  }

  return {
    authorizeUrl({ state, codeChallenge }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri(),
        scope: scopes.join(' '),
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      })
      return `${discordApiUrl}/oauth2/authorize?${query}`
    },

    exchangeCode: ({ code, codeVerifier }) =>
      requestTokens({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri(),
        code_verifier: codeVerifier,
      }),

    refresh: (refreshToken) => requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),

    async readAccount(accessToken) {
      const request = { method: 'GET', path: '/users/@me', authorization: `Bearer ${accessToken}` } as const
      const outcome = await call(request, parsedBy(AccountResponse))
      if (outcome.state !== 'ok') return outcome
      const { id, username, global_name } = outcome.value
      return { state: 'ok', value: { id, name: global_name ?? username ?? id } }
    },

    sendFigures: (accessToken, { name, rankLevel, rankId, rating, matches }) =>
      send({
        method: 'PUT',
        path: ownConnection,
        authorization: `Bearer ${accessToken}`,
        body: {
          platform_name: config.siteName.slice(0, 50),
          platform_username: name,
          metadata: {
            rank_level: `${rankLevel}`,
            rank_id: `${rankId}`,
            rating: `${rating}`,
            matches: `${matches}`,
          },
        },
      }),

    removeFigures: (accessToken) =>
      send({
        method: 'PUT',
        path: ownConnection,
        authorization: `Bearer ${accessToken}`,
        body: { platform_name: null, platform_username: null, metadata: {} },
      }),

    revoke: (revoked) =>
      send({
        method: 'POST',
        path: '/oauth2/token/revoke',
        authorization: basic,
        body: new URLSearchParams({ token: revoked }),
      }),

    registerMetadata: (say) =>
      send({
        method: 'PUT',
        path: `/applications/${clientId}/role-connections/metadata`,
        authorization: `Bot ${botToken}`,
        body: metadata.map(({ name, description, ...figure }) => ({
          ...figure,
          name: say(name),
          description: say(description),
        })),
      }),

    readApplication: () =>
      call(
        { method: 'GET', path: '/oauth2/applications/@me', authorization: `Bot ${botToken}` },
        parsedBy(ApplicationResponse),
      ),
  }
}

/** Returns undefined for a body of another form. */
const parsedBy =
  <T>(schema: z.ZodMiniType<T>) =>
  (body: unknown): T | undefined =>
    schema.safeParse(body).data

/** `isBearer`: a 401 is about the member's token; else about the application's own secrets. */
function failureOf(
  { status, headers }: Response,
  text: string,
  isBearer: boolean,
): Exclude<RolesOutcome, { state: 'ok' }> {
  const error = oauthErrorIn(text)
  const reason = `Discord responded with ${status}${error === undefined ? '' : ` (${error})`}`
  if (status === 429) return { state: 'retry', reason, retryAfterMs: retryAfterMs(headers, text) }
  if (passes(status)) return { state: 'retry', reason }
  const isUnauthorized = isBearer ? status === 401 : status === 400 && error === 'invalid_grant'
  return { state: isUnauthorized ? 'unauthorized' : 'refused', reason }
}

/** Error codes of OAuth2 (RFC 6749); undefined for any other text. */
function oauthErrorIn(text: string): string | undefined {
  try {
    const { error } = OAuthError.parse(JSON.parse(text))
    return /^[a-z_]{1,40}$/.test(error) ? error : undefined
  } catch {
    return undefined
  }
}
