import { sql } from 'kysely'
import type { Stream } from '../../../../contract/players/players-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { avatarPath } from '../../accounts/users/avatar/queries.ts'

/** Streams in their order; those of accounts without a linked player, as a deleted one is, are left out. */
export async function listStreams(
  executor: Executor,
  streams: readonly { readonly player: number; readonly link: string }[],
): Promise<Stream[]> {
  if (streams.length === 0) return []
  const { rows } = await sql<Stream['user']>`
    SELECT id, shown_name AS username, ${avatarPath} AS "avatarUrl", rank FROM users
    WHERE id = ANY(${streams.map(({ player }) => player)}) AND linked_at IS NOT NULL
  `.execute(executor)
  const users = new Map(rows.map((user) => [user.id, user]))
  return streams.flatMap(({ player, link }) => {
    const user = users.get(player)
    return user === undefined ? [] : [{ user, link }]
  })
}
