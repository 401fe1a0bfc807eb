import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shippedRanks } from '../../../contract/accounts/ranks.ts'
import { plainPicture } from '../../testing/picture-host.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { moderationSetup } from './testing/moderation-setup.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const { somebody, write, remove, clear, restrict, auditEntries } = moderationSetup(() => site)

const shown = async (id: number) => (await site.browser().get(`/api/users/${id}`)).json
const notices = async (member: TestBrowser) =>
  (await member.get('/api/notices')).json.map(
    ({ kind, text, reason }: { kind: string; text: string; reason: string | null }) => [kind, text, reason],
  )

describe('clearing a profile', () => {
  const withProfile = async (name?: string) => {
    const member = await site.member(name)
    await member.patch('/api/user', { bio: 'A rude bio', discordTag: '@still_here' })
    return member
  }

  test('is refused to visitors, members, for a rank that is not below, and for oneself; nothing changes', async () => {
    const target = await withProfile()
    expect((await clear(site.browser(), target.user.id, ['bio'])).status).toBe(401)
    expect((await clear(await somebody('Diamond'), target.user.id, ['bio'])).status).toBe(403)
    for (const rank of shippedRanks.slice(shippedRanks.indexOf('Helper'))) {
      const [staff, equal] = [await somebody(rank), await somebody(rank)]
      for (const one of [staff, equal]) {
        await one.patch('/api/user', { bio: 'Mine' })
        expect([rank, (await clear(staff, one.user.id, ['bio', 'name'])).status]).toEqual([rank, 403])
        expect(await shown(one.user.id)).toMatchObject({ bio: 'Mine', username: one.user.username })
      }
    }
    expect(await shown(target.user.id)).toMatchObject({ bio: 'A rude bio' })
  })

  test('bad input is a 400 that names the field; nobody is a 404, nothing to clear a 409', async () => {
    const [staff, target] = [await somebody('Helper'), await site.member()]
    for (const [parts, reason, field] of [
      [[], 'x', 'parts'],
      [['rank'], 'x', 'parts'],
      ['bio', 'x', 'parts'],
      [['bio'], ' ', 'reason'],
      [['bio'], 'x'.repeat(501), 'reason'],
      [['bio'], null, 'reason'],
    ] as const) {
      const response = await clear(staff, target.user.id, parts, reason)
      expect([response.status, Object.keys(response.json.fields)[0]?.split('.')[0]]).toEqual([400, field])
    }
    expect((await clear(staff, 2_000_000_000, ['bio'])).status).toBe(404)
    const empty = await clear(staff, target.user.id, ['bio', 'picture'])
    expect([empty.status, empty.json.error]).toEqual([409, 'There is nothing to clear'])
    expect(await notices(target)).toEqual([])
    expect(await auditEntries('member.clear', target.user.id)).toEqual([])
  })

  test('takes the bio away, tells the member why, and stands in the audit log', async () => {
    const [staff, target] = [await somebody('Helper'), await withProfile()]
    expect((await clear(staff, target.user.id, ['bio', 'bio'], ' Insults somebody ')).json).toEqual({
      cleared: ['bio'],
    })
    expect(await shown(target.user.id)).toMatchObject({ bio: null, discordTag: '@still_here' })
    expect(await notices(target)).toEqual([['bio_cleared', '', 'Insults somebody']])
    expect(await auditEntries('member.clear', target.user.id)).toEqual([
      { actor_id: staff.user.id, after: { parts: ['bio'], reason: 'Insults somebody' } },
    ])
  })

  test('takes an uploaded picture away, whose address is gone', async () => {
    const [staff, target] = [await somebody('Helper'), await withProfile()]
    const image = `data:image/png;base64,${(await plainPicture(4)).toString('base64')}`
    const { avatarUrl } = (await target.put('/api/user/avatar', { image })).json
    const path = new URL(avatarUrl).pathname
    expect((await site.browser().get(path)).status).toBe(200)
    expect((await clear(staff, target.user.id, ['picture'])).json).toEqual({ cleared: ['picture'] })
    expect((await shown(target.user.id)).avatarUrl).toBeNull()
    expect((await site.browser().get(path)).status).toBe(404)
  })

  test('a cleared name: others see a neutral one, sign-in stays as it was, and the member chooses another once', async () => {
    const [staff, target] = [await somebody('Helper'), await withProfile('Rude Name')]
    const { id } = target.user
    expect((await clear(staff, id, ['name'])).json).toEqual({ cleared: ['name'] })
    expect(await shown(id)).toMatchObject({ username: `Player ${id}` })
    await write(target, 'Who am I?')
    expect((await site.browser().get('/api/posts')).text).not.toContain('Rude Name')
    expect((await clear(staff, id, ['name'])).status).toBe(409)
    const own = (await target.get('/api/user')).json
    expect([own.username, own.neutralName]).toEqual(['Rude Name', `Player ${id}`])
    expect((await site.browser().post('/api/login', { username: 'Rude Name', password })).status).toBe(200)
    expect(await notices(target)).toEqual([['name_cleared', `Player ${id}`, 'Insults somebody']])

    const taken = (await site.member('Taken Already')).user.username
    for (const [username, status] of [
      ['rude name', 400],
      ['x', 400],
      [taken.toUpperCase(), 409],
    ] as const)
      expect([username, (await target.post('/api/user/name', { username })).status]).toEqual([
        username,
        status,
      ])
    const chosen = await target.post('/api/user/name', { username: 'Polite Name' })
    expect([chosen.status, chosen.json.username, chosen.json.neutralName]).toEqual([
      200,
      'Polite Name',
      undefined,
    ])
    expect(await shown(id)).toMatchObject({ username: 'Polite Name' })
    expect((await target.post('/api/user/name', { username: 'Another One' })).status).toBe(409)
    expect((await site.browser().post('/api/login', { username: 'Polite Name', password })).status).toBe(200)
  })

  test('a member whose name was not cleared chooses none', async () => {
    const member = await site.member()
    expect((await member.post('/api/user/name', { username: 'Fancy' })).status).toBe(409)
    expect((await site.browser().post('/api/user/name', { username: 'Fancy' })).status).toBe(401)
    expect(await shown(member.user.id)).toMatchObject({ username: member.user.username })
  })

  test('a gamertag comes from the game: 409, and nothing of the request is done', async () => {
    const [staff, target] = [await somebody('Helper'), await withProfile()]
    await sql`UPDATE users SET gamertag = 'From Game', linked_at = now() WHERE id = ${target.user.id}`.execute(
      site.database.sql,
    )
    const response = await clear(staff, target.user.id, ['bio', 'name'])
    expect([response.status, response.json.error]).toEqual([
      409,
      'This name comes from the game and can only be changed there',
    ])
    expect(await shown(target.user.id)).toMatchObject({ bio: 'A rude bio', username: 'From Game' })
    expect(await notices(target)).toEqual([])
  })

  test('eight at the same moment clear once: one notice, one entry', async () => {
    const [staff, target] = [await somebody('Helper'), await withProfile()]
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => clear(staff, target.user.id, ['bio', 'name'])),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await notices(target)).toHaveLength(2)
    expect(await auditEntries('member.clear', target.user.id)).toHaveLength(1)
  })
})

describe('removing a post that nobody reported', () => {
  test('is refused to visitors, members, its author, and for a rank that is not below', async () => {
    const id = await write(await site.member(), 'Stays where it is')
    expect((await remove(site.browser(), id)).status).toBe(401)
    expect((await remove(await somebody('Diamond'), id)).status).toBe(403)
    for (const rank of shippedRanks.slice(shippedRanks.indexOf('Helper'))) {
      const [staff, equal] = [await somebody(rank), await somebody(rank)]
      for (const author of [staff, equal]) {
        const post = await write(author, `Untouched ${rank}`)
        expect([rank, (await remove(staff, post)).status]).toEqual([rank, 403])
      }
      expect((await site.browser().get('/api/posts')).text).toContain(`Untouched ${rank}`)
    }
    expect((await site.browser().get('/api/posts')).text).toContain('Stays where it is')
    expect(await auditEntries('post.remove', id)).toEqual([])
  })

  test('takes it from the feed, tells the author what and why, and stands in the audit log', async () => {
    const [author, staff] = [await site.member(), await somebody('Helper')]
    const id = await write(author, 'Gone without a report')
    expect((await remove(staff, id, ' ')).json.fields).toHaveProperty('reason')
    expect((await remove(staff, id, 'Names somebody’s school')).status).toBe(204)
    expect((await site.browser().get('/api/posts')).text).not.toContain('Gone without a report')
    expect(await notices(author)).toEqual([
      ['post_removed', 'Gone without a report', 'Names somebody’s school'],
    ])
    expect(await auditEntries('post.remove', id)).toEqual([
      {
        actor_id: staff.user.id,
        after: { author: author.user.id, reason: 'Names somebody’s school', reports: 0 },
      },
    ])
    expect((await remove(staff, id)).status).toBe(404)
  })
})

describe('a restriction bars what others see, each with its own sentence:', () => {
  const until = /^You cannot (.+) until \d{4}-\d\d-\d\d \d\d:\d\d UTC: spam$/

  test('posts, likes, reports, event registrations, bio, Discord tag, picture and name', async () => {
    const [member, other, staff] = [await site.member(), await site.member(), await somebody('Moderator')]
    const post = await write(other, 'Something to like')
    const { rows } = await sql<{ id: number }>`
      INSERT INTO events (title, description, start_date) VALUES ('Cup', 'A cup', now() + interval '1 day') RETURNING id
    `.execute(site.database.sql)
    const event = rows[0]!.id
    const bug = {
      gameMode: 'sumo',
      reason: 'It breaks',
      details: 'It breaks when I touch the border of the arena',
      severity: 'low',
    }
    const picture = `data:image/png;base64,${(await plainPicture(3)).toString('base64')}`
    await clear(staff, member.user.id, ['name'])
    await restrict(staff, member.user.id)
    const attempts = [
      ['post', () => member.post('/api/posts', { content: 'x' })],
      ['post', () => member.post('/api/debug-create-post', { content: 'x' })],
      ['like posts', () => member.post(`/api/posts/${post}/reactions`, { type: 'like' })],
      ['report posts', () => member.post(`/api/posts/${post}/reports`, { reason: 'x' })],
      ['report players', () => member.post(`/api/players/${other.user.id}/reports`, { reason: 'x' })],
      ['send bug reports', () => member.post('/api/reports', bug)],
      ['send bug reports', () => member.post('/api/test/reports', bug)],
      ['register for events', () => member.post(`/api/events/${event}/register`)],
      ['change your bio', () => member.patch('/api/user', { bio: 'x' })],
      ['change your Discord tag', () => member.patch('/api/user', { discordTag: '@x_y' })],
      [
        'change your picture',
        () => member.patch('/api/user', { avatarUrl: 'https://pictures.example/a.png' }),
      ],
      ['change your picture', () => member.put('/api/user/avatar', { image: picture })],
      ['choose a new name', () => member.post('/api/user/name', { username: 'Still Rude' })],
    ] as const
    for (const [action, attempt] of attempts) {
      const refused = await attempt()
      expect([action, refused.status, until.exec(refused.json.error)?.[1]]).toEqual([action, 403, action])
    }
    const stored = await sql`
      SELECT (SELECT count(*)::int FROM posts WHERE user_id = ${member.user.id}) AS posts,
        (SELECT count(*)::int FROM post_likes WHERE user_id = ${member.user.id}) AS likes,
        (SELECT count(*)::int FROM moderation_reports WHERE reporter_id = ${member.user.id}) AS reported,
        (SELECT count(*)::int FROM reports WHERE user_id = ${member.user.id}) AS bugs,
        (SELECT count(*)::int FROM event_registrations WHERE user_id = ${member.user.id}) AS events,
        (SELECT count(*)::int FROM avatars WHERE user_id = ${member.user.id}) AS pictures,
        bio, discord_tag, shown_name FROM users WHERE id = ${member.user.id}
    `.execute(site.database.sql)
    expect(stored.rows).toEqual([
      {
        posts: 0,
        likes: 0,
        reported: 0,
        bugs: 0,
        events: 0,
        pictures: 0,
        bio: null,
        discord_tag: null,
        shown_name: `Player ${member.user.id}`,
      },
    ])
    expect((await staff.delete(`/api/admin/members/${member.user.id}/restriction`)).status).toBe(204)
    expect((await attempts[2][1]()).status).toBe(200)
  })

  test('signing in, taking things back, email, password, the contact form and the own data stay', async () => {
    const [member, staff] = [await site.member(), await somebody('Moderator')]
    const post = await write(member, 'From before')
    await member.post(`/api/posts/${post}/reactions`, { type: 'like' })
    await member.patch('/api/user', { bio: 'From before' })
    await restrict(staff, member.user.id, { reason: 'slurs', days: null })
    expect((await member.post(`/api/posts/${post}/reactions`, { type: 'like' })).json.reaction).toBeNull()
    // Forms send all fields; unchanged values are no change.
    const form = { bio: 'From before', email: 'me@mail.example', avatarUrl: null }
    expect((await member.patch('/api/user', form)).status).toBe(200)
    expect((await member.patch('/api/user', { bio: null })).json.bio).toBeNull()
    expect((await member.delete(`/api/posts/${post}`)).status).toBe(204)
    const { username } = member.user
    expect((await site.browser().post('/api/login', { username, password })).status).toBe(200)
    const appeal = { name: 'Me', email: 'me@mail.example', subject: 'My restriction', message: 'Please look' }
    expect((await member.post('/api/contact', appeal)).status).toBe(201)
    expect((await member.get('/api/account/export')).status).toBe(200)
  })
})
