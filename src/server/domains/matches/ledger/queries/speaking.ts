import { sql } from 'kysely'
import { isShownStaffRank, keysOfRanks } from '../../../../../contract/accounts/ranks.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { lockPresence } from '../../presence/queries.ts'
import { identityKey, type Sighting } from '../identity.ts'
import { findAnonymizedIdentities } from './anonymization.ts'
import { findIdentities } from './identities.ts'

/** How long after somebody left events about them count: a report typed after the match, a punishment for it. */
const graceMs = 15 * 60_000

/** How long somebody counts as on a game server whose lists do not say that they left, or that sends none. */
export const unlistedMs = 24 * 3_600_000

/** What a key says about somebody, by its number in the batch. */
export interface AskedClaim {
  readonly n: number
  readonly kind: string
  readonly value: string
  readonly at: Date
  /** Null for somebody whom the site does not know. */
  readonly identityId: number | null
}

interface Heard {
  /** The key linked them, or they were on its game server at the time. */
  readonly isHeard: boolean
  /** One of the accounts of this person has a staff rank that is shown: a refusal would name the others. */
  readonly isStaff: boolean
}

/** In the order of `asked`. */
export async function findHeard(
  executor: Executor,
  serverId: number,
  asked: readonly AskedClaim[],
): Promise<readonly Heard[]> {
  const { rows } = await sql<Heard>`
    SELECT
      coalesce(linked_at IS NOT NULL AND linked_server_id = ${serverId}, false)
        OR coalesce(CASE WHEN left_at IS NULL THEN asked.at - seen_at < make_interval(secs => ${unlistedMs / 1000})
          ELSE asked.at - left_at < make_interval(secs => ${graceMs / 1000}) END, false)
        OR EXISTS (SELECT FROM presence_unknown AS here WHERE here.server_id = ${serverId}
          AND here.player = sha256(convert_to(asked.kind || ':' || asked.value, 'UTF8'))) AS "isHeard",
      users.id IS NOT NULL AND EXISTS (SELECT FROM users AS own
        WHERE own.id IN (SELECT own_accounts(users.id)) AND own.rank <> 'Member'
          AND own.rank = ANY (${keysOfRanks(isShownStaffRank)}::text[])) AS "isStaff"
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      AS asked (n int, kind text, value text, at timestamptz, "identityId" int)
    LEFT JOIN game_identities AS identity ON identity.id = asked."identityId"
    LEFT JOIN users ON users.id = identity.user_id
    LEFT JOIN server_players ON server_players.server_id = ${serverId} AND server_players.identity_id = identity.id
    ORDER BY asked.n
  `.execute(executor)
  return rows
}

/** While somebody stays, they are noted again only after this time. */
const noted = sql`interval '5 minutes'`

/**
 * Notes who was on a game server, as its matches and joins say; the lists of its heartbeats do so with the presence. In a
 * transaction of its own, and only where something is new.
 */
export async function noteSightings(
  database: Executor,
  serverId: number,
  sightings: readonly Sighting[],
): Promise<void> {
  if (sightings.length === 0) return
  const known = await findIdentities(database, sightings)
  const strangers = sightings.filter((one) => !known.has(identityKey(one)))
  const identities = new Map([...known, ...(await findAnonymizedIdentities(database, strangers))])
  const seen = sightings.flatMap((one) => {
    const identity = identities.get(identityKey(one))
    return identity ? [{ identityId: identity.id, at: one.at }] : []
  })
  const fresh = (executor: Executor) =>
    sql<{ identityId: number; at: Date }>`
    SELECT seen."identityId", max(least(seen.at, now())) AS at
    FROM jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) AS seen ("identityId" int, at timestamptz)
    LEFT JOIN server_players AS known ON known.server_id = ${serverId} AND known.identity_id = seen."identityId"
    GROUP BY seen."identityId", known.seen_at, known.left_at
    HAVING known.seen_at IS NULL OR max(least(seen.at, now())) > coalesce(known.left_at, known.seen_at + ${noted})
  `.execute(executor)
  if ((await fresh(database)).rows.length === 0) return
  await database.transaction().execute(async (transaction) => {
    await lockPresence(transaction)
    const { rows } = await fresh(transaction)
    await sql`
      INSERT INTO server_players AS known (server_id, identity_id, seen_at)
      SELECT ${serverId}, "identityId", at
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS fresh ("identityId" int, at timestamptz)
      ON CONFLICT (server_id, identity_id) DO UPDATE SET seen_at = excluded.seen_at, left_at = NULL
    `.execute(transaction)
  })
}

/** Longer than an outage in which game servers keep what they could not send. */
const keptDays = 7

export async function sweepSightings(executor: Executor): Promise<void> {
  await sql`
    DELETE FROM server_players WHERE coalesce(left_at, seen_at) < now() - make_interval(days => ${keptDays})
  `.execute(executor)
}
