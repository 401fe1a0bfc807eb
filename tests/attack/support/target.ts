import { randomBytes, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import pino from 'pino'
import type { Rank } from '../../../src/contract/accounts/ranks.ts'
import { hashKey } from '../../../src/server/domains/matches/ledger/queries/keys.ts'
import { openEmbeddedPostgres } from '../../../src/server/platform/database/embedded-postgres.ts'
import { endSite, type Site, startSite } from '../../e2e/support/site.ts'
import { type HttpResponse, type RequestOptions, sendRequest } from './http.ts'

export const password = 'correct horse'

/** No answer may wait longer for the event loop. */
const maxBlockedMs = 200

interface Block {
  /** 0: under 50. */
  readonly ms: number
  /** For how much of it the main thread was working. */
  readonly ranMs: number
}

/**
 * A complaint about an event loop that stood still. What counts is for how long it worked: on a machine that others use
 * as well, it also stands still while the disk or the processor is theirs. A whole second is too much in any case.
 */
export const blockedTooLong = ({ ms, ranMs }: Block): string | undefined =>
  ranMs > maxBlockedMs || ms > 1_000
    ? `the event loop stood still for ${ms} ms, and worked for ${ranMs} ms of them`
    : undefined

/** Somebody signed in. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly rank: Rank
  readonly cookie: string
}

const loopWatch = new URL('./loop-watch.mjs', import.meta.url)

/** The built site as a process of its own on its own database, and those who attack it. */
export class Target {
  #people = 0
  #outputRead: number

  private constructor(
    readonly site: Site,
    private readonly client: Client,
    private readonly leaveDatabase: () => Promise<void>,
  ) {
    this.#outputRead = site.output().length
  }

  static async start(environment: Record<string, string> = {}): Promise<Target> {
    const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --import ${fileURLToPath(loopWatch)}`.trim()
    const site = await startSite({ NODE_OPTIONS: nodeOptions, ...environment })
    try {
      const store = await openEmbeddedPostgres({
        dataDir: site.dataDir,
        log: pino({ level: 'silent' }),
        as: 'guest',
      })
      const client = new Client({ connectionString: store.superuserUrl.replace(/\/postgres\?/, '/vulx?') })
      // The site stops its database at the end, maybe before this connection was closed.
      client.on('error', () => undefined)
      await client.connect()
      return new Target(site, client, () => store.stop())
    } catch (error) {
      await endSite(site)
      throw error
    }
  }

  /** @throws when the site, after all that was done to it, does not stop cleanly */
  async end(): Promise<void> {
    await this.client.end()
    await this.leaveDatabase()
    const code = await this.site.stop()
    await endSite(this.site)
    if (code !== 0) throw new Error(`the site ended with ${code}:\n${this.site.output().slice(-2_000)}`)
  }

  get url(): string {
    return this.site.url
  }

  ask = (path: string, said: RequestOptions = {}): Promise<HttpResponse> => sendRequest(this.url, path, said)

  /** What the database says, past all rules of the site. */
  async rows<T extends object>(query: string, values: readonly unknown[] = []): Promise<T[]> {
    const { rows } = await this.client.query<T>(query, [...values])
    return rows
  }

  /** A new member, registered over HTTP from an address of their own; a higher rank is set in the database. */
  async join(rank: Rank = 'Member', wish?: string): Promise<Person> {
    this.#people += 1
    const name = wish ?? `Person ${this.#people}`
    const from = `127.20.${this.#people >> 8}.${this.#people & 255 || 1}`
    const body = { username: name, password }
    const response = await this.ask('/api/register', { method: 'POST', body, from })
    if (response.status !== 201)
      throw new Error(`registering ${name} answered ${response.status}: ${response.text}`)
    const { id } = response.json as { id: number }
    if (rank !== 'Member') await this.rows('UPDATE users SET rank = $1 WHERE id = $2', [rank, id])
    return { id, name, rank, cookie: cookieOf(response) }
  }

  /** Whether somebody is still signed in as who they were. */
  async isThere({ id, rank, cookie }: Person): Promise<boolean> {
    const { status, json } = await this.ask('/api/user', { cookie })
    return status === 200 && json?.id === id && json?.rank === rank
  }

  /** The Authorization header of a new game server. */
  async gameServerKey(): Promise<string> {
    const secret = `attack-${randomBytes(24).toString('base64url')}`
    await this.rows('INSERT INTO game_servers (name, secret_hash) VALUES ($1, $2)', [
      `Server ${randomUUID().slice(0, 8)}`,
      hashKey(secret),
    ])
    return `Bearer ${secret}`
  }

  /** The longest that the site's event loop stood still since this was asked last. */
  worstBlock(): Block {
    const said = this.site.output().slice(this.#outputRead)
    this.#outputRead += said.length
    const reports = said.matchAll(/event loop stood still for (\d+) ms and ran for (\d+) ms of them/g)
    const blocks = [...reports].map((match) => ({ ms: Number(match[1]), ranMs: Number(match[2]) }))
    return blocks.reduce((worst, next) => (next.ranMs > worst.ranMs ? next : worst), { ms: 0, ranMs: 0 })
  }

  /** Complains when the site is gone, or its event loop stood still too long since this was asked last. */
  async health(): Promise<string | undefined> {
    const alive = await this.ask('/health/live').catch((error: Error) => error)
    if (alive instanceof Error) return `the site does not answer any more: ${alive.message}`
    return blockedTooLong(this.worstBlock())
  }
}

/** The session cookie that an answer sets, as a Cookie header. */
export const cookieOf = ({ headers }: HttpResponse): string => headers['set-cookie']?.[0]?.split(';')[0] ?? ''
