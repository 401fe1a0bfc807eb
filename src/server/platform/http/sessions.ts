import { createHash, randomBytes } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import { type RawBuilder, sql } from 'kysely'
import type { Area } from '../../../contract/accounts/areas.ts'
import { applyAreas, type Viewer } from '../../../contract/accounts/ranks.ts'
import type { OwnSession } from '../../../contract/accounts/sessions-schemas.ts'
import { sessionLimits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import type { Database, Executor } from '../database/database.ts'
import { grantedRank } from '../granted-rank.ts'
import type { Logger } from '../logs/logger.ts'
import { AppError } from './errors.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** 256 random bits in base64url: 43 characters. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

export interface Origin {
  readonly address: string
  readonly userAgent: string | undefined
}

/** Sessions of a member, all of which are listed. */
const maxSessions = 100

/** SQL condition for a session that has not expired; expired ones may not be deleted yet. */
const isOpen = sql`sessions.last_used_at > now() - make_interval(secs => ${sessionLimits.idleSeconds})
  AND sessions.created_at > now() - make_interval(secs => ${sessionLimits.absoluteSeconds})`

/** Without a token, an empty buffer that equals no hash. */
const hashOrNone = (token: string | undefined) =>
  token !== undefined && tokenPattern.test(token) ? hashOf(token) : Buffer.alloc(0)

const viewerOf = ({ id, rank, language }: SessionViewer): SessionViewer => ({ id, rank, language })

/** The member of a session, with the language of the account; null while none was chosen. */
export interface SessionViewer extends Viewer {
  readonly language: string | null
}

interface StoredViewer extends SessionViewer {
  readonly areas: Area[] | null
  readonly stale: boolean
}

interface SessionTimes {
  readonly created_at: Date
  readonly last_used_at: Date
}

/**
 * Sessions are stored hashed and expire after 14 idle days, at the latest after 60 days (docs/spec/rulings.md, Limits).
 */
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly config: Pick<Config, 'requireStaffSecondFactor'>,
    private readonly log: Pick<Logger, 'debug'>,
  ) {}

  /** Creates a session and returns its token, of which only the hash is stored. Ends the oldest above the limit. */
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
    await sql`
      DELETE FROM sessions WHERE id IN (
        SELECT id FROM sessions WHERE user_id = ${userId} ORDER BY id DESC OFFSET ${maxSessions}
      )
    `.execute(executor)
    return token
  }

  /**
   * Returns the viewer for a session token. The rank and its areas are read from the database on every call; the rank is
   * Member while a required second factor is missing.
   */
  async find(token: string | undefined): Promise<SessionViewer | null> {
    const row = await this.#read(token)
    if (row === null) return null
    if (row.stale) await this.#touch(row.hash)
    return viewerOf(row)
  }

  /** Like `find`, without recording that the session was used. For messages that the server pushes. */
  async peek(token: string | undefined): Promise<Viewer | null> {
    const row = await this.#read(token)
    return row && viewerOf(row)
  }

  /** Records that the password was entered again. */
  async confirm(transaction: Executor, token: string | undefined): Promise<void> {
    await transaction
      .updateTable('sessions')
      .set({ confirmed_at: sql`now()` })
      .where('token_hash', '=', hashOrNone(token))
      .execute()
  }

  /**
   * Guards what gives or takes for good, so that a session that was left open or stolen does none of it.
   * @throws 403 `confirm_password` when the password was last entered more than 15 minutes ago
   */
  async requireConfirmed(executor: Executor, token: string | undefined): Promise<void> {
    const { rows } = await sql`
      SELECT FROM sessions WHERE token_hash = ${hashOrNone(token)}
        AND confirmed_at > now() - make_interval(secs => ${sessionLimits.confirmedSeconds})
    `.execute(executor)
    if (rows.length === 0)
      throw new AppError('confirm_password', msg`Enter your password again to change this`)
  }

  /** Locks a session until the transaction ends; undefined when it has expired. */
  async lock(transaction: Executor, token: string | undefined): Promise<number | undefined> {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM sessions WHERE token_hash = ${hashOrNone(token)} AND ${isOpen} FOR KEY SHARE
    `.execute(transaction)
    return rows[0]?.id
  }

  /** Returns the viewer of a session id with the current rank; null when the session has expired. */
  async viewerOf(executor: Executor, id: number): Promise<Viewer | null> {
    const row = await this.#readWhere(executor, sql`sessions.id = ${id}`)
    return row && viewerOf(row)
  }

  async #read(token: string | undefined) {
    if (token === undefined || !tokenPattern.test(token)) return null
    const hash = hashOf(token)
    const row = await this.#readWhere(this.database.sql, sql`sessions.token_hash = ${hash}`)
    return row && { ...row, hash }
  }

  async #readWhere(executor: Executor, condition: RawBuilder<unknown>) {
    const { rows } = await sql<StoredViewer>`
      SELECT users.id, ${grantedRank(this.config)} AS rank, users.language,
        CASE WHEN users.rank <> 'Member' THEN areas_of_rank(users.rank) END AS areas,
        sessions.last_used_at < now() - interval '1 minute' OR users.last_seen_at IS NULL
          OR users.last_seen_at < now() - interval '1 minute' AS stale
      FROM sessions JOIN users ON users.id = sessions.user_id
      WHERE ${condition} AND ${isOpen}
    `.execute(executor)
    const [row] = rows
    if (row !== undefined && row.rank !== 'Member') applyAreas(row.rank, row.areas)
    return row ?? null
  }

  async end(token: string | undefined): Promise<void> {
    if (token === undefined || !tokenPattern.test(token)) return
    await this.database.sql.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
  }

  async endAll(executor: Executor, userId: number): Promise<void> {
    await executor.deleteFrom('sessions').where('user_id', '=', userId).execute()
  }

  /** Ends all sessions of a member except the one with this token. */
  async endOthers(executor: Executor, userId: number, token: string | undefined): Promise<void> {
    await executor
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('token_hash', '<>', hashOrNone(token))
      .execute()
  }

  /** Ends one of the member's sessions by its public number; undefined when there is none. */
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

  /** Lists a member's sessions, newest first; `token` marks the current one. */
  async list(userId: number, token: string | undefined): Promise<OwnSession[]> {
    const { rows } = await sql<Omit<OwnSession, 'createdAt' | 'lastUsedAt'> & SessionTimes>`
      SELECT id, host(address) AS address, user_agent AS "userAgent", created_at, last_used_at,
        token_hash = ${hashOrNone(token)} AS "isCurrent"
      FROM sessions WHERE user_id = ${userId} AND ${isOpen} ORDER BY id DESC LIMIT ${maxSessions}
    `.execute(this.database.sql)
    return rows.map(({ created_at, last_used_at, ...row }) => ({
      ...row,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
    }))
  }

  /** Deletes expired sessions. */
  async sweep(): Promise<void> {
    await sql`
      DELETE FROM sessions
      WHERE last_used_at < now() - make_interval(secs => ${sessionLimits.idleSeconds})
        OR created_at < now() - make_interval(secs => ${sessionLimits.absoluteSeconds})
    `.execute(this.database.sql)
  }

  /**
   * Updates session and member in one statement, at most once a minute. No read waits or fails because of it: it passes
   * over locked rows, does not wait for a standby, and is left out when it fails.
   */
  async #touch(hash: Buffer): Promise<void> {
    if (this.database.outageBegunAtMs !== undefined) return
    const touch = sql`
      WITH local AS (SELECT set_config('synchronous_commit', 'off', true)),
        session AS (
          SELECT sessions.id, user_id FROM sessions, local WHERE token_hash = ${hash}
          FOR NO KEY UPDATE OF sessions SKIP LOCKED
        ),
        used AS (
          UPDATE sessions SET last_used_at = now() FROM session WHERE sessions.id = session.id
        )
      UPDATE users SET last_seen_at = now()
      WHERE id = (
        SELECT users.id FROM users JOIN session ON session.user_id = users.id
        FOR NO KEY UPDATE OF users SKIP LOCKED
      )
    `.execute(this.database.sql)
    await touch.catch((error) => this.log.debug({ err: error }, 'could not record that a session was used'))
  }
}
