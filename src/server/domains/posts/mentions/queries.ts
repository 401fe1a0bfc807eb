import { sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { maxMentions, maxSuggestedNames } from '../../../../contract/posts/mentions.ts'
import type { Mention } from '../../../../contract/posts/mentions-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { formerNameFound, hadName, nameBegins } from '../../../platform/database/name-search.ts'
import { avatarPath } from '../../accounts/users/avatar/queries.ts'
import type { NamesBehind } from './names-in.ts'

/** The post or the comment whose text names somebody. */
export type MentionedIn = { readonly postId: number } | { readonly commentId: number }

/** Accounts of one name, or with one beginning, that are looked at. */
const maxCandidates = 200

/**
 * Of several with one name, a linked member comes before other members, members before players without an account, and
 * the oldest account first.
 */
const firstOfName = sql`username IS NULL, linked_at IS NULL, id`

/** Finds by shown names, regardless of case. */
async function findNamed(executor: Executor, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; userId: number }>`
    SELECT wanted.name, named.id AS "userId" FROM unnest(${names}::text[]) AS wanted (name)
      CROSS JOIN LATERAL (SELECT id FROM (
        SELECT id, username, linked_at FROM users WHERE lower(shown_name) = lower(wanted.name) AND deleted_at IS NULL
        LIMIT ${maxCandidates}) AS users ORDER BY ${firstOfName} LIMIT 1) AS named
  `.execute(executor)
  return new Map(rows.map(({ name, userId }) => [name, userId]))
}

/** The first mentions of a text. At each `@` the longest name counts that somebody has. */
export async function findMentions(executor: Executor, found: readonly NamesBehind[]): Promise<Mention[]> {
  const named = await findNamed(executor, [
    ...new Set(found.flatMap(({ names }) => names.map(({ name }) => name))),
  ])
  return found
    .flatMap(({ at, names }) => {
      const longest = names.find(({ name }) => named.has(name))
      return longest === undefined ? [] : [{ userId: named.get(longest.name)!, at, length: longest.length }]
    })
    .slice(0, maxMentions)
}

const textOf = (subject: MentionedIn) =>
  'postId' in subject ? sql`post_id = ${subject.postId}` : sql`comment_id = ${subject.commentId}`

/**
 * Stores whom a text names now. Returns who was never named in it before, as far as the text may still notify somebody.
 * The post is locked, or nobody else knows the text yet. Who is deleted meanwhile is left out.
 */
export async function storeMentions(
  transaction: Executor,
  subject: MentionedIn,
  mentions: readonly Mention[],
): Promise<number[]> {
  const { rows: earlier } = await sql<{ userId: number }>`
    SELECT user_id AS "userId" FROM mentions WHERE ${textOf(subject)}
  `.execute(transaction)
  if (earlier.length === 0 && mentions.length === 0) return []
  const ids = [...new Set(mentions.map(({ userId }) => userId))]
  await sql`
    UPDATE mentions SET spans = '[]' WHERE ${textOf(subject)} AND user_id <> ALL (${ids}::int[])
  `.execute(transaction)
  const spans = ids.map((id) =>
    JSON.stringify(mentions.filter(({ userId }) => userId === id).map(({ at, length }) => [at, length])),
  )
  const [postId, commentId] = 'postId' in subject ? [subject.postId, null] : [null, subject.commentId]
  const { rows: stored } = await sql<{ userId: number }>`
    INSERT INTO mentions (post_id, comment_id, user_id, spans)
    SELECT ${postId}::int, ${commentId}::int, users.id, wanted.spans::jsonb
    FROM users JOIN unnest(${ids}::int[], ${spans}::text[]) AS wanted (id, spans) ON wanted.id = users.id
    ORDER BY users.id FOR KEY SHARE OF users
    ON CONFLICT (${sql.ref(commentId === null ? 'post_id' : 'comment_id')}, user_id) DO UPDATE SET spans = excluded.spans
    RETURNING user_id AS "userId"
  `.execute(transaction)
  const known = new Set(earlier.map(({ userId }) => userId))
  const left = Math.max(0, maxMentions - known.size)
  const exists = new Set(stored.map(({ userId }) => userId))
  return ids.filter((id) => exists.has(id) && !known.has(id)).slice(0, left)
}

/** SQL for the mentions of a text, as the contract has them; null where it names nobody. */
export const mentionsOf = (column: 'post_id' | 'comment_id', id: 'posts.id' | 'comments.id') => sql`(
  SELECT json_agg(json_build_object('userId', mentions.user_id, 'at', span -> 0, 'length', span -> 1) ORDER BY (span -> 0)::int)
  FROM mentions CROSS JOIN LATERAL jsonb_array_elements(mentions.spans) AS span
  WHERE mentions.${sql.ref(column)} = ${sql.ref(id)}
    AND NOT EXISTS (SELECT FROM pending_deletions AS pending WHERE pending.user_id = mentions.user_id))`

interface SuggestedName {
  readonly id: number
  readonly username: string
  readonly avatarUrl: string | null
  readonly rank: Rank
  readonly formerName?: string
}

/**
 * Names that begin with a text, the exact one first, then members, then players without an account; of several with one
 * name whom a mention means. Players who bore such a name before
 * come last. Names that no mention can have are left out.
 */
export async function suggestNames(
  executor: Executor,
  viewerId: number,
  text: string,
): Promise<SuggestedName[]> {
  const named = sql`FROM users WHERE deleted_at IS NULL AND shown_name !~ '[@\\n\\r]' AND`
  const begins = nameBegins(sql`shown_name`, text)
  const { rows } = await sql<Omit<SuggestedName, 'formerName'> & { readonly formerName: string | null }>`
    WITH candidates AS (
      (SELECT users.* ${named} folded(shown_name) = folded(${text}) LIMIT ${maxCandidates}) UNION ALL
      (SELECT users.* ${named} ${begins} AND username IS NOT NULL LIMIT ${maxCandidates}) UNION ALL
      (SELECT users.* ${named} ${begins} LIMIT ${maxCandidates}) UNION ALL
      (SELECT users.* ${named} ${hadName(text)} LIMIT ${maxCandidates})
    ), meant AS (
      SELECT DISTINCT ON (lower(shown_name)) * FROM candidates ORDER BY lower(shown_name), ${firstOfName}
    )
    SELECT users.id, users.shown_name AS username, ${avatarPath} AS "avatarUrl", users.rank,
      ${formerNameFound(text)} AS "formerName" FROM meant AS users
    WHERE users.id <> ${viewerId}
    ORDER BY NOT ${begins}, lower(shown_name) <> lower(${text}), NOT starts_with(lower(shown_name), lower(${text})), username IS NULL, char_length(shown_name), lower(shown_name)
    LIMIT ${maxSuggestedNames}
  `.execute(executor)
  return rows.map(({ formerName, ...user }) => ({ ...user, ...(formerName !== null && { formerName }) }))
}
