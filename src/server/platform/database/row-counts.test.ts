import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { networkFigures } from '../../admin/queries.ts'
import { communityFigures } from '../../domains/posts/community/queries.ts'
import { planOf } from '../../testing/plan.ts'
import { createTestDatabase } from '../../testing/template-database.ts'
import { createLogger } from '../logs/logger.ts'
import { type Database, openDatabase } from './database.ts'

let database: Database
let drop: () => Promise<void>
/** Another process of the site. */
let other: Database
beforeAll(async () => {
  const store = await createTestDatabase()
  drop = store.drop
  database = openDatabase({ url: store.appUrl, log: createLogger('silent'), max: 4 })
  other = openDatabase({ url: store.appUrl, log: createLogger('silent'), max: 4 })
})
afterAll(async () => {
  await Promise.all([database.close(), other.close()])
  await drop()
})

const shownCounts = async () => {
  const [{ posts }, { members }] = await Promise.all([
    communityFigures(database.sql),
    networkFigures(database.sql),
  ])
  return { posts, members }
}

const counted = async () => {
  const { rows } = await sql<{ posts: number; members: number }>`
    SELECT (SELECT count(*)::int FROM posts) AS posts,
      (SELECT count(*)::int FROM users WHERE username IS NOT NULL) AS members
  `.execute(database.sql)
  return rows[0]!
}

const insertMember = (name: string) => sql<{ id: number }>`
  INSERT INTO users (username, password_hash) VALUES (${name}, 'none') RETURNING id`

async function member(name: string): Promise<number> {
  const { rows } = await insertMember(name).execute(database.sql)
  return rows[0]!.id
}

const write = (author: number, count: number) => sql`
  INSERT INTO posts (user_id, content) SELECT ${author}::int, 'Post ' || n FROM generate_series(1, ${count}::int) AS n`

describe('the number of posts and members is what counting them says', () => {
  test('on an empty site', async () => {
    expect(await shownCounts()).toEqual({ posts: 0, members: 0 })
  })

  test('a player whom only the game server knows is no member, and a write that is undone counts nothing', async () => {
    await sql`INSERT INTO users (gamertag) VALUES ('Guest')`.execute(database.sql)
    await expect(
      database.sql.transaction().execute(async (transaction) => {
        await insertMember('Undone').execute(transaction)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await shownCounts()).toEqual({ posts: 0, members: 0 })
  })

  test('after posts of many at once, from two processes', async () => {
    const authors = await Promise.all(Array.from({ length: 6 }, (_, n) => member(`Author${n}`)))
    await Promise.all(
      authors.flatMap((author) => [
        write(author, 3).execute(database.sql),
        write(author, 2).execute(other.sql),
      ]),
    )
    expect(await shownCounts()).toEqual({ posts: 30, members: 6 })
  })

  test('after an author left with everything they wrote', async () => {
    const author = await member('Leaving')
    await write(author, 7).execute(database.sql)
    await sql`DELETE FROM users WHERE id = ${author}`.execute(other.sql)
    expect(await shownCounts()).toEqual(await counted())
  })

  test('after a player became a member, and the other way round', async () => {
    await sql`UPDATE users SET username = 'guest', password_hash = 'none' WHERE gamertag = 'Guest'`.execute(
      database.sql,
    )
    expect(await shownCounts()).toEqual({ posts: 30, members: 7 })
    await sql`UPDATE users SET username = NULL, password_hash = NULL WHERE gamertag = 'Guest'`.execute(
      database.sql,
    )
    expect(await shownCounts()).toEqual({ posts: 30, members: 6 })
  })
})

test.each([
  [
    'the figures of the community',
    communityFigures,
    [
      ...['all_comments', 'row_counts', 'users'],
      // What goes with an account that can be restored.
      ...['all_comments', 'all_posts', 'pending_deletions', 'pending_deletions', 'pending_deletions'],
    ],
  ],
  [
    'the overview of the staff area',
    networkFigures,
    ['board_counts', 'boards', 'matches', 'row_counts', 'users'],
  ],
] as const)(
  'For %s no posts are read but those of accounts that can be restored, and users once, for those who are here now',
  async (_, figures, tables) => {
    const requests: string[] = []
    await figures(
      database.sql.withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind === 'RawNode') requests.push(node.sqlFragments.join(''))
          return node
        },
        transformResult: async ({ result }) => result,
      }),
    )
    const nodes = await planOf(database.sql, sql.raw(requests.join(';')))
    expect(nodes.flatMap((node) => node['Relation Name'] ?? []).sort()).toEqual(tables.toSorted())
  },
)
