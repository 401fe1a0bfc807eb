import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Rank, Viewer } from '../../contract/accounts/ranks.ts'
import type { OwnSession } from '../../contract/accounts/sessions-schemas.ts'
import { sessionLimits } from '../../contract/limits.ts'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import type { DB } from './schema.ts'
import { requiresSecondFactor } from './second-factor-requirement.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** 256 random bits in base64url: 43 characters. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

export interface Origin {
  readonly address: string
  readonly userAgent: string | undefined
}

type Executor = Kysely<DB> | Transaction<DB>

/** As many as a member is shown; the newest. */
const listed = 100

/** SQL: a session that is not over, though it may still wait to be swept away. */
const isOpen = sql`sessions.last_used_at > now() - make_interval(secs => ${sessionLimits.idleSeconds})
  AND sessions.created_at > now() - make_interval(secs => ${sessionLimits.absoluteSeconds})`

/** No token is nobody's hash: it marks no session as the current one and keeps none. */
const hashOrNone = (token: string | undefined) =>
  token !== undefined && tokenPattern.test(token) ? hashOf(token) : Buffer.alloc(0)

interface SessionAccount {
  readonly id: number
  readonly rank: Rank
  readonly hasFactor: boolean
  readonly hasShortPassword: boolean
}

interface SessionTimes {
  readonly created_at: Date
  readonly last_used_at: Date
}

/** Sessions live in the database, hashed: 14 days idle and 60 days at most (docs/spec/rulings.md, Limits). */
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly config: Pick<Config, 'requireStaffSecondFactor'>,
  ) {}

  /** Begins a session and returns its token, which is stored nowhere. */
  async begin(executor: Executor, userId: number, origin: Origin): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await executor
      .insertInto('sessions')
      .values({
        token_hash: hashOf(token),
        user_id: userId,
        address: origin.address,
        user_agent: origin.userAgent?.slice(0, 200) ?? null,
      })
      .execute()
    return token
  }

  /**
   * Whose token this is; the rank comes from the account at this moment, never from a copy. Powers that wait for a
   * second factor are none: whatever asks for a rank asks here.
   */
  async find(token: string | undefined): Promise<Viewer | null> {
    const row = await this.#read(token)
    if (row === null) return null
    if (row.stale) await this.#touch(row.hash)
    return this.#viewer(row)
  }

  /** The same without a trace: whom a message may reach was not seen by that, and their session was not used. */
  async peek(token: string | undefined): Promise<Viewer | null> {
    const row = await this.#read(token)
    return row && this.#viewer(row)
  }

  /** Locks a session until the transaction ends, so that it does not end before; undefined when it is over. */
  async lock(transaction: Executor, token: string | undefined): Promise<number | undefined> {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM sessions WHERE token_hash = ${hashOrNone(token)} AND ${isOpen} FOR KEY SHARE
    `.execute(transaction)
    return rows[0]?.id
  }

  /** Returns the viewer of a session by its id, with the rank as it is now; null when the session is over. */
  async viewerOf(executor: Executor, id: number): Promise<Viewer | null> {
    const row = await this.#readWhere(executor, sql`sessions.id = ${id}`)
    return row && this.#viewer(row)
  }

  #viewer(account: SessionAccount): Viewer {
    return { id: account.id, rank: requiresSecondFactor(this.config, account) ? 'Member' : account.rank }
  }

  async #read(token: string | undefined) {
    if (token === undefined || !tokenPattern.test(token)) return null
    const hash = hashOf(token)
    const row = await this.#readWhere(this.database.sql, sql`sessions.token_hash = ${hash}`)
    return row && { ...row, hash }
  }

  async #readWhere(executor: Executor, condition: RawBuilder<unknown>) {
    const { rows } = await sql<SessionAccount & { stale: boolean }>`
      SELECT users.id, users.rank, users.password_is_short IS NOT FALSE AS "hasShortPassword",
        EXISTS (SELECT FROM second_factors WHERE user_id = users.id) AS "hasFactor",
        sessions.last_used_at < now() - interval '1 minute' OR users.last_seen_at IS NULL
          OR users.last_seen_at < now() - interval '1 minute' AS stale
      FROM sessions JOIN users ON users.id = sessions.user_id
      WHERE ${condition} AND ${isOpen}
    `.execute(executor)
    return rows[0] ?? null
  }

  async end(token: string | undefined): Promise<void> {
    if (token === undefined || !tokenPattern.test(token)) return
    await this.database.sql.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
  }

  async endAll(executor: Executor, userId: number): Promise<void> {
    await executor.deleteFrom('sessions').where('user_id', '=', userId).execute()
  }

  /** All of a member's but the one with this token. */
  async endOthers(executor: Executor, userId: number, token: string | undefined): Promise<void> {
    await executor
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('token_hash', '<>', hashOrNone(token))
      .execute()
  }

  /** One of the member's own, by its public number; undefined when they have no such session. */
  async endOne(
    userId: number,
    id: number,
    token: string | undefined,
  ): Promise<{ readonly isCurrent: boolean } | undefined> {
    const { rows } = await sql<{ isCurrent: boolean }>`
      DELETE FROM sessions WHERE id = ${id} AND user_id = ${userId}
      RETURNING token_hash = ${hashOrNone(token)} AS "isCurrent"
    `.execute(this.database.sql)
    return rows[0]
  }

  /** Where a member is signed in, newest first; `token` tells which of them is asking. */
  async list(userId: number, token: string | undefined): Promise<OwnSession[]> {
    const { rows } = await sql<Omit<OwnSession, 'createdAt' | 'lastUsedAt'> & SessionTimes>`
      SELECT id, host(address) AS address, user_agent AS "userAgent", created_at, last_used_at,
        token_hash = ${hashOrNone(token)} AS "isCurrent"
      FROM sessions WHERE user_id = ${userId} AND ${isOpen} ORDER BY id DESC LIMIT ${listed}
    `.execute(this.database.sql)
    return rows.map(({ created_at, last_used_at, ...row }) => ({
      ...row,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
    }))
  }

  /** Removes sessions that are over. */
  async sweep(): Promise<void> {
    await sql`
      DELETE FROM sessions
      WHERE last_used_at < now() - make_interval(secs => ${sessionLimits.idleSeconds})
        OR created_at < now() - make_interval(secs => ${sessionLimits.absoluteSeconds})
    `.execute(this.database.sql)
  }

  /** Session used, member seen: one statement, at most once a minute. */
  async #touch(hash: Buffer): Promise<void> {
    await sql`
      WITH used AS (UPDATE sessions SET last_used_at = now() WHERE token_hash = ${hash} RETURNING user_id)
      UPDATE users SET last_seen_at = now() FROM used WHERE users.id = used.user_id
    `.execute(this.database.sql)
  }
}
