import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { linkCodeLimits } from '../../../../../contract/matches/link.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import type { IdentityRef } from '../identity.ts'
import { lockNames } from './locks.ts'

const hashCode = (code: string) => createHash('sha256').update(code).digest()

/** Unused and within ten minutes of its `at`; a clock that is ahead does not extend it. */
const isRecent = sql`used_at IS NULL
  AND now() < least(link_codes.at, link_codes.created_at) + make_interval(secs => ${linkCodeLimits.liveSeconds})`

const isLive = sql`voided_at IS NULL AND ${isRecent}`

export interface NewCode {
  readonly code: string
  readonly identityId: number
  /** Whose key sent it. */
  readonly serverId: number
  /** When the game server made it; left out, now. */
  readonly at?: Date
}

/** Stores hashed codes. A code that is valid for another account as well becomes invalid for both. */
export async function storeCodes(transaction: Executor, codes: readonly NewCode[]): Promise<void> {
  await lockNames(
    transaction,
    codes.map(({ code }) => `code ${hashCode(code).toString('hex')}`),
  )
  for (const { code, identityId, serverId, at } of codes) {
    const hash = hashCode(code)
    await sql`
      INSERT INTO link_codes (code_hash, identity_id, server_id, at)
      VALUES (${hash}, ${identityId}, ${serverId}, coalesce(${at ?? null}::timestamptz, now()))
    `.execute(transaction)
    await sql`
      UPDATE link_codes SET voided_at = now() WHERE code_hash = ${hash} AND ${isRecent} AND 1 < (
        SELECT count(DISTINCT user_id) FROM link_codes JOIN game_identities ON game_identities.id = identity_id
        WHERE code_hash = ${hash} AND ${isRecent})
    `.execute(transaction)
  }
}

/** Whether a game server was given a code, for that player. */
export async function isCodeOf(
  transaction: Executor,
  code: string,
  { serverId, of }: { readonly serverId: number; readonly of: IdentityRef },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM link_codes JOIN game_identities AS identity ON identity.id = identity_id
      LEFT JOIN hidden_identities AS hidden USING (identity_id)
    WHERE code_hash = ${hashCode(code)} AND server_id = ${serverId}
      AND identity.kind = ${of.kind} AND coalesce(hidden.value, identity.value) = ${of.value}
  `.execute(transaction)
  return rows.length > 0
}

interface CodeOwner {
  readonly userId: number
  readonly identityId: number
  readonly serverId: number | null
}

/** Returns the account of the player who was shown this code, while it is valid, and whose key sent it. */
export async function findCodeOwner(transaction: Executor, code: string): Promise<CodeOwner | undefined> {
  const { rows } = await sql<CodeOwner>`
    SELECT user_id AS "userId", identity_id AS "identityId", server_id AS "serverId" FROM link_codes JOIN game_identities ON game_identities.id = identity_id
    WHERE code_hash = ${hashCode(code)} AND ${isLive} LIMIT 1
  `.execute(transaction)
  return rows[0]
}

/** Ends the unused codes of an identity's player. */
export async function endEarlierCodes(transaction: Executor, identityId: number): Promise<void> {
  await sql`
    UPDATE link_codes SET voided_at = now() WHERE used_at IS NULL AND voided_at IS NULL AND identity_id IN (
      SELECT own.id FROM game_identities AS own JOIN game_identities AS named USING (user_id)
      WHERE named.id = ${identityId})
  `.execute(transaction)
}

/** A link consumes all codes of the player. */
export async function consumeCodes(transaction: Executor, userId: number): Promise<void> {
  await sql`
    UPDATE link_codes SET used_at = now() WHERE used_at IS NULL
      AND identity_id IN (SELECT id FROM game_identities WHERE user_id = ${userId})
  `.execute(transaction)
}
