import { type RawBuilder, sql } from 'kysely'
import type { InForce, InForcePage, InForceQuery } from '../../../../contract/moderation/in-force-schemas.ts'
import { isAboutOthers } from '../../../platform/conflicts.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { playerNameConditions } from '../../../platform/database/name-search.ts'
import { activeRestriction } from '../../../platform/granted-rank.ts'
import { currentUntil, isConfirmed, isInForce } from '../punishments/queries.ts'

export interface InForceOptions extends InForceQuery {
  readonly viewerId: number
}

interface Source {
  readonly at: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly account: RawBuilder<unknown>
}

/** The conditions that both kinds of rows share, and the order and length of a page. */
function pageOf({ q, cursor, limit, viewerId }: InForceOptions, { at, id, account }: Source) {
  const conditions = [isAboutOthers(account, viewerId)]
  if (q !== undefined)
    conditions.push(sql`${account} IN (SELECT id FROM users
      WHERE ${sql.join(playerNameConditions(q, { isStaff: true }), sql` OR `)})`)
  const [moment, last] = cursor?.split('.') ?? []
  if (moment !== undefined) {
    const from = sql`timestamptz 'epoch' + ${moment}::bigint * interval '1 microsecond'`
    // Said of the moment alone as well: the index begins there.
    conditions.push(sql`${at} <= ${from} AND (${at}, ${id}) < (${from}, ${last})`)
  }
  return sql`${sql.join(conditions, sql` AND `)} ORDER BY ${at} DESC, ${id} DESC LIMIT ${limit}`
}

/** A punishment is only ever reduced, so its first end shows which may be in force. */
const punished = (page: InForceOptions) => sql`
  SELECT punishments.id::text AS id, punishments.kind, identity.user_id AS account, punishments.reason, punishments.at,
    ${currentUntil} AS until, coalesce(by_name, maker.shown_name) AS by, game_servers.name AS server,
    ${isConfirmed} AS confirmed
  FROM punishments JOIN game_identities AS identity ON identity.id = identity_id
    LEFT JOIN users AS maker ON maker.id = made_by
    LEFT JOIN game_servers ON game_servers.id = punishments.server_id
  WHERE punishments.kind IN ('ban', 'mute') AND (punishments.until IS NULL OR punishments.until > now())
    AND ${page.kind === undefined ? sql`true` : sql`punishments.kind = ${page.kind}`}
    AND ${isInForce} AND forgotten_at IS NULL
    AND ${pageOf(page, { at: sql`punishments.at`, id: sql`punishments.id::text`, account: sql`identity.user_id` })}`

const restricted = (page: InForceOptions) => sql`
  SELECT restrictions.id::text, 'restriction', user_id, reason, restrictions.created_at, until, maker.shown_name,
    NULL, true
  FROM restrictions LEFT JOIN users AS maker ON maker.id = created_by
  WHERE ${activeRestriction} AND EXISTS (SELECT FROM users WHERE users.id = user_id AND deleted_at IS NULL)
    AND ${pageOf(page, {
      at: sql`restrictions.created_at`,
      id: sql`restrictions.id::text`,
      account: sql`user_id`,
    })}`

type Row = Omit<InForce, 'at' | 'until'> & {
  readonly at: Date
  readonly until: Date | null
  readonly cursor: string
}

/** What is in force, the newest first; nothing about the reader. */
export function inForcePage(page: InForceOptions): RawBuilder<Row> {
  const { kind, limit } = page
  const sources = [
    ...(kind === 'restriction' ? [] : [sql`(${punished(page)})`]),
    ...(kind === undefined || kind === 'restriction' ? [sql`(${restricted(page)})`] : []),
  ]
  return sql<Row>`
    SELECT lasting.id, kind, reason, at, until, by, server, confirmed,
      json_build_object('id', users.id, 'username', users.shown_name, 'rank', users.rank) AS player,
      concat_ws('.', (extract(epoch FROM at) * 1000000)::bigint, lasting.id) AS cursor
    FROM (${sql.join(sources, sql` UNION ALL `)}) AS lasting (id, kind, account, reason, at, until, by, server, confirmed)
    JOIN users ON users.id = account
    ORDER BY at DESC, lasting.id DESC LIMIT ${limit}`
}

export async function listInForce(executor: Executor, page: InForceOptions): Promise<InForcePage> {
  const { rows } = await inForcePage(page).execute(executor)
  return {
    inForce: rows.map(({ cursor: _, at, until, ...row }) => ({
      ...row,
      at: at.toISOString(),
      until: until?.toISOString() ?? null,
    })),
    next: rows.length < page.limit ? null : (rows.at(-1)?.cursor ?? null),
  }
}
