import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../src/contract/accounts/ranks.ts'
import { finishDeletions } from '../../src/server/domains/accounts/personal-data/hide-account.ts'
import {
  matchesOf,
  tracesOf,
  wholeMember,
  words,
} from '../../src/server/domains/accounts/personal-data/testing/whole-member.ts'
import {
  anonymizeRemainingNames,
  startAnonymizingNames,
} from '../../src/server/domains/matches/ledger/anonymize.ts'
import { rebuildLedger, verifyLedger } from '../../src/server/domains/matches/ledger/rebuild.ts'
import { QueryDeadline } from '../../src/server/platform/database/query-deadline.ts'
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
beforeAll(async () => {
  site = await testApp({
    environment: {
      RATE_LIMITS: 'off',
      CONTACT_TO: 'team@isles.example',
      SMTP_URL: 'smtp://127.0.0.1:4250',
      MAIL_FROM: 'site@isles.example',
    },
  })
  server = await gameServer(site)
})
afterAll(() => site.close())

const url = '/api/account/delete'
const deleted = { username: 'Deleted player', avatarUrl: null, rank: 'Member' }

let rivals = 0
const newRival = () => {
  rivals += 1
  return `rival-${rivals}`
}

const accountOf = async (value: string) => {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM game_identities WHERE value = ${value}
  `.execute(site.database.sql)
  return rows[0]?.user_id
}

const isThere = async (id: number) => {
  const { rows } = await sql`SELECT FROM users WHERE id = ${id} AND username IS NOT NULL`.execute(
    site.database.sql,
  )
  return rows.length === 1
}

const clean = async () => expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })

describe('who may not', () => {
  test('a visitor is refused with 401', async () => {
    expect((await site.browser().post(url, { password, now: true })).status).toBe(401)
  })

  test('another site’s page cannot ask for it', async () => {
    const member = await site.member()
    const headers = { origin: 'https://evil.example' }
    expect((await member.post(url, { password }, { headers })).status).toBe(403)
    expect(await isThere(member.user.id)).toBe(true)
  })

  test.each([
    ['no body', undefined],
    ['no password', {}],
    ['another password', { password: 'wrong horse' }],
    ['a password that is no text', { password: 5 }],
  ])('%s: 400, and the account stays signed in', async (_what, body) => {
    const member = await site.member()
    expect((await member.post(url, body)).status).toBe(400)
    expect((await member.get('/api/user')).status).toBe(200)
  })

  test('a wrong password is said at its field, and the sixth try is refused whatever it is', async () => {
    const member = await site.member()
    for (let n = 0; n < 5; n += 1) {
      const { status, json } = await member.post(url, { password: 'wrong horse' })
      expect([status, json.fields]).toEqual([400, { password: 'Your password is wrong' }])
    }
    expect((await member.post(url, { password, now: true })).status).toBe(429)
    expect(await isThere(member.user.id)).toBe(true)
  })

  test('the last Owner: 409, and nothing of the account is gone', async () => {
    const { member, id, said } = await wholeMember(site, server, newRival())
    await sql`UPDATE users SET rank = 'Member' WHERE rank = 'Owner'`.execute(site.database.sql)
    await sql`UPDATE users SET rank = 'Owner' WHERE id = ${id}`.execute(site.database.sql)
    const before = await tracesOf(site, Object.values(said))
    expect((await member.post(url, { password, now: true })).status).toBe(409)
    expect(await tracesOf(site, Object.values(said))).toEqual(before)
    expect((await member.get('/api/user')).json.gamertag).toBe(said.gamertag)
  })

  test('of two Owners who go at once, one stays', async () => {
    await sql`UPDATE users SET rank = 'Member' WHERE rank = 'Owner'`.execute(site.database.sql)
    const owners = [await site.member(), await site.member()]
    for (const { user } of owners) {
      await sql`UPDATE users SET rank = 'Owner' WHERE id = ${user.id}`.execute(site.database.sql)
    }
    const responses = await Promise.all(owners.map((owner) => owner.post(url, { password, now: true })))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409])
  })

  test('an Owner whose only fellow is demoted at this moment: 409', async () => {
    await sql`UPDATE users SET rank = 'Member' WHERE rank = 'Owner'`.execute(site.database.sql)
    const [one, other] = [await site.member(), await site.member()]
    const ids = [one.user.id, other.user.id]
    await sql`UPDATE users SET rank = 'Owner' WHERE id = ANY (${ids}::int[])`.execute(site.database.sql)
    const late = await whileOpen(
      site.database,
      (transaction) => sql`UPDATE users SET rank = 'Admin' WHERE id = ${other.user.id}`.execute(transaction),
      () => one.post(url, { password, now: true }),
    )
    expect([late.waited, late.result.status, await isThere(one.user.id)]).toEqual([true, 409, true])
    // Who is no Owner goes however few Owners there are.
    expect((await other.post(url, { password, now: true })).status).toBe(204)
  })

  test('the site cannot change the players of a match in any other way', async () => {
    const { id } = await wholeMember(site, server, newRival())
    const change = sql`UPDATE match_players SET gamertag = 'Deleted player'`
    await expect(change.execute(site.database.sql)).rejects.toThrow('permission denied')
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM game_identities WHERE user_id = ${id} AND kind = 'xuid'
    `.execute(site.database.sql)
    const call = sql`SELECT * FROM forget_match_names(${rows[0]?.id}::int, NULL, NULL, 10)`
    await expect(call.execute(site.database.sql)).rejects.toThrow('match_players is append-only')
    await expect(sql`DELETE FROM identity_hash_key`.execute(site.database.sql)).rejects.toThrow('permission')
  })
})

describe('the account', () => {
  test('is gone: every session ends, the cookie is cleared, nobody signs in, and the name is free again', async () => {
    const member = await site.member('Leaver')
    const elsewhere = site.browser()
    await elsewhere.post('/api/login', { username: 'Leaver', password })
    const response = await member.post(url, { password, now: true })
    expect([response.status, response.text, member.cookie]).toEqual([204, '', undefined])
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    expect((await site.browser().post('/api/login', { username: 'Leaver', password })).status).toBe(401)
    expect((await site.member('leaver')).user.id).not.toBe(member.user.id)
  })

  test('leaves no word of itself in any table, but what game servers have not fetched yet', async () => {
    const { member, said } = await wholeMember(site, server, newRival())
    const texts = Object.values(said)
    expect(new Set((await tracesOf(site, texts)).map((trace) => trace.split(': ')[1]))).toEqual(
      new Set(texts),
    )
    expect((await member.post(url, { password, now: true })).status).toBe(204)
    // The rank must be removed in the game too.
    expect(await tracesOf(site, texts)).toEqual([`outbox: ${said.xuid}`, `outbox: ${said.pfid}`])
    const { json } = await server.send(event('heartbeat', { playerCount: 0 }))
    const items = json.outbox.map(({ type, data }: { type: string; data: object }) => ({ type, data }))
    expect(items).toContainEqual({ type: 'rank', data: { xuid: said.xuid, rank: 'Member' } })
    expect(items).toContainEqual({ type: 'rank', data: { pfid: said.pfid, rank: 'Member' } })
    await server.ack(json.outbox.map(({ id }: { id: string }) => id))
    expect(await tracesOf(site, texts)).toEqual([])
  })

  test('takes posts with their images, likes, messages, applications and what was reported about it along', async () => {
    const { member, id, postId, staff } = await wholeMember(site, server, newRival())
    const image = (await member.get('/api/posts?limit=10')).json.find(
      (post: { id: number }) => post.id === postId,
    ).mediaUrl
    expect((await site.app.inject({ url: image })).statusCode).toBe(200)
    await member.post(url, { password, now: true })
    expect((await site.app.inject({ url: image })).statusCode).toBe(404)
    const { rows } = await sql<{ n: number }>`
      SELECT (SELECT count(*) FROM posts WHERE user_id = ${id})::int + (SELECT count(*) FROM post_likes
        WHERE user_id = ${id})::int + (SELECT count(*) FROM staff_applications WHERE user_id = ${id})::int
        + (SELECT count(*) FROM moderation_reports WHERE subject_id = ${postId})::int AS n
    `.execute(site.database.sql)
    expect(rows[0]?.n).toBe(0)
    // Bug reports remain without their reporter, as do reports about others.
    expect((await staff.get('/api/admin/reports')).json[0]).toMatchObject({
      username: 'Anonymous',
      reason: 'No knockback',
      mediaLink: null,
    })
    const [open] = (await staff.get('/api/admin/moderation')).json
    expect(open.reports).toMatchObject([{ reason: 'It is not nice', reporter: null }])
  })

  test('game servers take the rank back also where they have not fetched an earlier demotion yet', async () => {
    const { member, id, said, staff } = await wholeMember(site, server, newRival())
    await sql`UPDATE users SET rank = 'Owner' WHERE id = ${staff.user.id}`.execute(site.database.sql)
    const fetch = async () => (await server.report(event('heartbeat', { playerCount: 0 }))).json.outbox
    await server.ack((await fetch()).map((item: { id: string }) => item.id))
    const demoted = await staff.patch(`/api/admin/members/${id}/rank`, { rank: 'Member' })
    expect([demoted.status, demoted.text]).toEqual([200, demoted.text])
    expect((await member.post(url, { password, now: true })).status).toBe(204)
    const left = (await fetch()) as { type: string; data: Record<string, string> }[]
    const own = left.filter(({ data }) => [said.xuid, said.pfid].includes(data.xuid ?? data.pfid ?? ''))
    expect(own.map(({ type, data }) => [type, data.rank])).toEqual([
      ['rank', 'Member'],
      ['rank', 'Member'],
    ])
  })

  test('is written down without its name', async () => {
    const member = await site.member()
    await member.post(url, { password, now: true })
    const { rows } = await sql`
      SELECT actor_id, actor_name, actor_rank, action, before, after FROM audit_log
      WHERE subject_type = 'member' AND subject_id = ${member.user.id}
    `.execute(site.database.sql)
    expect(rows).toEqual([
      {
        actor_id: member.user.id,
        actor_name: 'Deleted player',
        actor_rank: null,
        action: 'member.delete',
        before: null,
        after: null,
      },
    ])
  })

  test('takes hundreds of posts along', async () => {
    const member = await site.member()
    await sql`INSERT INTO posts (user_id, content) SELECT ${member.user.id}, 'Post ' || n
      FROM generate_series(1, 1234) AS n`.execute(site.database.sql)
    expect((await member.post(url, { password, now: true })).status).toBe(204)
    const { rows } = await sql`SELECT FROM posts WHERE content ~ '^Post \\d+$'`.execute(site.database.sql)
    expect(rows).toEqual([])
  })

  test('what a session writes while its account goes is refused with 401, and not kept', async () => {
    const member = await site.member()
    const writing = await site.database.sql.transaction().execute(async (transaction) => {
      await sql`SELECT FROM users WHERE id = ${member.user.id} FOR UPDATE`.execute(transaction)
      const sent = member.post('/api/posts', { content: 'Too late' })
      const waits = async () =>
        (await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(site.database.sql)).rows.length
      await expect.poll(waits).toBeGreaterThan(0)
      await sql`DELETE FROM users WHERE id = ${member.user.id}`.execute(transaction)
      // Wrapped in an object, because returning the promise would await it, and it waits for the transaction.
      return { sent }
    })
    expect((await writing.sent).status).toBe(401)
  })
})

/** An identity whose player was anonymized. */
const newAnonymized = async () => {
  const { rows } = await sql<{ id: number }>`
    WITH nobody AS (INSERT INTO users (gamertag, deleted_at) VALUES ('Deleted player', now()) RETURNING id)
    INSERT INTO game_identities (user_id, kind, value, forgotten_at)
    SELECT id, 'xuid', 'forgotten ' || gen_random_uuid(), now() FROM nobody RETURNING id
  `.execute(site.database.sql)
  return rows[0]!.id
}

describe('matches', () => {
  test('an opponent’s history keeps its matches, results and figures; only the name changes', async () => {
    const rival = newRival()
    const { member, id, playerId } = await wholeMember(site, server, rival)
    const rivalId = await accountOf(rival)
    const visitor = site.browser()
    // Ratings come in the order of ids, and the deleted account has another.
    const history = async () =>
      (await visitor.get(`/api/players/${rivalId}/matches`)).json.map(
        (one: { ratings: { after: number }[] }) => ({
          ...one,
          ratings: one.ratings.toSorted((a, b) => a.after - b.after),
        }),
      )
    const figures = async () => (await visitor.get(`/api/stats/${rivalId}`)).json
    const points = async () => (await visitor.get(`/api/players/${rivalId}/points-history`)).json
    const before = { history: await history(), figures: await figures(), points: await points() }
    expect((await member.post(url, { password, now: true })).status).toBe(204)
    const anonymous = JSON.parse(JSON.stringify(before.history), (key, value) => {
      if (key === 'user' && value.id === id) return { ...deleted, id: expect.any(Number) }
      return key === 'userId' && value === id ? expect.any(Number) : value
    })
    expect(await history()).toEqual(anonymous)
    expect(await figures()).toEqual(before.figures)
    expect(await points()).toEqual(before.points)
    const shown = (await visitor.get(`/api/matches/${before.history[0].matchId}`)).json.players
    expect(shown.map((one: { user: { username: string } }) => one.user.username)).toContain('Deleted player')

    await clean()
    const tables = () =>
      sql`SELECT board_id, user_id, points, wins FROM player_stats ORDER BY 1, 2`.execute(site.database.sql)
    const live = (await tables()).rows
    await rebuildLedger(site.database)
    expect((await tables()).rows).toEqual(live)
    await clean()

    // Both earlier ids redirect to a page without a name.
    for (const old of [id, playerId]) {
      const { status, json } = await visitor.get(`/api/users/${old}`)
      expect([status, json]).toEqual([
        200,
        {
          ...deleted,
          id: expect.any(Number),
          bio: null,
          discordTag: null,
          createdAt: expect.any(String),
          lastLogin: null,
          gamertag: null,
          standing: 'deleted',
        },
      ])
      expect((await visitor.get(`/api/players/${old}/matches`)).json).toEqual([])
      expect((await visitor.get(`/api/players/${old}/points-history`)).json.days).toEqual([])
      expect((await visitor.get(`/api/stats/${old}`)).json).toMatchObject({ wins: 0, kills: 0, points: 0 })
    }
  })

  test('of somebody with thousands of matches the oldest lose the name after the answer, and after a crash', async () => {
    const count = 6_000
    const member = await site.member('Plays A Lot')
    const { rows } = await sql<{ id: number }>`
      INSERT INTO game_identities (user_id, kind, value) VALUES (${member.user.id}, 'xuid', '900000001') RETURNING id
    `.execute(site.database.sql)
    const identity = rows[0]!.id
    await sql`
      WITH played AS (
        INSERT INTO matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash)
        SELECT gen_random_uuid(), ${server.id}, 'boxing', false, now() - n * interval '1 minute',
          now() - n * interval '1 minute', sha256(n::text::bytea) FROM generate_series(1, ${count}::int) AS n
        RETURNING match_id, ended_at
      ) INSERT INTO match_players (identity_id, match_id, ended_at, gamertag, result, kills, deaths, assists, points)
      SELECT ${identity}, match_id, ended_at, 'Plays A Lot', 'win', 0, 0, 0, 0 FROM played
    `.execute(site.database.sql)
    const left = async () => {
      const found = await sql<{ named: number; waiting: number }>`
        SELECT (SELECT count(*) FROM match_players WHERE gamertag = 'Plays A Lot')::int AS named,
          (SELECT count(*) FROM names_to_forget)::int AS waiting
      `.execute(site.database.sql)
      return found.rows[0]
    }
    expect((await member.post(url, { password, now: true })).status).toBe(204)
    await expect.poll(left).toEqual({ named: 0, waiting: 0 })

    // Leftovers of a killed process, which the next sweep removes.
    await sql`INSERT INTO match_players (identity_id, match_id, ended_at, gamertag, result, kills, deaths, assists, points)
      SELECT ${await newAnonymized()}::int, match_id,
        ended_at, 'Plays A Lot', 'win', 0, 0, 0, 0 FROM match_players WHERE identity_id = ${identity}
      ORDER BY ended_at LIMIT 3000`.execute(site.database.sql)
    await sql`INSERT INTO names_to_forget SELECT identity_id, 'infinity', gen_random_uuid() FROM match_players
      WHERE gamertag = 'Plays A Lot' LIMIT 1`.execute(site.database.sql)
    expect(await left()).toEqual({ named: 3_000, waiting: 1 })
    await anonymizeRemainingNames(site.database)
    expect(await left()).toEqual({ named: 0, waiting: 0 })
  })

  test('names that are anonymized after the response have their own deadline', async () => {
    await sql`
      INSERT INTO names_to_forget VALUES (${await newAnonymized()}, 'infinity', gen_random_uuid())
    `.execute(site.database.sql)
    new QueryDeadline(0).run(() => startAnonymizingNames(site.context))
    const waiting = async () => (await sql`SELECT FROM names_to_forget`.execute(site.database.sql)).rows
    await expect.poll(waiting).toEqual([])
  })

  test('the player leaves boards, search and sitemap', async () => {
    const { member, id, said } = await wholeMember(site, server, newRival())
    const visitor = site.browser()
    const onBoard = async (text: string) =>
      (await visitor.get(`/api/leaderboard?search=${encodeURIComponent(text)}`)).json.entries.length
    const total = async () => (await visitor.get('/api/leaderboard')).json.total
    expect(await onBoard(said.gamertag)).toBe(1)
    const players = await total()
    await member.post(url, { password, now: true })
    expect([await onBoard(said.gamertag), await onBoard('Deleted pl')]).toEqual([0, 0])
    expect(await total()).toBe(players - 1)
    expect((await visitor.get('/api/players/search?username=Deleted%20player')).json).toEqual([])
    expect((await visitor.get('/api/players/search?username=Deleted')).json).toEqual([])
    const { json } = await visitor.get(`/api/users/${id}`)
    const map = await site.app.inject({ url: '/sitemap.xml' })
    expect(map.body).not.toContain(`/player/${json.id}<`)
  })

  test('who plays on stays without name: new matches, new gamertags and /link.remove change nothing of that', async () => {
    const rival = newRival()
    const { member, id, said, matches } = await wholeMember(site, server, rival)
    await member.post(url, { password, now: true })
    const nobody = (await site.browser().get(`/api/users/${id}`)).json.id
    const [again] = matchesOf(said, rival)
    const [first] = matches
    const response = await server.send(
      event('match', again),
      event('player', { xuid: said.xuid, gamertag: said.gamertag }),
      event('player', { pfid: said.pfid, gamertag: said.gamertag }),
      event('match', first),
      event('link.remove', { xuid: said.xuid }),
    )
    expect(response.json.results.map(({ status }: { status: string }) => status)).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'duplicate',
      'rejected',
    ])
    const shown = (await site.browser().get(`/api/matches/${again?.matchId}`)).json.players
    expect(shown.map((one: { user: { id: number } }) => one.user.id)).toContain(nobody)
    await server.ack(response.json.outbox.map((item: { id: string }) => item.id))
    expect(await tracesOf(site, Object.values(said))).toEqual([])
    const rivalId = await accountOf(rival)
    expect((await site.browser().get(`/api/stats/${rivalId}`)).json.losses).toBe(3)
    await clean()
    // The void removes the opponent's result; the deleted player was not on the board.
    await server.report(event('match.void', { matchId: again?.matchId, reason: 'lag' }))
    expect((await site.browser().get(`/api/stats/${rivalId}`)).json.losses).toBe(2)
    await clean()
  })

  test('/link in game starts over with nothing of before, and that can be deleted as well', async () => {
    const rival = newRival()
    const { member, id, said } = await wholeMember(site, server, rival)
    await member.post(url, { password, now: true })
    const nobody = (await site.browser().get(`/api/users/${id}`)).json.id
    for (let n = 1; n <= 2; n += 1) {
      const code = `NEW${n}${String(rivals).padStart(4, '0')}`
      await server.report(event('link.code', { xuid: said.xuid, gamertag: said.gamertag, code }))
      const playerId = await accountOf(said.xuid)
      expect(playerId).not.toBe(nobody)
      const newcomer = await site.member()
      expect((await newcomer.post('/api/link', { code })).json).toEqual({ gamertag: said.gamertag })
      expect((await newcomer.get(`/api/players/${newcomer.user.id}/matches`)).json).toEqual([])
      await server.report(event('match', match([player(said.xuid, { gamertag: said.gamertag })])))
      expect((await newcomer.get(`/api/players/${newcomer.user.id}/matches`)).json).toHaveLength(1)
      await clean()
      expect((await newcomer.post(url, { password, now: true })).status).toBe(204)
      await server.report(event('match', match([player(said.xuid, { gamertag: said.gamertag })])))
      expect((await tracesOf(site, [said.gamertag])).filter((trace) => !trace.startsWith('outbox'))).toEqual(
        [],
      )
      await clean()
    }
  })

  test('deletions while matches arrive keep the ledger right, and no name comes back', async () => {
    const rival = newRival()
    const people = [await wholeMember(site, server, rival), await wholeMember(site, server, rival)]
    const writing = Array.from({ length: 12 }, (_, n) =>
      server.send(
        ...people.map(({ said }) =>
          event(
            'match',
            match([player(said.xuid, { gamertag: said.gamertag }), player(`${rival}-${n % 3}`)]),
          ),
        ),
      ),
    )
    const responses = await Promise.all([
      ...people.map(({ member }) => member.post(url, { password, now: true })),
      ...writing,
    ])
    expect(responses.map(({ status }) => status)).toEqual([204, 204, ...writing.map(() => 200)])
    await clean()
    const { json } = await server.send(event('heartbeat', { playerCount: 0 }))
    await server.ack(json.outbox.map((item: { id: string }) => item.id))
    expect(
      await tracesOf(
        site,
        people.flatMap(({ said }) => Object.values(said)),
      ),
    ).toEqual([])
  })
})

test('the words of two members have nothing in common', () => {
  const [one, other] = [Object.values(words()), Object.values(words())]
  expect(one.filter((text) => other.some((more) => more.includes(text)))).toEqual([])
})

describe('by an Owner', () => {
  const remove = (browser: TestBrowser, id: number) => browser.delete(`/api/admin/members/${id}`)
  const ranked = async (rank: Rank) => {
    const member = await site.member()
    await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
    return member
  }
  const entries = async (id: number) => {
    const { rows } = await sql`
      SELECT actor_id, actor_name, actor_rank, before, after FROM audit_log
      WHERE action = 'member.delete' AND subject_type = 'member' AND subject_id = ${id}
    `.execute(site.database.sql)
    return rows
  }

  test('[guards.42] everybody below is refused, for whatever account, and nothing of it is gone', async () => {
    const { id, said } = await wholeMember(site, server, newRival())
    const before = await tracesOf(site, Object.values(said))
    expect((await remove(site.browser(), id)).status).toBe(401)
    for (const rank of shippedRanks.filter((one) => one !== 'Owner'))
      expect([rank, (await remove(await ranked(rank), id)).status]).toEqual([rank, 403])
    expect(await tracesOf(site, Object.values(said))).toEqual(before)
    expect(await entries(id)).toEqual([])
  })

  test('[guards.42] the own account is refused with 403, the last Owner’s with 409, an unknown one and a player’s with 404', async () => {
    await sql`UPDATE users SET rank = 'Member' WHERE rank = 'Owner'`.execute(site.database.sql)
    const owner = await ranked('Owner')
    expect((await remove(owner, owner.user.id)).status).toBe(409)
    const other = await ranked('Owner')
    expect((await remove(owner, owner.user.id)).status).toBe(403)
    await server.report(event('player', { xuid: 'only-a-player', gamertag: 'Only A Player' }))
    for (const id of [2_147_483_647, await accountOf('only-a-player')])
      expect((await remove(owner, id!)).status).toBe(404)
    expect([await isThere(owner.user.id), await isThere(other.user.id)]).toEqual([true, true])
    expect((await remove(owner, other.user.id)).status).toBe(204)
  })

  test('[guards.42] an Owner who is demoted at this moment deletes nobody', async () => {
    const [owner, spare, target] = [await ranked('Owner'), await ranked('Owner'), await site.member()]
    const late = await whileOpen(
      site.database,
      (transaction) =>
        sql`UPDATE users SET rank = 'Manager' WHERE id = ${owner.user.id}`.execute(transaction),
      () => remove(owner, target.user.id),
    )
    expect([late.waited, late.result.status, late.result.json.error]).toEqual([
      true,
      403,
      'Only Owners delete accounts',
    ])
    expect(await isThere(target.user.id)).toBe(true)
    expect((await remove(spare, target.user.id)).status).toBe(204)
  })

  test('[guards.42] of two Owners who delete each other at once, one stays', async () => {
    await sql`UPDATE users SET rank = 'Member' WHERE rank = 'Owner'`.execute(site.database.sql)
    const [one, other] = [await ranked('Owner'), await ranked('Owner')]
    const responses = await Promise.all([remove(one, other.user.id), remove(other, one.user.id)])
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1)
    expect([await isThere(one.user.id), await isThere(other.user.id)].sort()).toEqual([false, true])
  })

  test('[guards.42] it has the effect of doing it oneself: after the days of grace no word is left, every session ends, matches stay', async () => {
    const owner = await ranked('Owner')
    const { member, id, said, postId } = await wholeMember(site, server, newRival())
    const texts = Object.values(said)
    expect((await remove(owner, id)).status).toBe(204)
    expect((await member.get('/api/user')).status).toBe(401)
    expect((await owner.get(`/api/posts/${postId}`)).status).toBe(404)
    await sql`UPDATE pending_deletions SET deletes_at = now()`.execute(site.database.sql)
    await finishDeletions(site.context)
    const { json } = await server.send(event('heartbeat', { playerCount: 0 }))
    await server.ack(json.outbox.map((item: { id: string }) => item.id))
    await anonymizeRemainingNames(site.database)
    expect(await tracesOf(site, texts)).toEqual([])
    expect((await owner.get(`/api/users/${id}`)).json).toMatchObject({ username: 'Deleted player' })
    await clean()
    expect((await remove(owner, id)).status).toBe(404)
  })

  test('[guards.42] it is written down with the Owner and without the name', async () => {
    const [owner, member] = [await ranked('Owner'), await site.member()]
    expect((await remove(owner, member.user.id)).status).toBe(204)
    expect(await entries(member.user.id)).toEqual([
      {
        actor_id: owner.user.id,
        actor_name: owner.user.username,
        actor_rank: 'Owner',
        before: null,
        after: null,
      },
    ])
  })
})
