import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RemovalKind, removalCounts } from '../../src/contract/admin/removals.ts'
import type { EndpointTable } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { createCup, cupSite, linkedMember, played } from '../../src/server/domains/cups/testing/cup-setup.ts'
import { memberWithRank } from '../../src/server/domains/events/testing/event-setup.ts'
import { rootDir } from '../../src/server/store.ts'
import { rankWithAreas } from '../../src/server/testing/rank-with-areas.ts'
import type { TestApp, TestBrowser } from '../../src/server/testing/test-app.ts'

let site: TestApp
let server: Awaited<ReturnType<typeof cupSite>>['server']
let owner: TestBrowser & { user: { id: number } }
beforeAll(async () => {
  ;({ site, server } = await cupSite())
  owner = await memberWithRank(site, 'Owner')
})
afterAll(() => site.close())

/** Calls that take something away, and what the question before them counts. */
const counted: Readonly<Record<RemovalKind, readonly string[]>> = {
  comment: ['comments.remove', 'moderation.removeComment'],
  post: ['moderation.removePost', 'posts.remove'],
  news: ['news.remove'],
  event: ['events.remove'],
  cup: ['cups.remove'],
  season: ['seasons.remove'],
  member: ['account.remove', 'members.remove'],
}

/** Why the question counts nothing by this endpoint, or why there is none. A call that is added here is a decision. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'the page has the count from the server: members of the rank, matches of the mode, players of the team, devices':
    ['cups.disbandTeam', 'modes.merge', 'ranks.merge', 'sessions.endOthers'],
  'goes alone: what belongs to it is in the same record': [
    'applications.remove',
    'cups.removePlayer',
    'discordLink.remove',
    'invites.revoke',
    'keys.remove',
    'keys.removeOfStaff',
    'moderation.seen',
    'news.removeCover',
    'reports.remove',
    'secondFactor.remove',
    'sessions.end',
    'webhooks.remove',
  ],
  'what was made with it stays: matches, statistics and cups': [
    'cupTemplates.remove',
    'gameServers.revoke',
    'link.remove',
    'practice.remove',
    'seasons.end',
  ],
  'is undone by the opposite call, and nothing else changes': [
    'blocks.unblock',
    'cases.release',
    'cups.checkOut',
    'events.unregister',
    'follows.unfollow',
    'moderation.release',
    'moderation.lift',
    'news.unpublish',
    'notificationSettings.endDigest',
    'notificationSettings.endQuietHours',
    'notificationSettings.unsubscribe',
  ],
}

const calls = Object.entries(endpoints as Record<string, EndpointTable>).flatMap(([feature, table]) =>
  Object.entries(table).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
)

const takesAway = /\.(remove|removal|delete|revoke|merge|end|unlink|removePost|removeComment)$/

test('[field.100] Each call that takes something away counts what goes along in its question, or says why not', () => {
  const taking = calls.flatMap(({ name, endpoint: { method } }) =>
    method === 'DELETE' || (method === 'POST' && takesAway.test(name)) ? [name] : [],
  )
  const known = [...Object.values(counted), ...Object.values(reasons)].flat()
  expect(known.toSorted()).toEqual(taking.toSorted())
})

test('[field.101] The page of each kind shows the counts in its question', () => {
  const sources = readdirSync(join(rootDir, 'src/web'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .map((path) => readFileSync(join(rootDir, 'src/web', path), 'utf8'))
    .join()
  const asked = [...sources.matchAll(/<GoesAlong kind="(\w+)"/g)].map(([, kind]) => kind)
  expect([...new Set(asked)].toSorted()).toEqual(Object.keys(removalCounts).toSorted())
  // Of moderators, who remove posts and comments in one dialog.
  expect(sources).toContain('<GoesAlong kind={what}')
})

const countsOf = async (kind: RemovalKind, id: number, by: TestBrowser = owner) => {
  const { status, json } = await by.get(`/api/removals/${kind}/${id}`)
  return status === 200 ? json : status
}

async function created(path: string, body: object, by: TestBrowser = owner): Promise<{ id: number }> {
  const { status, json } = await by.post(path, body)
  expect(status, JSON.stringify(json)).toBe(201)
  return json
}

test('[field.102] The replies of a comment are counted also where they are on a later page; a post counts comments and likes, a member all that goes with the account', async () => {
  const [author, other] = [await site.member(), await site.member()]
  const post = await created('/api/posts', { content: 'Who plays?' }, author)
  const comment = await created(`/api/posts/${post.id}/comments`, { content: 'Me' }, author)
  await sql`
    INSERT INTO all_comments (post_id, user_id, content, parent_id)
    SELECT ${post.id}, ${other.user.id}, 'Reply ' || n, ${comment.id} FROM generate_series(1, 121) AS n
  `.execute(site.database.sql)
  await other.post(`/api/posts/${post.id}/reactions`, { type: 'like' })
  const none = { likes: 0, pictures: 0, follows: 0, registrations: 0, matches: 0 }
  expect(await countsOf('comment', comment.id, author)).toEqual({ replies: 121 })
  expect(await countsOf('post', post.id, author)).toEqual({ comments: 122, likes: 1 })
  expect(await countsOf('member', author.user.id)).toEqual({ posts: 1, comments: 122, ...none })
  expect(await countsOf('member', author.user.id, author)).toEqual({ posts: 1, comments: 122, ...none })
  expect(await countsOf('member', other.user.id)).toEqual({ posts: 0, comments: 121, ...none, likes: 1 })
  // What was counted is what goes.
  expect((await author.delete(`/api/comments/${comment.id}`)).status).toBe(204)
  expect(await countsOf('post', post.id, author)).toEqual({ comments: 0, likes: 1 })
  expect(await countsOf('comment', comment.id, author)).toBe(404)
})

test('[field.104] An event counts registrations and teams, its cup the teams, a news item its comments, a season the matches of its first day', async () => {
  const id = await createCup(site, owner, { size: 2 })
  const captain = await linkedMember(site, server)
  expect((await captain.post(`/api/cups/${id}/teams`, { name: 'Foxes' })).status).toBe(201)
  expect((await (await site.member()).post(`/api/events/${id}/register`)).status).toBe(200)
  expect(await countsOf('event', id)).toEqual({ registrations: 2, teams: 1 })
  expect(await countsOf('cup', id)).toEqual({ teams: 1, seats: 0 })
  expect((await owner.delete(`/api/admin/events/${id}/cup`)).status).toBe(200)
  expect(await countsOf('event', id)).toEqual({ registrations: 2, teams: 0 })
  expect(await countsOf('cup', id)).toBe(404)

  const text = { title: 'Spring season', summary: 'It begins.', markdown: 'Soon.', slug: 'spring' }
  const item = await created('/api/admin/news', text)
  await owner.post(`/api/admin/news/${item.id}/publication`, {})
  await created('/api/news/spring/comments', { content: 'Nice' }, captain)
  expect(await countsOf('news', item.id)).toEqual({ comments: 1 })

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const rival = await linkedMember(site, server)
  const season = await created('/api/admin/seasons', { name: 'One', startsAt: inDays(1), endsAt: inDays(9) })
  await server.report(
    played(captain, rival, { ranked: true, startedAt: inDays(-0.11), endedAt: inDays(-0.1) }),
  )
  expect(await countsOf('season', season.id)).toEqual({ seasonMatches: 0 })
  const startIn = (days: number) =>
    sql`UPDATE seasons SET starts_at = ${inDays(days)} WHERE id = ${season.id}`.execute(site.database.sql)
  await startIn(-0.5)
  expect(await countsOf('season', season.id)).toEqual({ seasonMatches: 1 })
  await startIn(-2)
  expect(await countsOf('season', season.id)).toEqual({ seasonMatches: 0 })
})

test('[field.103] Only those who may delete it count what goes along', async () => {
  const member = await site.member()
  for (const kind of ['news', 'event', 'cup', 'season'] as const)
    expect(await countsOf(kind, 1, member), kind).toBe(403)
  expect(await countsOf('member', owner.user.id, member)).toBe(403)
  const helper = await memberWithRank(site, 'Helper')
  for (const kind of ['news', 'season', 'member'] as const)
    expect(await countsOf(kind, 1, helper), kind).toBe(403)
  const writer = await memberWithRank(site, await rankWithAreas(site.database, 'Writer', 'admin', ['news']))
  for (const kind of ['event', 'cup', 'season', 'member'] as const)
    expect(await countsOf(kind, 1, writer), kind).toBe(403)
  expect(await countsOf('news', 2_147_483_647, writer)).toBe(404)
  for (const kind of Object.keys(removalCounts) as RemovalKind[]) {
    expect(await countsOf(kind, 2_147_483_647), kind).toBe(404)
    expect(await countsOf(kind, 1, site.browser()), kind).toBe(401)
  }
})
