import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'
import { afterId, type PersonalData } from '../../../../platform/personal-data.ts'
import { avatarPath } from '../../users/avatar/queries.ts'

/** Lists of a member's export. */
export const accountsData: readonly PersonalData[] = [
  {
    name: 'earlierIds',
    page: (userId, after, limit) => sql`
      SELECT old_id AS cursor, json_build_object('id', old_id, 'mergedAt', created_at) AS record
      FROM user_redirects WHERE user_id = ${userId} AND old_id > ${afterId(after)} ORDER BY old_id LIMIT ${limit}`,
  },
  {
    name: 'sessions',
    page: (userId, after, limit) => sql`
      SELECT encode(token_hash, 'hex') AS cursor, json_build_object('createdAt', created_at,
        'lastUsedAt', last_used_at, 'address', host(address), 'userAgent', user_agent) AS record
      FROM sessions WHERE user_id = ${userId} AND token_hash > decode(${after ?? ''}, 'hex')
      ORDER BY token_hash LIMIT ${limit}`,
  },
  {
    name: 'knownNetworks',
    page: (userId, after, limit) => sql`
      SELECT network AS cursor, json_build_object('network', network, 'lastLoginAt', last_login_at) AS record
      FROM known_networks WHERE user_id = ${userId} AND network > ${after ?? ''} ORDER BY network LIMIT ${limit}`,
  },
  {
    name: 'verifiedEmail',
    page: (userId, after, limit) => sql`
      SELECT user_id AS cursor, json_build_object('email', email, 'verifiedAt', verified_at) AS record
      FROM verified_emails WHERE user_id = ${userId} AND user_id > ${afterId(after)} ORDER BY user_id LIMIT ${limit}`,
  },
  {
    name: 'blocks',
    page: (userId, after, limit) => sql`
      SELECT blocked_id AS cursor, json_build_object('memberId', blocked_id, 'createdAt', created_at) AS record
      FROM blocks WHERE blocker_id = ${userId} AND blocked_id > ${afterId(after)} ORDER BY blocked_id LIMIT ${limit}`,
  },
  {
    name: 'restrictions',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('reason', reason, 'until', until, 'createdAt', created_at,
        'liftedAt', lifted_at) AS record
      FROM restrictions WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    // Without the secret and the recovery codes, which give access to the account.
    name: 'secondFactor',
    page: (userId, after, limit) => sql`
      SELECT user_id AS cursor, json_build_object('since', created_at, 'recoveryCodesLeft',
        (SELECT count(*) FROM second_factor_recovery_codes AS codes WHERE codes.user_id = factors.user_id)) AS record
      FROM second_factors AS factors WHERE user_id = ${userId} AND user_id > ${afterId(after)}
      ORDER BY user_id LIMIT ${limit}`,
  },
]

/** Fields of the account without the password hash. Undefined when the account was deleted. */
export async function readAccount(executor: Executor, userId: number): Promise<object | undefined> {
  const { rows } = await sql<{ account: object }>`
    SELECT json_build_object('id', id, 'username', username, 'email', email, 'bio', bio, 'discordTag', discord_tag,
      'avatarUrl', ${avatarPath}, 'avatar', (SELECT 'data:image/webp;base64,' ||
        translate(encode(bytes, 'base64'), chr(10), '') FROM avatars WHERE user_id = users.id),
      'foreignAvatarUrl', avatar_url, 'rank', rank, 'gamertag', gamertag, 'gamertagAt', gamertag_at, 'formerNames', former_names,
      'linkedAt', linked_at, 'hidePresence', hide_presence, 'language', language,
      'createdAt', created_at, 'lastLoginAt', last_login_at, 'lastSeenAt', last_seen_at) AS account
    FROM users WHERE id = ${userId}
  `.execute(executor)
  return rows[0]?.account
}
