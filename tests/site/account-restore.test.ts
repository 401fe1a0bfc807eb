import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../src/contract/accounts/ranks.ts'
import { type AnyEndpoint, urlOf } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import {
  beginDeletion,
  finishDeletions,
} from '../../src/server/domains/accounts/personal-data/hide-account.ts'
import {
  tracesOf,
  wholeMember,
} from '../../src/server/domains/accounts/personal-data/testing/whole-member.ts'
import { createCup, linkedMember, staffMember } from '../../src/server/domains/cups/testing/cup-setup.ts'
import { verifyLedger } from '../../src/server/domains/matches/ledger/rebuild.ts'
import { readKey } from '../../src/server/domains/news/newsletter/queries/subscribers.ts'
import { makeToken } from '../../src/server/domains/news/newsletter/token.ts'
import { rateUntilDone } from '../../src/server/domains/rankings/ratings/worker.ts'
import {
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../src/server/testing/game-server.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../src/server/testing/test-app.ts'
import { whileOpen } from '../../src/server/testing/while-open.ts'

let site: TestApp
let server: TestGameServer
let owner: TestBrowser & { user: { id: number; username: string } }
beforeAll(async () => {
  site = await testApp({
    environment: {
      RATE_LIMITS: 'off',
      SMTP_URL: 'smtp://127.0.0.1:4250',
      MAIL_FROM: 'site@isles.example',
      CONTACT_TO: 'team@isles.example',
    },
  })
  server = await gameServer(site)
  owner = await ranked('Owner')
})
afterAll(() => site.close())

let rivals = 0
const newRival = () => {
  rivals += 1
  return `rival-of-restore-${rivals}`
}

const ranked = async (rank: Rank) => {
  const member = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  return member
}

const remove = (member: TestBrowser, body: object = {}) =>
  member.post('/api/account/delete', { password, ...body })
const restore = (body: object, browser = site.browser()) =>
  browser.post('/api/account/restore', { password, ...body })
const restoreByOwner = (id: number, browser: TestBrowser = owner) =>
  browser.post(`/api/admin/members/${id}/restore`)
const deletedMembers = (browser: TestBrowser = owner) => browser.get('/api/admin/deleted-members')

const isPending = async (id: number) =>
  (await sql`SELECT FROM pending_deletions WHERE user_id = ${id}`.execute(site.database.sql)).rows.length ===
  1
const isMember = async (id: number) =>
  (await sql`SELECT FROM users WHERE id = ${id} AND username IS NOT NULL`.execute(site.database.sql)).rows
    .length === 1

const endGrace = (id: number) =>
  sql`UPDATE pending_deletions SET deletes_at = now() - interval '1 second' WHERE user_id = ${id}`.execute(
    site.database.sql,
  )

const actionsAbout = async (id: number) =>
  (
    await sql<{ action: string; actor_id: number | null }>`
      SELECT action, actor_id FROM audit_log WHERE subject_type = 'member' AND subject_id = ${id}
        AND action IN ('member.delete', 'member.restore') ORDER BY id
    `.execute(site.database.sql)
  ).rows

const codeOf = (secret: string) => new TOTP({ secret }).generate()

describe('[owner.80] who may not', () => {
  test('[owner.80] visitors, members and staff below Owner neither list nor restore deleted accounts', async () => {
    const member = await site.member()
    await remove(member)
    expect((await deletedMembers(site.browser())).status).toBe(401)
    expect((await restoreByOwner(member.user.id, site.browser())).status).toBe(401)
    for (const rank of shippedRanks.filter((one) => one !== 'Owner')) {
      const other = await ranked(rank)
      expect([rank, (await deletedMembers(other)).status]).toEqual([rank, 403])
      expect([rank, (await restoreByOwner(member.user.id, other)).status]).toEqual([rank, 403])
    }
    expect([await isPending(member.user.id), await isMember(member.user.id)]).toEqual([true, false])
  })

  test.each([
    ['another password', { password: 'wrong horse' }, 401],
    ['another name', { username: 'Nobody Of This Name' }, 401],
    ['a password that is no text', { password: 5 }, 400],
    ['no name', { username: undefined }, 400],
  ])('[owner.80] %s restores nothing', async (_what, body, status) => {
    const member = await site.member()
    await remove(member)
    const refused = await restore({ username: member.user.username, ...body })
    expect([refused.status, refused.headers['set-cookie']]).toEqual([status, undefined])
    expect(await isPending(member.user.id)).toBe(true)
  })

  test('[owner.80] without the code of the second factor, or with a wrong one, nothing is restored', async () => {
    const member = await site.member()
    const { secret } = (await member.post('/api/second-factor/setup', { password })).json
    await member.post('/api/second-factor', { code: codeOf(secret) })
    await remove(member)
    const { username } = member.user
    for (const [code, expected] of [
      [undefined, 'second_factor_required'],
      ['000000', 'second_factor_wrong'],
    ] as const) {
      for (const response of [
        await restore({ username, code }),
        await site.browser().post('/api/login', { username, password, code }),
      ])
        expect([response.status, response.json.code]).toEqual([401, expected])
    }
    expect(await isPending(member.user.id)).toBe(true)
    await sql`UPDATE second_factors SET last_step = 0 WHERE user_id = ${member.user.id}`.execute(
      site.database.sql,
    )
    const code = codeOf(secret)
    expect((await site.browser().post('/api/login', { username, password, code })).json.code).toBe(
      'deletion_pending',
    )
    // The question used no code up.
    expect((await restore({ username, code })).status).toBe(200)
  })

  test('[owner.80] an account that is not deleted, that is gone, or that is nobody’s is not restored', async () => {
    const [member, gone] = [await site.member(), await site.member()]
    expect((await restore({ username: member.user.username })).status).toBe(409)
    expect((await restoreByOwner(member.user.id)).status).toBe(404)
    await remove(gone, { now: true })
    expect((await restore({ username: gone.user.username })).status).toBe(401)
    expect((await restoreByOwner(gone.user.id)).status).toBe(404)
    expect((await restoreByOwner(2_147_483_647)).status).toBe(404)
  })

  test('[owner.80] an Owner who is demoted at this moment restores nobody', async () => {
    const [one, target] = [await ranked('Owner'), await site.member()]
    await remove(target)
    const late = await whileOpen(
      site.database,
      (transaction) => sql`UPDATE users SET rank = 'Manager' WHERE id = ${one.user.id}`.execute(transaction),
      () => restoreByOwner(target.user.id, one),
    )
    expect([late.waited, late.result.status]).toEqual([true, 403])
    expect(await isPending(target.user.id)).toBe(true)
  })
})

test('[owner.148] a change of the profile that waited for the deletion is refused, and stores nothing', async () => {
  const member = await site.member()
  const { id } = member.user
  const late = await whileOpen(
    site.database,
    async (transaction) => {
      await site.context.events.publish(transaction, 'accountDeletionStarted', { userId: id })
      await beginDeletion(site.context, transaction, { userId: id })
    },
    () => member.patch('/api/user', { bio: 'Too late' }),
  )
  expect([late.waited, late.result.status]).toEqual([true, 401])
  expect((await sql`SELECT bio FROM users WHERE id = ${id}`.execute(site.database.sql)).rows).toEqual([
    { bio: null },
  ])
})

describe('[owner.82] locked out', () => {
  test('[owner.82] sessions end, sign-in asks to restore until a date, and the mails of a recovery stay away', async () => {
    const member = await site.member()
    const elsewhere = site.browser()
    const { username } = member.user
    await elsewhere.post('/api/login', { username, password })
    const response = await remove(member)
    expect([response.status, member.cookie]).toEqual([204, undefined])
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    const asked = await elsewhere.post('/api/login', { username: username.toUpperCase(), password })
    expect([asked.status, asked.json.code, asked.headers['set-cookie']]).toEqual([
      403,
      'deletion_pending',
      undefined,
    ])
    const days = (Date.parse(asked.json.current.deletesAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(13.99)
    expect(days).toBeLessThanOrEqual(14)
    // Who does not know the password learns nothing.
    const guessed = await elsewhere.post('/api/login', { username, password: 'wrong horse' })
    expect([guessed.status, guessed.json.code]).toEqual([401, 'wrong_credentials'])
    await sql`DELETE FROM outbox`.execute(site.database.sql)
    await site.browser().post('/api/recover', { name: username })
    expect(
      (await sql`SELECT FROM recovery_tokens WHERE user_id = ${member.user.id}`.execute(site.database.sql))
        .rows,
    ).toEqual([])
  })

  test('[owner.82] the name stays taken and the confirmed address confirmed, until the account is gone', async () => {
    const member = await site.member('Comes Back')
    await member.patch('/api/user', { email: 'comes-back@mail.example' })
    await sql`INSERT INTO verified_emails (user_id, email) VALUES (${member.user.id}, 'comes-back@mail.example')`.execute(
      site.database.sql,
    )
    await remove(member)
    const register = (username: string) => site.browser().post('/api/register', { username, password })
    for (const name of ['Comes Back', 'COMES BACK']) {
      const refused = await register(name)
      expect([name, refused.status, refused.json.code]).toEqual([name, 409, 'conflict'])
    }
    const verified = () =>
      sql`SELECT FROM verified_emails WHERE email = 'comes-back@mail.example'`.execute(site.database.sql)
    expect((await verified()).rows).toHaveLength(1)
    await endGrace(member.user.id)
    await finishDeletions(site.context)
    expect((await verified()).rows).toEqual([])
    expect((await register('comes back')).status).toBe(201)
  })

  test('[owner.82] who registers the name while its account is being deleted does not get it', async () => {
    const member = await site.member('Name In Between')
    const late = await whileOpen(
      site.database,
      async (transaction) => {
        await sql`INSERT INTO pending_deletions (user_id, username, password_hash, fields, deletes_at)
          SELECT id, username, password_hash, '{}', now() + interval '1 day' FROM users WHERE id = ${member.user.id}`.execute(
          transaction,
        )
        await sql`UPDATE users SET username = NULL, password_hash = NULL, gamertag = 'x' WHERE id = ${member.user.id}`.execute(
          transaction,
        )
      },
      () =>
        sql`INSERT INTO users (username, password_hash) VALUES ('name in between', 'x')`
          .execute(site.database.sql)
          .then(
            () => 'stored',
            (error: Error) => (error as { constraint?: string }).constraint,
          ),
    )
    expect(late).toEqual({ waited: true, result: 'users_username_key' })
    await sql`DELETE FROM users WHERE id = ${member.user.id}`.execute(site.database.sql)
  })
})

/** Every GET endpoint that visitors and members may read, with each of these ids. */
const readable = (ids: readonly number[], matchId: string, otherId: number) =>
  Object.values(endpoints)
    .flatMap((table) => Object.values(table) as AnyEndpoint[])
    .filter(
      ({ method, access, download }) =>
        method === 'GET' && (access === 'public' || access === 'member') && download === undefined,
    )
    .flatMap((endpoint) => {
      const { path } = endpoint
      const params: readonly Record<string, unknown>[] = path.includes('/matches/:id')
        ? [{ id: matchId }]
        : path.includes(':a/:b')
          ? [{ a: ids[0], b: otherId }]
          : path.includes(':kind/:id')
            ? ids.flatMap((id) => ['comment', 'post'].map((kind) => ({ kind, id })))
            : path.includes(':id')
              ? ids.map((id) => ({ id }))
              : path.includes(':')
                ? []
                : [{}]
      return params.map((one) => urlOf(endpoint, { params: one, query: queries[path] ?? {} } as never))
    })

const queries: Readonly<Record<string, object>> = {
  '/api/players/:id/rating-history': { mode: 'sumo' },
  '/api/practice': { category: 'ffa' },
}

/** What the walk does not compare, because time alone changes it, or restoring does. */
const volatile: readonly RegExp[] = [
  /^\/api\/status/,
  /^\/api\/clock/,
  /^\/api\/today/,
  /^\/api\/sessions/,
  /^\/api\/user$/,
]

async function readAll(reader: TestBrowser, addresses: readonly string[]) {
  const texts = new Map<string, string>()
  for (const address of addresses) {
    const { status, text } = await reader.get(address)
    expect([address, status < 500]).toEqual([address, true])
    texts.set(address, `${status} ${text}`)
  }
  return texts
}

/** A member with data of every kind, whom a reader follows and names, and whose post others like and comment on. */
async function knownMember() {
  const rival = newRival()
  const whole = await wholeMember(site, server, rival)
  const { member, id, said, postId, staff } = whole
  await sql`UPDATE restrictions SET lifted_at = now() WHERE user_id = ${id}`.execute(site.database.sql)
  const reader = await site.member()
  const name = said.gamertag
  const done = async (response: Promise<{ status: number; text: string; json: { id: number } }>) => {
    const { status, text, json } = await response
    expect(status, text).toBeLessThan(300)
    return json
  }
  await done(reader.put(`/api/players/${id}/follow`))
  const post = await done(reader.post('/api/posts', { content: `Well played @${name}` }))
  await done(member.post(`/api/posts/${post.id}/reactions`, { type: 'like' }))
  const comment = await done(member.post(`/api/posts/${post.id}/comments`, { content: said.comment }))
  await done(staff.post(`/api/posts/${post.id}/comments`, { content: 'A reply to it', parentId: comment.id }))
  await done(reader.post(`/api/posts/${postId}/comments`, { content: 'Below the post' }))
  await done(reader.post(`/api/posts/${postId}/reactions`, { type: 'like' }))
  await done(member.put(`/api/players/${reader.user.id}/follow`))
  const { rows } = await sql<{ id: number }>`
    SELECT event_id AS id FROM event_registrations WHERE user_id = ${id}
  `.execute(site.database.sql)
  const eventId = rows[0]!.id
  const matchId = whole.matches[0]!.matchId
  const addresses = readable([id, postId, post.id, comment.id, eventId], matchId, reader.user.id).filter(
    (address) => !volatile.some((one) => one.test(address)),
  )
  return { ...whole, reader, rival, post, comment, eventId, addresses, name }
}

describe('hidden and restored', () => {
  test('[owner.81] hidden at once on every GET endpoint of visitors and members, and [owner.84] a restore gives back the same bytes', async () => {
    const { member, id, said, reader, addresses, postId, post, eventId, comment } = await knownMember()
    await rateUntilDone(site.database)
    const readers = [site.browser(), reader]
    const before = await Promise.all(readers.map((one) => readAll(one, addresses)))
    const canaries = [
      said.username,
      said.gamertag,
      said.bio,
      said.discordTag,
      said.post,
      said.comment,
      said.xuid,
      `/avatars/${id}/`,
      'Below the post',
      'A reply to it',
    ]
    const naming = (texts: ReadonlyMap<string, string>) =>
      [...texts].flatMap(([address, text]) =>
        canaries.filter((canary) => text.includes(canary)).map((canary) => `${address}: ${canary}`),
      )
    for (const texts of before) expect(naming(texts).length).toBeGreaterThan(10)
    const figures = (await reader.get('/api/community')).json.posts
    const members = (
      await sql<{ n: number }>`SELECT sum(total)::int AS n FROM row_counts WHERE kind = 'members'`.execute(
        site.database.sql,
      )
    ).rows[0]!.n

    expect((await remove(member)).status).toBe(204)
    const hidden = await Promise.all(readers.map((one) => readAll(one, addresses)))
    // The reader wrote the name into their own post; what others wrote stays.
    const own = (line: string) => line.endsWith(`: ${said.gamertag}`) && line.startsWith('/api/posts')
    for (const texts of hidden) expect(naming(texts).filter((line) => !own(line))).toEqual([])
    expect((await reader.get(`/api/posts/${postId}`)).status).toBe(404)
    expect((await reader.get(`/api/comments/${comment.id}`)).status).toBe(404)
    expect((await reader.get(`/api/posts/${post.id}`)).json).toMatchObject({ reactionCounts: { like: 0 } })
    expect((await reader.get(`/api/posts/${post.id}`)).json.mentions).toBeUndefined()
    expect((await reader.get('/api/community')).json.posts).toBe(figures - 1)
    expect(
      (
        await sql<{ n: number }>`SELECT sum(total)::int AS n FROM row_counts WHERE kind = 'members'`.execute(
          site.database.sql,
        )
      ).rows[0]!.n,
    ).toBe(members - 1)
    expect(
      ((await reader.get('/api/events')).json as { id: number; participantCount: number }[]).find(
        (one) => one.id === eventId,
      )?.participantCount,
    ).toBe(0)
    expect((await reader.get('/api/notifications')).text).not.toContain(said.gamertag)
    const { json } = await site.browser().get(`/api/users/${id}`)
    expect(json).toMatchObject({
      username: 'Deleted player',
      standing: 'deleted',
      bio: null,
      avatarUrl: null,
      rank: 'Member',
    })
    expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })

    const back = await restoreByOwner(id)
    expect([back.status, back.text]).toEqual([204, ''])
    await rateUntilDone(site.database)
    const after = await Promise.all(readers.map((one) => readAll(one, addresses)))
    for (const [index, texts] of after.entries())
      for (const [address, text] of texts)
        expect([address, text]).toEqual([address, before[index]?.get(address)])
    expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })
    expect(await isPending(id)).toBe(false)
    for (const table of ['hidden_rows', 'hidden_identities'])
      expect(
        (await sql`SELECT FROM ${sql.table(table)} WHERE user_id = ${id}`.execute(site.database.sql)).rows,
      ).toEqual([])
  })

  test('[owner.84] a visitor sees the same as after a deletion without days of grace', async () => {
    const [one, other] = [await knownMember(), await knownMember()]
    await remove(one.member)
    await remove(other.member, { now: true })
    const seen = async ({ id, said, matches, post }: typeof one) => {
      const visitor = site.browser()
      const user = (await visitor.get(`/api/users/${id}`)).json
      return {
        user: { ...user, id: 0, createdAt: '' },
        stats: { ...(await visitor.get(`/api/stats/${id}`)).json, userId: 0 },
        found: (await visitor.get(`/api/players/search?username=${said.gamertag.slice(0, 6)}`)).json,
        board: (await visitor.get(`/api/leaderboard?search=${encodeURIComponent(said.gamertag)}`)).json
          .entries,
        matches: (await visitor.get(`/api/players/${id}/matches`)).json,
        names: (await visitor.get(`/api/matches/${matches[0]?.matchId}`)).json.players.map(
          (each: { user: { username: string } }) => each.user.username,
        ),
        post: (await visitor.get(`/api/posts/${post.id}`)).json.reactionCounts,
      }
    }
    const [hidden, gone] = [await seen(one), await seen(other)]
    for (const { names } of [hidden, gone]) expect(names).toContain('Deleted player')
    expect({ ...hidden, names: [] }).toEqual({ ...gone, names: [] })
  })

  test('[owner.84] by signing in and confirming: signed in, with profile, player, likes, follows, settings and the entry to an event', async () => {
    const { member, id, said, reader, post, eventId } = await knownMember()
    const second = await sql<{
      secret: Buffer
    }>`SELECT secret FROM second_factors WHERE user_id = ${id}`.execute(site.database.sql)
    await sql`DELETE FROM second_factors WHERE user_id = ${id}`.execute(site.database.sql)
    expect(second.rows).toHaveLength(1)
    const profile = (await member.get('/api/user')).json
    const choices = (await member.get('/api/notifications/choices')).json
    await remove(member)
    const browser = site.browser()
    const restored = await restore({ username: said.username }, browser)
    expect([restored.status, restored.json.username]).toEqual([200, said.username])
    expect((await browser.get('/api/user')).json).toEqual({ ...profile, lastLogin: restored.json.lastLogin })
    expect((await browser.get('/api/notifications/choices')).json).toEqual(choices)
    expect((await browser.get(`/api/posts/${post.id}`)).json).toMatchObject({ viewerHasLiked: true })
    expect((await browser.get('/api/follows')).text).toContain(`"id":${reader.user.id}`)
    expect(
      (await browser.get('/api/events')).json.find((one: { id: number }) => one.id === eventId)
        .participantCount,
    ).toBe(1)
    expect((await actionsAbout(id)).map(({ action }) => action)).toEqual(['member.delete', 'member.restore'])
    // The game server hears of the rank again.
    const { json } = await server.send(event('heartbeat', { playerCount: 0 }))
    const ranks = json.outbox.filter(
      (item: { type: string; data: { xuid?: string } }) =>
        item.type === 'rank' && item.data.xuid === said.xuid,
    )
    expect(ranks.at(-1).data).toEqual({ xuid: said.xuid, rank: 'Gold' })
    await server.ack(json.outbox.map((item: { id: string }) => item.id))
  })

  test('[owner.84] matches played meanwhile count for the restored account', async () => {
    const { member, id, said, rival } = await knownMember()
    const wins = (await member.get(`/api/stats/${id}`)).json.wins
    await remove(member)
    await server.report(
      event(
        'match',
        match([player(said.xuid, { gamertag: said.gamertag }), player(rival, { result: 'loss' })]),
      ),
    )
    expect((await site.browser().get(`/api/stats/${id}`)).json.wins).toBe(0)
    expect((await restoreByOwner(id)).status).toBe(204)
    expect((await site.browser().get(`/api/stats/${id}`)).json.wins).toBe(wins + 1)
    expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })
  })

  test('[owner.84] what others deleted meanwhile stays deleted, and an event that began meanwhile takes nobody back', async () => {
    const { member, id, reader, post, eventId } = await knownMember()
    await remove(member)
    expect((await reader.delete(`/api/posts/${post.id}`)).status).toBe(204)
    await sql`UPDATE events SET start_date = now() - interval '1 second' WHERE id = ${eventId}`.execute(
      site.database.sql,
    )
    await sql`UPDATE pending_deletions SET requested_at = now() - interval '1 day' WHERE user_id = ${id}`.execute(
      site.database.sql,
    )
    expect((await restoreByOwner(id)).status).toBe(204)
    expect((await reader.get(`/api/posts/${post.id}`)).status).toBe(404)
    expect(
      (await sql`SELECT FROM event_registrations WHERE user_id = ${id}`.execute(site.database.sql)).rows,
    ).toEqual([])
  })

  test('[owner.93] whoever starts over with /link in game meanwhile keeps the player, and the account comes back without it', async () => {
    const { member, id, said } = await knownMember()
    await remove(member)
    const newcomer = await site.member()
    for (const [kind, code] of [
      ['xuid', 'AGAIN001'],
      ['pfid', 'AGAIN002'],
    ] as const) {
      await server.report(event('link.code', { [kind]: said[kind], gamertag: said.gamertag, code }))
      expect((await newcomer.post('/api/link', { code })).status).toBe(200)
    }
    expect((await restoreByOwner(id)).status).toBe(204)
    const { json } = await site.browser().get(`/api/users/${id}`)
    expect([json.username, json.standing, json.gamertag]).toEqual([said.username, 'member', null])
    expect((await newcomer.get('/api/user')).json.gamertag).toBe(said.gamertag)
    expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })
  })

  test('[owner.145] a member comes back into the teams of cups that have not begun; a team that nobody else was in comes back with name and code', async () => {
    await sql`INSERT INTO modes (key, name, made_by) VALUES ('sumo', 'Sumo', 'staff') ON CONFLICT DO NOTHING`.execute(
      site.database.sql,
    )
    const staff = await staffMember(site)
    const [cup, other, late] = [
      await createCup(site, staff, { size: 2 }),
      await createCup(site, staff, { size: 2 }),
      await createCup(site, staff, { size: 2 }),
    ] as const
    const [member, mate] = [await linkedMember(site, server), await linkedMember(site, server)]
    const make = async (browser: TestBrowser, id: number) =>
      (await browser.post(`/api/cups/${id}/teams`, { name: `Foxes ${id}` })).json.team
    const teamsOf = async (id: number) =>
      (
        await sql`SELECT id, name, code, skeleton, array_agg(user_id ORDER BY joined_at) AS players
          FROM cup_teams JOIN cup_team_players ON team_id = id WHERE cup_teams.event_id = ${id} GROUP BY id`.execute(
          site.database.sql,
        )
      ).rows
    await make(member, cup)
    const { code } = await make(mate, other)
    expect((await member.post(`/api/cups/${other}/teams/join`, { code })).status).toBe(201)
    await make(member, late)
    const before = [await teamsOf(cup), await teamsOf(other)]
    await remove(member)
    const nobody = await sql`SELECT FROM cup_teams WHERE event_id = ${cup}`.execute(site.database.sql)
    expect(nobody.rows).toEqual([])
    expect(await teamsOf(other)).toMatchObject([{ players: [mate.user.id] }])
    await sql`UPDATE events SET start_date = now() - interval '1 second' WHERE id = ${late}`.execute(
      site.database.sql,
    )
    expect((await restoreByOwner(member.user.id)).status).toBe(204)
    expect([await teamsOf(cup), await teamsOf(other)]).toEqual(before)
    const begun = await sql`SELECT FROM cup_teams WHERE event_id = ${late}`.execute(site.database.sql)
    expect(begun.rows).toEqual([])
  })

  test('[owner.147] who ends the newsletter by a link of an older mail while the account is hidden is not subscribed after the restore', async () => {
    const token = async (id: number, purpose: 'confirm' | 'unsubscribe') =>
      makeToken(await readKey(site.database.sql), purpose, await subscriber(id))
    const subscriber = async (id: number) =>
      (
        await sql<{
          id: number
          email: string
        }>`SELECT newsletter_subscribers.id, newsletter_subscribers.email
          FROM newsletter_subscribers JOIN verified_emails AS own ON lower(own.email) = lower(newsletter_subscribers.email)
          WHERE user_id = ${id}`.execute(site.database.sql)
      ).rows[0]!
    const isSubscribed = async (id: number) => (await subscriber(id)) !== undefined
    const [one, other] = [await knownMember(), await knownMember()]
    const [link, confirmation] = [await token(one.id, 'unsubscribe'), await token(other.id, 'confirm')]
    for (const { member } of [one, other]) await remove(member)
    const end = (text: string) =>
      site.browser().post(`/newsletter/unsubscribe/${text}`, undefined, {
        raw: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    await end(link)
    // Neither a link of another kind nor confirming a hidden address changes anything.
    await end(confirmation)
    expect((await site.browser().post('/api/newsletter/confirmation', { token: confirmation })).status).toBe(
      400,
    )
    for (const { id } of [one, other]) expect((await restoreByOwner(id)).status).toBe(204)
    expect([await isSubscribed(one.id), await isSubscribed(other.id)]).toEqual([false, true])
  })

  test('[owner.143] 20,000 likes and follows come back in a fixed number of statements, without those that no longer fit', async () => {
    const [member, reader] = [await site.member(), await site.member()]
    const { id } = member.user
    const run = (text: string) => sql.raw(text).execute(site.database.sql)
    await run(`
      WITH made AS (INSERT INTO users (gamertag) SELECT 'Fan ' || n FROM generate_series(1, 10000) AS n RETURNING id)
      INSERT INTO follows (follower_id, player_id) SELECT ${id}, id FROM made`)
    await run(`
      WITH made AS (INSERT INTO all_posts (user_id, content) SELECT ${reader.user.id}, 'x' FROM generate_series(1, 10000)
        RETURNING id)
      INSERT INTO post_likes (post_id, user_id) SELECT id, ${id} FROM made`)
    const kept = async () =>
      (
        await sql`SELECT (SELECT count(*)::int FROM follows WHERE follower_id = ${id}) AS follows,
        (SELECT count(*)::int FROM post_likes WHERE user_id = ${id}) AS likes,
        (SELECT count(*)::int FROM hidden_rows WHERE user_id = ${id}) AS hidden`.execute(site.database.sql)
      ).rows[0]
    await remove(member)
    expect(await kept()).toEqual({ follows: 0, likes: 0, hidden: 20_000 })
    await run(
      `DELETE FROM all_posts WHERE id IN (SELECT id FROM all_posts WHERE content = 'x' ORDER BY id LIMIT 7)`,
    )
    // It breaks another rule than that its subject exists.
    await run(`INSERT INTO hidden_rows (user_id, table_name, content) VALUES
      (${id}, 'blocks', '{"blocker_id": ${id}, "blocked_id": ${reader.user.id}, "created_at": null}')`)
    await sql`SELECT restore_hidden_rows(${id})`.execute(site.database.sql)
    // A statement of each row would have a subtransaction of its own.
    const { rows } = await sql`
      SELECT (SELECT count(DISTINCT xmin::text)::int FROM follows WHERE follower_id = ${id}) AS follows,
        (SELECT count(DISTINCT xmin::text)::int FROM post_likes WHERE user_id = ${id}) AS likes
    `.execute(site.database.sql)
    expect(rows).toEqual([{ follows: 1, likes: 1 }])
    expect(await kept()).toEqual({ follows: 10_000, likes: 9_993, hidden: 8 })
    expect((await restoreByOwner(id)).status).toBe(204)
    expect(await kept()).toEqual({ follows: 10_000, likes: 9_993, hidden: 0 })
  })

  test('[owner.144] a player who was claimed meanwhile is followed as the member who claimed them, but for one who is blocked', async () => {
    const member = await site.member()
    const { id } = member.user
    const followed: number[] = []
    for (const n of [1, 2]) {
      const xuid = `2535${id}99${n}`
      await server.report(event('player', { xuid, gamertag: `Claimed ${n}` }))
      const { rows } = await sql<{
        id: number
      }>`SELECT user_id AS id FROM game_identities WHERE value = ${xuid}`.execute(site.database.sql)
      followed.push(rows[0]!.id)
      expect((await member.put(`/api/players/${rows[0]!.id}/follow`)).status).toBeLessThan(300)
    }
    const [claimer, blocked] = [await site.member(), await site.member()]
    expect((await member.put(`/api/players/${blocked.user.id}/block`)).status).toBe(200)
    await remove(member)
    for (const [index, one] of [claimer, blocked].entries()) {
      const code = `CLAIM${id}${index}`.padEnd(8, '0').slice(0, 8)
      await server.report(
        event('link.code', { xuid: `2535${id}99${index + 1}`, gamertag: `Claimed ${index + 1}`, code }),
      )
      expect((await one.post('/api/link', { code })).status).toBe(200)
    }
    expect((await restoreByOwner(id)).status).toBe(204)
    const { rows } = await sql`SELECT player_id FROM follows WHERE follower_id = ${id}`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([{ player_id: claimer.user.id }])
    expect(followed).not.toContain(claimer.user.id)
  })

  test('[owner.140] a code of /link that nobody uses costs the member nothing: the restore gives the player back', async () => {
    const { member, id, said, rival } = await knownMember()
    const stats = async () => (await site.browser().get(`/api/stats/${id}`)).json
    const { wins } = await stats()
    await remove(member)
    const requested = await server.send(event('link.request', { xuid: said.xuid, gamertag: said.gamertag }))
    expect(JSON.stringify(requested.json)).toMatch(/"code":"\w{8}"/)
    await server.report(
      event('link.code', { pfid: said.pfid, gamertag: said.gamertag, code: 'UNUSED01' }),
      event(
        'match',
        match([player(said.xuid, { gamertag: said.gamertag }), player(rival, { result: 'loss' })]),
      ),
    )
    expect((await restoreByOwner(id)).status).toBe(204)
    expect((await site.browser().get(`/api/users/${id}`)).json.gamertag).toBe(said.gamertag)
    expect((await stats()).wins).toBe(wins + 1)
    const late = await (await site.member()).post('/api/link', { code: 'UNUSED01' })
    expect(late.status).toBe(409)
    expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })
  })

  test('[owner.140] who registers by such a code starts over, and the restored member can link another player', async () => {
    const { member, id, said } = await knownMember()
    await remove(member)
    const codes = ['ANEW0001', 'ANEW0002', 'ANEW0003'] as const
    await server.report(
      event('link.code', { xuid: said.xuid, gamertag: said.gamertag, code: codes[0] }),
      event('link.code', { pfid: said.pfid, gamertag: said.gamertag, code: codes[1] }),
    )
    const newcomer = site.browser()
    const registered = await newcomer.post('/api/register', {
      username: `Anew${id}`,
      password,
      linkCode: codes[0],
    })
    expect(registered.status, registered.text).toBe(201)
    expect(registered.json.gamertag).toBe(said.gamertag)
    expect((await newcomer.post('/api/link', { code: codes[1] })).status).toBe(200)
    const browser = site.browser()
    await sql`DELETE FROM second_factors WHERE user_id = ${id}`.execute(site.database.sql)
    expect((await restore({ username: said.username }, browser)).json.gamertag).toBe(null)
    expect(
      (await sql`SELECT FROM game_identities WHERE user_id = ${id}`.execute(site.database.sql)).rows,
    ).toEqual([])
    await server.report(event('link.code', { xuid: `2535${id}777`, gamertag: 'Second Try', code: codes[2] }))
    expect((await browser.post('/api/link', { code: codes[2] })).status).toBe(200)
    expect((await browser.get('/api/user')).json.gamertag).toBe('Second Try')
    expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })
  })

  test('[owner.85] a staff rank does not come back by itself, a bought one does', async () => {
    const [staff, buyer] = [await ranked('Moderator'), await ranked('Gold')]
    for (const { user } of [staff, buyer])
      expect((await owner.delete(`/api/admin/members/${user.id}`)).status).toBe(204)
    const listed = (await deletedMembers()).json as { id: number; rank: string }[]
    expect(listed.find(({ id }) => id === staff.user.id)?.rank).toBe('Moderator')
    expect((await restore({ username: staff.user.username })).json.rank).toBe('Member')
    expect((await restore({ username: buyer.user.username })).json.rank).toBe('Gold')
    const manager = await ranked('Manager')
    await remove(manager)
    await restoreByOwner(manager.user.id)
    expect((await site.browser().get(`/api/users/${manager.user.id}`)).json.rank).toBe('Member')
  })

  test('[owner.141] the audit log says when a staff rank was lost, so that what was done before counts as done by staff', async () => {
    const [admin, moderator, buyer] = [await ranked('Admin'), await ranked('Moderator'), await ranked('Gold')]
    const ids = [admin, moderator, buyer].map(({ user }) => user.id)
    const { rows: clock } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(
      site.database.sql,
    )
    await remove(moderator)
    for (const { user } of [admin, buyer]) await owner.delete(`/api/admin/members/${user.id}`)
    for (const id of ids) expect((await restoreByOwner(id)).status).toBe(204)
    const { rows: ranks } = await sql<{ rank: string }>`
      SELECT rank_at(id, ${clock[0]!.now}) AS rank FROM unnest(${ids}::int[]) WITH ORDINALITY AS ids (id, n) ORDER BY n
    `.execute(site.database.sql)
    expect(ranks.map(({ rank }) => rank)).toEqual(['Admin', 'Moderator', 'Gold'])
    const { rows: entries } = await sql`
      SELECT actor_id, actor_name, subject_id, before, after FROM audit_log
      WHERE action = 'member.rank' AND subject_id = ANY(${ids}::int[]) ORDER BY subject_id
    `.execute(site.database.sql)
    const after = { rank: 'Member' }
    expect(entries).toEqual([
      {
        actor_id: owner.user.id,
        actor_name: owner.user.username,
        subject_id: ids[0],
        before: { rank: 'Admin' },
        after,
      },
      {
        actor_id: null,
        actor_name: 'the member',
        subject_id: ids[1],
        before: { rank: 'Moderator' },
        after,
      },
    ])
  })

  test('[owner.88] restriction, ban and open case outlast a deletion and a restore', async () => {
    const { member, id, said, staff, reader, postId } = await knownMember()
    const moderator = await ranked('Moderator')
    await sql`UPDATE restrictions SET lifted_at = NULL WHERE user_id = ${id}`.execute(site.database.sql)
    await reader.post(`/api/posts/${postId}/reports`, { reason: 'Rude words' })
    const cases = async () =>
      (
        await sql<{
          n: number
        }>`SELECT count(*)::int AS n FROM moderation_reports WHERE subject_user_id = ${id}`.execute(
          site.database.sql,
        )
      ).rows[0]?.n
    const bans = async () => (await moderator.get(`/api/admin/punishments?userId=${id}`)).text
    const [open, inForce] = [await cases(), await bans()]
    expect(open).toBeGreaterThan(0)
    await remove(member)
    expect(await cases()).toBe(open)
    await restoreByOwner(id)
    expect([await cases(), await bans()]).toEqual([open, inForce])
    await sql`DELETE FROM second_factors WHERE user_id = ${id}`.execute(site.database.sql)
    const browser = site.browser()
    await browser.post('/api/login', { username: said.username, password })
    const refused = await browser.post('/api/posts', { content: 'I am back' })
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden'])
    expect(staff.user.id).not.toBe(id)
  })
})

describe('[owner.142] staff decide about a member whose account can be restored', () => {
  const actionsOn = (id: number) =>
    ({
      restrict: (browser: TestBrowser) =>
        browser.post(`/api/admin/members/${id}/restriction`, { reason: 'Rude words', days: 3 }),
      clear: (browser: TestBrowser, parts: readonly string[]) =>
        browser.post(`/api/admin/members/${id}/profile-clearing`, { parts, reason: 'Rude words' }),
    }) as const

  test('[owner.142] nobody restricts or clears whoever had an equal rank, and nothing can be cleared that is not there', async () => {
    const [one, other, member] = [await ranked('Moderator'), await ranked('Moderator'), await site.member()]
    const { restrict, clear } = actionsOn(other.user.id)
    for (const { user } of [other, member]) await owner.delete(`/api/admin/members/${user.id}`)
    expect((await restrict(one)).status).toBe(403)
    expect((await clear(one, ['name'])).status).toBe(403)
    expect((await actionsOn(member.user.id).clear(one, ['bio', 'picture'])).status).toBe(409)
    const gone = await site.member()
    await remove(gone, { now: true })
    expect((await actionsOn(gone.user.id).restrict(one)).status).toBe(404)
    expect((await actionsOn(gone.user.id).clear(one, ['bio'])).status).toBe(404)
  })

  test('[owner.142] a restriction is in force after the restore, and what was cleared does not come back', async () => {
    const { member, id } = await knownMember()
    const moderator = await ranked('Moderator')
    await remove(member)
    const { restrict, clear } = actionsOn(id)
    expect((await restrict(moderator)).status).toBe(201)
    expect((await clear(moderator, ['bio', 'picture'])).json).toEqual({ cleared: ['bio', 'picture'] })
    expect((await clear(moderator, ['bio', 'picture'])).status).toBe(409)
    // The name comes from the game.
    expect((await clear(moderator, ['name'])).status).toBe(409)
    expect((await restoreByOwner(id)).status).toBe(204)
    const { json } = await site.browser().get(`/api/users/${id}`)
    expect(json).toMatchObject({ bio: null, avatarUrl: null })
    expect((await sql`SELECT reason FROM restriction_of(${id})`.execute(site.database.sql)).rows).toEqual([
      { reason: 'Rude words' },
    ])
    const { rows } = await sql`SELECT removed[1] IS NOT NULL AS removed, hash FROM faces
      JOIN game_identities ON id = identity_id WHERE user_id = ${id}`.execute(site.database.sql)
    expect(rows).toEqual([{ removed: true, hash: null }])
  })

  test('[owner.142] a cleared name stays cleared', async () => {
    const [member, moderator] = [await site.member(), await ranked('Moderator')]
    const { id } = member.user
    await remove(member)
    expect((await actionsOn(id).clear(moderator, ['name'])).json).toEqual({ cleared: ['name'] })
    expect((await actionsOn(id).clear(moderator, ['name'])).status).toBe(409)
    expect((await restoreByOwner(id)).status).toBe(204)
    expect((await site.browser().get(`/api/users/${id}`)).json.username).toBe(`Player ${id}`)
  })
})

describe('[owner.86] after the days of grace', () => {
  test('[owner.86] nothing is deleted before, and then as a deletion at once leaves it: no word of the account in any table', async () => {
    const { member, id, said, reader } = await knownMember()
    const { username } = said
    await remove(member)
    await finishDeletions(site.context)
    expect(await isPending(id)).toBe(true)
    await endGrace(id)
    // Too late, also before the job runs.
    expect((await restore({ username })).status).toBe(401)
    expect((await restoreByOwner(id)).status).toBe(404)
    expect((await deletedMembers()).text).not.toContain(`"id":${id},`)
    await finishDeletions(site.context)
    await finishDeletions(site.context)
    expect((await sql`SELECT FROM users WHERE id = ${id}`.execute(site.database.sql)).rows).toEqual([])
    expect(await isPending(id)).toBe(false)
    // All pages: other tests left theirs waiting.
    for (let waiting = true; waiting; ) {
      const { json } = await server.send(event('heartbeat', { playerCount: 0 }))
      waiting = json.outbox.length > 0
      await server.ack(json.outbox.map((item: { id: string }) => item.id))
    }
    // The reader's own post has the name that they wrote.
    await sql`DELETE FROM all_posts WHERE user_id = ${reader.user.id}`.execute(site.database.sql)
    expect(await tracesOf(site, Object.values(said))).toEqual([])
    expect((await actionsAbout(id)).map(({ action }) => action)).toEqual(['member.delete'])
    expect((await site.browser().get(`/api/users/${id}`)).json).toMatchObject({ username: 'Deleted player' })
    expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })
  })

  test('[owner.86] with `now` the account is gone at once', async () => {
    const member = await site.member()
    expect((await remove(member, { now: 'yes' })).status).toBe(400)
    expect((await remove(member, { now: true })).status).toBe(204)
    expect(
      (await sql`SELECT FROM users WHERE id = ${member.user.id}`.execute(site.database.sql)).rows,
    ).toEqual([])
  })

  test('[owner.87] one that fails leaves its account hidden and whole, holds no other back, and the next run deletes it', async () => {
    const { member, id } = await knownMember()
    const other = await site.member()
    for (const one of [member, other]) await remove(one)
    await endGrace(id)
    await endGrace(other.user.id)
    // As a killed process: what was done in the transaction is gone.
    const asOwner = async (text: string) => {
      const client = new Client({ connectionString: site.store.ownerUrl })
      await client.connect()
      await client.query(text).finally(() => client.end())
    }
    await asOwner(`
      CREATE FUNCTION fail_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF OLD.id = ${id} THEN RAISE EXCEPTION 'the machine is gone'; END IF; RETURN OLD; END $$;
      CREATE TRIGGER fail_now BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION fail_now()`)
    const rows = async () =>
      (
        await sql`SELECT (SELECT count(*) FROM all_posts WHERE user_id = ${id}) AS posts,
        (SELECT count(*) FROM hidden_rows WHERE user_id = ${id}) AS hidden,
        (SELECT count(*) FROM game_identities WHERE user_id = ${id}) AS identities`.execute(site.database.sql)
      ).rows
    const before = await rows()
    await expect(finishDeletions(site.context)).rejects.toThrow('the machine is gone')
    expect(await rows()).toEqual(before)
    expect([await isPending(id), await isPending(other.user.id)]).toEqual([true, false])
    // Tried after all others the next time, however many a run takes.
    const later = await site.member()
    await remove(later)
    await endGrace(later.user.id)
    await finishDeletions(site.context, undefined, 1)
    expect([await isPending(id), await isPending(later.user.id)]).toEqual([true, false])
    await asOwner('DROP TRIGGER fail_now ON users')
    await Promise.all([finishDeletions(site.context), finishDeletions(site.context)])
    expect((await sql`SELECT FROM users WHERE id = ${id}`.execute(site.database.sql)).rows).toEqual([])
    expect((await actionsAbout(id)).map(({ action }) => action)).toEqual(['member.delete'])
  })
})

test('[owner.89] an Owner sees deleted members with the days left and restores one; the audit log names both actions', async () => {
  const member = await site.member('Went By Mistake')
  expect((await owner.delete(`/api/admin/members/${member.user.id}`)).status).toBe(204)
  const listed = (await deletedMembers()).json.find((one: { id: number }) => one.id === member.user.id)
  expect(listed).toMatchObject({ username: 'Went By Mistake', rank: 'Member' })
  expect(Date.parse(listed.deletesAt) - Date.parse(listed.deletedAt)).toBe(14 * 86_400_000)
  expect((await restoreByOwner(member.user.id)).status).toBe(204)
  expect((await restoreByOwner(member.user.id)).status).toBe(404)
  expect((await deletedMembers()).text).not.toContain('Went By Mistake')
  expect(await actionsAbout(member.user.id)).toEqual([
    { action: 'member.delete', actor_id: owner.user.id },
    { action: 'member.restore', actor_id: owner.user.id },
  ])
})

test('[owner.90] a mail to the confirmed address is asked for, and to no other', async () => {
  const mails = async (id: number) =>
    (
      await sql`SELECT FROM outbox WHERE channel = 'mail' AND type = 'account.deletion' AND (data ->> 'userId')::int = ${id}`.execute(
        site.database.sql,
      )
    ).rows.length
  const member = await site.member()
  await remove(member)
  expect(await mails(member.user.id)).toBe(1)
  const gone = await site.member()
  await remove(gone, { now: true })
  expect(await mails(gone.user.id)).toBe(0)
})

test('[owner.146] an account that is deleted and restored again and again has one mail waiting, and is restored five times a day', async () => {
  const strict = await testApp({
    environment: { SMTP_URL: 'smtp://127.0.0.1:4250', MAIL_FROM: 'site@isles.example' },
  })
  try {
    const member = await strict.member()
    const { username, id } = member.user
    const isHidden = async () =>
      (await sql`SELECT FROM pending_deletions WHERE user_id = ${id}`.execute(strict.database.sql)).rows
        .length
    let browser: TestBrowser = member
    for (let time = 1; time <= 5; time += 1) {
      expect((await remove(browser)).status).toBe(204)
      browser = strict.browser()
      // A wrong password is no attempt to restore.
      expect((await restore({ username, password: 'wrong horse' }, browser)).status).toBe(401)
      expect((await restore({ username }, browser)).status).toBe(200)
    }
    await remove(browser)
    const refused = await restore({ username }, strict.browser())
    expect([refused.status, await isHidden()]).toEqual([429, 1])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
    const mails = await sql`SELECT FROM outbox WHERE type = 'account.deletion'`.execute(strict.database.sql)
    expect(mails.rows).toHaveLength(1)
  } finally {
    await strict.close()
  }
})

test('[owner.92] what goes is counted before: posts, comments, likes, pictures, follows, registrations, and the matches that stay', async () => {
  const { member, id, reader } = await knownMember()
  const path = `/api/removals/member/${id}`
  expect((await reader.get(path)).status).toBe(403)
  const counts = { posts: 1, comments: 4, likes: 2, pictures: 1, follows: 3, registrations: 1, matches: 3 }
  expect((await member.get(path)).json).toEqual(counts)
  expect((await owner.get(path)).json).toEqual(counts)
})
