import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf, event, gameServer, player, type TestGameServer } from '../../../testing/game-server.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { moderationSetup } from '../../moderation/testing/moderation-setup.ts'
import { removePost, restorePost } from '../queries.ts'

type Member = TestBrowser & { readonly user: { readonly id: number } }

interface Named {
  readonly content: string
  readonly mentions?: readonly { userId: number; at: number; length: number }[]
}

let site: TestApp
let server: TestGameServer
let author: Member

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  author = await site.member('Author')
})
afterAll(() => site.close())

const { setRank, somebody, remove } = moderationSetup(() => site)

/** What a text names: the words, and whom they lead to. */
const named = ({ content, mentions = [] }: Named) =>
  mentions.map(({ userId, at, length }) => [[...content].slice(at, at + length).join(''), userId])

async function posted(browser: TestBrowser, content: string) {
  const response = await browser.post('/api/posts', { content })
  expect(response.status, response.text).toBe(201)
  return response.json as Named & { id: number }
}

async function commented(browser: TestBrowser, path: string, content: string, parentId?: number) {
  const response = await browser.post(`${path}/comments`, { content, parentId })
  expect(response.status, response.text).toBe(201)
  return response.json as Named & { id: number }
}

const edit = async (browser: TestBrowser, id: number, content: string) => {
  const response = await browser.patch(`/api/posts/${id}`, { content })
  expect(response.status, response.text).toBe(200)
  return response.json as Named
}

const notified = async (browser: TestBrowser) =>
  (await browser.get('/api/notifications')).json.map(
    ({ kind, title, link, by }: { kind: string; title: string; link: string; by: { id: number } }) => [
      kind,
      title,
      link,
      by.id,
    ],
  )

const stored = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM mentions`.execute(
    site.database.sql,
  )
  return rows[0]!.n
}

/** Rows of a member, also those that are not shown. */
const rowsOf = async ({ user }: Member) => {
  const { rows } = await sql`SELECT FROM notifications WHERE user_id = ${user.id}`.execute(site.database.sql)
  return rows.length
}

/** A player whom only the game server knows, who may have the name of others. */
async function playerOf(xuid: string, gamertag: string): Promise<number> {
  await server.report(event('player', player(xuid, { gamertag })))
  return accountOf(site, xuid)
}

const rename = (id: number, name: string) =>
  sql`UPDATE users SET username = ${name} WHERE id = ${id}`.execute(site.database.sql)

const publishNews = (slug: string) =>
  sql`
    INSERT INTO news (slug, title, summary, markdown, html, publish_at, published_at, announced_at)
    VALUES (${slug}, 'News', 'News', 'News', '', now(), now(), now())
  `.execute(site.database.sql)

test('[evening.40] visitors, restricted members and refused texts mention nobody: nothing is stored', async () => {
  const target = await site.member('Forty')
  const { id } = await posted(target, 'A post')
  const restricted = await site.member()
  const { id: own } = await posted(restricted, 'Mine')
  await sql`INSERT INTO restrictions (user_id, reason) VALUES (${restricted.user.id}, 'Spam')`.execute(
    site.database.sql,
  )
  const before = await stored()
  const content = 'Hi @Forty'
  for (const [browser, status] of [
    [site.browser(), 401],
    [restricted, 403],
  ] as const) {
    expect((await browser.post('/api/posts', { content })).status).toBe(status)
    expect((await browser.post(`/api/posts/${id}/comments`, { content })).status).toBe(status)
    expect((await browser.patch(`/api/posts/${own}`, { content })).status).toBe(status)
  }
  expect((await author.patch(`/api/posts/${id}`, { content })).status).toBe(403)
  expect((await author.post('/api/posts', { content: `${'@'.repeat(10_000)} @Forty` })).status).toBe(400)
  expect(
    (await author.post(`/api/posts/${id}/comments`, { content: `@Forty${' '.repeat(500)}` })).status,
  ).toBe(400)
  expect((await author.post('/api/posts/2147483647/comments', { content })).status).toBe(404)
  expect(await stored()).toBe(before)
  expect(await rowsOf(target)).toBe(0)
})

test('[evening.41] who blocked the author is not notified, but of staff, and the text says nothing of it', async () => {
  const [blocker, blocked] = [await site.member('Blocker'), await site.member()]
  await blocker.put(`/api/players/${blocked.user.id}/block`)
  const link = [['@Blocker', blocker.user.id]]
  const post = await posted(blocked, 'Hey @Blocker')
  const { id } = await posted(author, 'A post')
  const comment = await commented(blocked, `/api/posts/${id}`, 'And @Blocker')
  expect([named(post), named(comment), await rowsOf(blocker)]).toEqual([link, link, 0])
  await setRank(blocked.user.id, 'Moderator')
  const { id: official } = await posted(blocked, 'Listen, @Blocker')
  expect(await notified(blocker)).toEqual([
    ['mention', 'mentioned you in a post', `/posts/${official}`, blocked.user.id],
  ])
})

test('[evening.41] who muted mentions, the author and players without an account are not notified', async () => {
  const muting = await site.member('Muting One')
  await muting.put('/api/notifications/choices', { kind: 'mention', site: false })
  const unclaimed = await playerOf('evening41', 'Unclaimed Fox')
  const writer = await site.member('Writer')
  const post = await posted(writer, '@Writer, @muting one and @Unclaimed Fox')
  expect(named(post)).toEqual([
    ['@Writer', writer.user.id],
    ['@muting one', muting.user.id],
    ['@Unclaimed Fox', unclaimed],
  ])
  const { rows } = await sql`
    SELECT FROM notifications WHERE user_id = ANY (${[writer.user.id, muting.user.id, unclaimed]}::int[])
  `.execute(site.database.sql)
  expect(rows).toEqual([])
})

test('[evening.42] mail addresses, links, code, other scripts and names of nobody stay text', async () => {
  const ann = await site.member('Anna')
  const before = await stored()
  for (const content of [
    'mail@Anna',
    'ann@Anna.example',
    '@Anna@social.example',
    'https://site.example/@Anna',
    '`@Anna`',
    '@\u0410nna',
    '@Anna\u0301',
    '@Annab',
    '@Anna-b',
    '@An',
    '@\u200bAnna',
    '@Nobody At All',
  ]) {
    const post = await posted(author, content)
    expect([content, post.mentions]).toEqual([content, undefined])
  }
  expect([await stored(), await rowsOf(ann)]).toEqual([before, 0])
})

test('[evening.42] the longest name counts that somebody has, in any case, up to the end of a word and of the line', async () => {
  const [iron, fox] = [await site.member('Iron'), await site.member('Iron Fox')]
  const angstrom = await playerOf('evening42', '\u00c5ngstr\u00f6m \u{1f98a}')
  const post = await posted(
    author,
    '\u{1f98a} @iron fox, (@IRON)\n@Iron \nFox @Iron Foxes? "@Iron\u2019s" @A\u030angstro\u0308m \u{1f98a}!',
  )
  expect(named(post)).toEqual([
    ['@iron fox', fox.user.id],
    ['@IRON', iron.user.id],
    ['@Iron', iron.user.id],
    ['@Iron', iron.user.id],
    ['@Iron', iron.user.id],
    ['@A\u030angstro\u0308m \u{1f98a}', angstrom],
  ])
  // The same wherever it is read.
  const listed = (await site.browser().get('/api/posts?limit=1')).json[0]
  expect([listed.id, named(listed)]).toEqual([post.id, named(post)])
})

test('[evening.42] of several with one name the linked member is meant, then the oldest member, never a deleted account', async () => {
  const first = await playerOf('evening42a', 'Twin')
  expect(named(await posted(author, '@Twin'))).toEqual([['@Twin', first]])
  const member = await site.member('Twin')
  expect(named(await posted(author, '@Twin'))).toEqual([['@Twin', member.user.id]])
  await sql`
    INSERT INTO users (gamertag, deleted_at) VALUES ('Deleted player', now())
  `.execute(site.database.sql)
  expect((await posted(author, '@Deleted player')).mentions).toBeUndefined()
})

test('[evening.43] a text mentions at most ten times, and notifies at most ten members however often it is edited', async () => {
  const crowd: Member[] = []
  for (let count = 0; count < 12; count += 1) crowd.push(await site.member(`Crowd${count}x`))
  const bomb = crowd.map((_, count) => `@Crowd${count}x`)
  const post = await posted(author, bomb.join(' '))
  expect(named(post)).toHaveLength(10)
  const counts = async () => Promise.all(crowd.map(rowsOf))
  expect(await counts()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
  const later = await edit(author, post.id, bomb.toReversed().join(' '))
  expect(named(later).map(([, id]) => id)).toContain(crowd[11]!.user.id)
  expect(await counts()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
  expect(named(await posted(author, '@Crowd0x '.repeat(50)))).toHaveLength(10)
  expect(await rowsOf(crowd[0]!)).toBe(2)
})

test('[evening.44] a mention notifies with the text, its author and the page that shows it, also below news', async () => {
  const target = await site.member('Target')
  const { id } = await posted(author, 'Hello @Target and @target')
  const { id: other } = await posted(author, 'A post')
  await commented(author, `/api/posts/${other}`, 'Look, @Target')
  await publishNews('mentions-news')
  await commented(author, '/api/news/mentions-news', '@Target too')
  const by = author.user.id
  expect(await notified(target)).toEqual([
    ['mention', 'mentioned you in a comment', '/news/mentions-news#comments', by],
    ['mention', 'mentioned you in a comment', `/posts/${other}#comments`, by],
    ['mention', 'mentioned you in a post', `/posts/${id}`, by],
  ])
  const { json } = await target.get('/api/notifications?limit=1')
  expect(json[0].excerpt).toBe('@Target too')
  // Nobody can read what is below news that were taken back.
  await sql`UPDATE news SET published_at = NULL WHERE slug = 'mentions-news'`.execute(site.database.sql)
  expect(await notified(target)).toHaveLength(2)
  expect((await target.get('/api/notifications/unread')).json.unread).toBe(2)
})

test('[evening.44] who is replied to and mentioned is notified once, of the mention where replies are muted', async () => {
  const commenter = await site.member('Commenter')
  const poster = await site.member('Poster')
  const { id } = await posted(poster, 'A post')
  const { id: parent } = await commented(commenter, `/api/posts/${id}`, 'First')
  await commented(author, `/api/posts/${id}`, '@Commenter @Poster yes', parent)
  const link = `/posts/${id}#comments`
  expect(await notified(commenter)).toEqual([['reply', 'replied to your comment', link, author.user.id]])
  expect(await rowsOf(poster)).toBe(2)
  await commenter.put('/api/notifications/choices', { kind: 'reply', site: false })
  await commented(author, `/api/posts/${id}`, '@Commenter once more', parent)
  expect((await notified(commenter))[0]).toEqual([
    'mention',
    'mentioned you in a comment',
    link,
    author.user.id,
  ])
  expect(await rowsOf(commenter)).toBe(2)
})

test('[evening.44] an edit notifies only who is named for the first time, and hides the notification of who is not named any more', async () => {
  const [first, second] = [await site.member('First Named'), await site.member('Second Named')]
  const { id } = await posted(author, 'Hi @First Named')
  const read = await first.post('/api/notifications/read', { upTo: 2_147_483_647 })
  expect(read.status).toBe(200)
  for (let round = 0; round < 3; round += 1) {
    expect(named(await edit(author, id, `Hi ${round} @Second Named`))).toEqual([
      ['@Second Named', second.user.id],
    ])
    expect([await notified(first), (await notified(second)).length]).toEqual([[], 1])
    await edit(author, id, `Hi ${round} @First Named`)
    expect([(await notified(first)).length, await notified(second)]).toEqual([1, []])
  }
  // Read once, it does not come back as unread.
  expect((await first.get('/api/notifications/unread')).json.unread).toBe(0)
  expect([await rowsOf(first), await rowsOf(second)]).toEqual([1, 1])
})

test('[evening.45] a deleted text takes its notifications back, and so does one that staff remove', async () => {
  const target = await site.member('Taken Back')
  const post = await posted(author, '@Taken Back 1')
  const removed = await posted(author, '@Taken Back 2')
  const { id } = await posted(author, 'A post')
  const comment = await commented(author, `/api/posts/${id}`, '@Taken Back 3')
  expect(await rowsOf(target)).toBe(3)
  expect((await author.delete(`/api/posts/${post.id}`)).status).toBe(204)
  expect(await rowsOf(target)).toBe(2)
  const staff = await somebody('Moderator')
  expect((await remove(staff, removed.id)).status).toBeLessThan(300)
  expect(await rowsOf(target)).toBe(1)
  expect((await author.delete(`/api/comments/${comment.id}`)).status).toBe(204)
  expect(await rowsOf(target)).toBe(0)
  const { rows } = await sql`
    SELECT FROM mentions WHERE post_id = ${post.id} OR comment_id = ${comment.id}
  `.execute(site.database.sql)
  expect(rows).toEqual([])
})

test('[evening.45] a post that comes back mentions again and notifies nobody again, also when it is edited', async () => {
  const target = await site.member('Come Back')
  const { id } = await posted(author, 'Hi @Come Back')
  await site.database.sql.transaction().execute((transaction) => removePost(transaction, id))
  expect(await rowsOf(target)).toBe(0)
  await site.database.sql.transaction().execute((transaction) => restorePost(transaction, id))
  expect(named((await site.browser().get(`/api/posts/${id}`)).json)).toEqual([['@Come Back', target.user.id]])
  await edit(author, id, 'Hi')
  await edit(author, id, 'Hi again @Come Back')
  expect(await rowsOf(target)).toBe(0)
})

test('[evening.46] a mention follows the account that it named, through other names and a linked player', async () => {
  const target = await site.member('Old Name')
  const { id } = await posted(author, 'Hi @Old Name')
  await rename(target.user.id, 'New Name')
  const taker = await site.member('Old Name')
  const link = [['@Old Name', target.user.id]]
  const read = async (path: string) => named((await site.browser().get(path)).json)
  expect(await read(`/api/posts/${id}`)).toEqual(link)
  expect(await rowsOf(taker)).toBe(0)

  const unclaimed = await playerOf('evening46', 'In Game')
  const both = await posted(author, '@In Game is @New Name')
  const alone = await posted(author, '@In Game')
  expect(named(both)[0]).toEqual(['@In Game', unclaimed])
  const { json } = await server.report(
    event('link.code', { xuid: 'evening46', gamertag: 'In Game', code: 'EVENNG46' }),
  )
  expect(json.results[0].status).toBe('accepted')
  expect((await target.post('/api/link', { code: 'EVENNG46' })).status).toBe(200)
  expect(await read(`/api/posts/${both.id}`)).toEqual([
    ['@In Game', target.user.id],
    ['@New Name', target.user.id],
  ])
  expect(await read(`/api/posts/${alone.id}`)).toEqual([['@In Game', target.user.id]])
})

test('[evening.46] a deleted account is plain text wherever it was mentioned, and its mentions are exported before', async () => {
  const leaving = await site.member('Leaving')
  const { id } = await posted(author, 'Bye @Leaving, @leaving')
  const comment = await commented(author, `/api/posts/${id}`, '@Leaving')
  await posted(leaving, '@Author')
  expect(JSON.parse((await leaving.get('/api/account/export')).text).mentions).toEqual([
    { postId: id, commentId: null, times: 2 },
    { postId: null, commentId: comment.id, times: 1 },
  ])
  expect((await leaving.post('/api/account/delete', { password, now: true })).status).toBe(204)
  const { json } = await site.browser().get(`/api/posts/${id}`)
  expect([json.content, json.mentions]).toEqual(['Bye @Leaving, @leaving', undefined])
  expect((await site.browser().get(`/api/posts/${id}/comments`)).json[0].mentions).toBeUndefined()
  const { rows } = await sql`SELECT FROM mentions WHERE user_id = ${leaving.user.id}`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([])
})

test('[evening.46] of a text and the deletion of whom it names at once the text stays', async () => {
  for (let round = 0; round < 4; round += 1) {
    const leaving = await site.member(`Leaving ${round}`)
    const [response, deleted] = await Promise.all([
      author.post('/api/posts', { content: `Bye @Leaving ${round}` }),
      leaving.post('/api/account/delete', { password }),
    ])
    expect([response.status, deleted.status]).toEqual([201, 204])
    const { json } = await site.browser().get(`/api/posts/${response.json.id}`)
    expect(json.mentions).toBeUndefined()
  }
})
