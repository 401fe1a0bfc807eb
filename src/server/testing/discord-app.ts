import { createHash, randomBytes } from 'node:crypto'

export type DiscordResponse = readonly [
  status: number,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
]

interface Account {
  readonly id: string
  readonly username: string
  readonly global_name: string | null
}

interface Grant {
  readonly account: Account
  readonly scope: string
  readonly redirectUri: string | null
  readonly challenge: string | null
}

/** A figure that roles may ask for. */
interface MetadataRecord {
  readonly type: number
  readonly key: string
  readonly name: string
  readonly description: string
}

export interface DiscordCall {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly authorization: string | undefined
  readonly text: string
}

/** The application's settings, as the site has them. */
export const discordApplication = {
  DISCORD_CLIENT_ID: '1122334455667788990',
  DISCORD_CLIENT_SECRET: 'client-secret-of-the-application',
  DISCORD_BOT_TOKEN: 'bot.token-of.the-application',
}

const lifetimeSeconds = 604_800
const unauthorized: DiscordResponse = [401, { message: '401: Unauthorized', code: 0 }]
const invalidForm: DiscordResponse = [400, { message: 'Invalid Form Body', code: 50035 }]
const invalidGrant: DiscordResponse = [
  400,
  { error: 'invalid_grant', error_description: 'Invalid "code" in request.' },
]

const isText = (value: unknown, max: number) =>
  value == null || (typeof value === 'string' && value.length <= max)

/**
 * OAuth2 and linked roles of one application at Discord. Codes work once and with their PKCE verifier, refreshing
 * replaces both tokens, and revoking one token ends all of its authorization.
 */
export class DiscordApp {
  readonly calls: DiscordCall[] = []
  /** Role connections by account. */
  readonly connections = new Map<string, unknown>()
  metadata: readonly MetadataRecord[] | undefined
  clientSecret = discordApplication.DISCORD_CLIENT_SECRET
  botToken = discordApplication.DISCORD_BOT_TOKEN
  /** What a member agrees to; Discord says it with the tokens. */
  granted = 'role_connections.write identify'
  /** Who agrees on Discord's page at once; without an account the member cancels there. */
  visitor: Account | undefined
  readonly #codes = new Map<string, Grant>()
  readonly #access = new Map<string, Grant>()
  readonly #refresh = new Map<string, Grant>()

  /** The member agrees on Discord's page. Returns what Discord sends back to the site. */
  agree(authorizeUrl: string, account: Account): { code: string; state: string } {
    const query = new URL(authorizeUrl).searchParams
    const said = (name: string) => query.get(name) ?? ''
    if (said('client_id') !== discordApplication.DISCORD_CLIENT_ID) throw new Error('unknown application')
    if (said('response_type') !== 'code' || said('code_challenge_method') !== 'S256')
      throw new Error('not the code flow')
    if (said('scope') !== 'identify role_connections.write') throw new Error('other scopes')
    const code = randomBytes(15).toString('base64url')
    this.#codes.set(code, {
      account,
      scope: this.granted,
      redirectUri: said('redirect_uri'),
      challenge: said('code_challenge'),
    })
    return { code, state: said('state') }
  }

  /** The member takes the access back on Discord's page, or a token was revoked. */
  deauthorize(accountId: string): void {
    for (const tokens of [this.#access, this.#refresh])
      for (const [token, grant] of tokens) if (grant.account.id === accountId) tokens.delete(token)
    this.connections.delete(accountId)
  }

  /** A week has passed. */
  expireAccess(): void {
    this.#access.clear()
  }

  hasAccess = (accountId: string) =>
    [...this.#refresh.values()].some(({ account }) => account.id === accountId)

  /** Undefined for a path that is not of an application. */
  respond(call: DiscordCall): DiscordResponse | undefined {
    const { method, path, text } = call
    this.calls.push(call)
    const { DISCORD_CLIENT_ID: id } = discordApplication
    switch (`${method} ${path}`) {
      case 'GET /oauth2/authorize':
        return this.#authorize(call.query)
      case 'POST /oauth2/token':
        return this.#isApplication(call)
          ? this.#token(new URLSearchParams(text))
          : [401, { error: 'invalid_client' }]
      case 'POST /oauth2/token/revoke':
        return this.#isApplication(call)
          ? this.#revoke(new URLSearchParams(text))
          : [401, { error: 'invalid_client' }]
      case 'GET /oauth2/applications/@me':
        return this.#isBot(call) ? [200, { id, name: 'Roles' }] : unauthorized
      case 'GET /users/@me': {
        const grant = this.#grantOf(call)
        return grant === undefined ? unauthorized : [200, { discriminator: '0', ...grant.account }]
      }
      case `PUT /users/@me/applications/${id}/role-connection`:
        return this.#connect(call)
      case `PUT /applications/${id}/role-connections/metadata`:
        return this.#isBot(call) ? this.#register(JSON.parse(text) as MetadataRecord[]) : unauthorized
      default:
        return undefined
    }
  }

  /** Discord's page, whose button is pressed at once. */
  #authorize(query: string): DiscordResponse {
    const said = new URLSearchParams(query)
    const back = new URL(said.get('redirect_uri') ?? '')
    const reply =
      this.visitor === undefined
        ? {
            error: 'access_denied',
            error_description: 'The resource owner denied the request',
            state: said.get('state') ?? '',
          }
        : this.agree(`https://discord.example/?${query}`, this.visitor)
    back.search = new URLSearchParams(reply).toString()
    return [302, undefined, { location: back.href }]
  }

  #isApplication = ({ authorization }: DiscordCall) =>
    authorization ===
    `Basic ${Buffer.from(`${discordApplication.DISCORD_CLIENT_ID}:${this.clientSecret}`).toString('base64')}`

  #isBot = ({ authorization }: DiscordCall) => authorization === `Bot ${this.botToken}`

  #grantOf = ({ authorization }: DiscordCall) =>
    this.#access.get(authorization?.replace(/^Bearer /, '') ?? '')

  #token(form: URLSearchParams): DiscordResponse {
    const said = (name: string) => form.get(name) ?? ''
    if (said('grant_type') === 'authorization_code') {
      const grant = this.#codes.get(said('code'))
      this.#codes.delete(said('code'))
      const challenge = createHash('sha256').update(said('code_verifier')).digest('base64url')
      if (grant === undefined || grant.redirectUri !== said('redirect_uri') || grant.challenge !== challenge)
        return invalidGrant
      return this.#issue(grant)
    }
    const grant = this.#refresh.get(said('refresh_token'))
    if (said('grant_type') !== 'refresh_token' || grant === undefined) return invalidGrant
    this.#refresh.delete(said('refresh_token'))
    return this.#issue(grant)
  }

  #issue(grant: Grant): DiscordResponse {
    const access_token = randomBytes(15).toString('base64url')
    const refresh_token = randomBytes(15).toString('base64url')
    this.#access.set(access_token, grant)
    this.#refresh.set(refresh_token, grant)
    return [
      200,
      { token_type: 'Bearer', access_token, expires_in: lifetimeSeconds, refresh_token, scope: grant.scope },
    ]
  }

  #revoke(form: URLSearchParams): DiscordResponse {
    const token = form.get('token') ?? ''
    const grant = this.#access.get(token) ?? this.#refresh.get(token)
    if (grant !== undefined) this.deauthorize(grant.account.id)
    return [200, {}]
  }

  #connect(call: DiscordCall): DiscordResponse {
    const grant = this.#grantOf(call)
    if (grant === undefined || !grant.scope.includes('role_connections.write')) return unauthorized
    const { platform_name, platform_username, metadata = {} } = JSON.parse(call.text)
    const known = new Set((this.metadata ?? []).map(({ key }) => key))
    const isValid = Object.entries(metadata).every(
      ([key, value]) => (known.size === 0 || known.has(key)) && /^-?[0-9]{1,10}$/.test(String(value)),
    )
    if (!isText(platform_name, 50) || !isText(platform_username, 100) || !isValid) return invalidForm
    this.connections.set(grant.account.id, { platform_name, platform_username, metadata })
    return [200, { platform_name, platform_username, metadata }]
  }

  #register(records: readonly MetadataRecord[]): DiscordResponse {
    const isValid =
      Array.isArray(records) &&
      records.length <= 5 &&
      records.every(
        ({ type, key, name, description }) =>
          type >= 1 &&
          type <= 8 &&
          /^[a-z0-9_]{1,50}$/.test(key) &&
          name.length >= 1 &&
          name.length <= 100 &&
          description.length >= 1 &&
          description.length <= 200,
      )
    if (!isValid) return invalidForm
    this.metadata = records
    return [200, records]
  }
}
