import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { password, type TestApp, testApp } from '../../../testing/test-app.ts'
import { whileOpen } from '../../../testing/while-open.ts'
import { storeCodes } from './queries/codes.ts'

let site: TestApp
let server: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

let made = 0
const someone = () => {
  made += 1
  return `linker-${made}`
}
const code = () => {
  made += 1
  return `CD${String(made).padStart(6, '0')}`
}

const wins = async (id: number, gameType = 'overall') =>
  (await site.browser().get(`/api/stats/${id}?gameType=${gameType}`)).json.wins

/** A player with two wins who just typed /link. */
async function playerWithCode(kind: 'xuid' | 'pfid' = 'xuid') {
  const value = someone()
  const text = code()
  const who = { [kind]: value, gamertag: `Tag ${value}` }
  const part = { ...player(value), xuid: undefined, ...who }
  await server.report(
    event('match', match([part])),
    event('match', match([part], { gameType: 'sumo' })),
    event('link.code', { ...who, code: text }),
  )
  return { value, code: text, gamertag: who.gamertag, id: await accountOf(site, value) }
}

describe('who may not', () => {
  test('[link.09] POST /api/link without session answers 401, and the code stays good', async () => {
    const found = await playerWithCode()
    expect((await site.browser().post('/api/link', { code: found.code })).status).toBe(401)
    const member = await site.member()
    expect((await member.post('/api/link', { code: found.code })).status).toBe(200)
  })

  test('[link.10] a used, expired, unknown or malformed code is refused with 400 and links nobody', async () => {
    const used = await playerWithCode()
    expect((await (await site.member()).post('/api/link', { code: used.code })).status).toBe(200)
    const value = someone()
    const old = code()
    const at = new Date(Date.now() - 601_000).toISOString()
    await server.report(event('link.code', { xuid: value, gamertag: 'Late', code: old }, { at }))
    const member = await site.member()
    for (const text of [used.code, old, 'ZZZZZZZZ', 'short', 42, '']) {
      const response = await member.post('/api/link', { code: text })
      expect([response.status, Object.keys(response.json.fields)]).toEqual([400, ['code']])
    }
    expect((await member.get('/api/user')).json.gamertag).toBeNull()
    const { rows } = await sql`SELECT FROM link_codes WHERE code_hash::text LIKE ${`%${old}%`}`.execute(
      site.database.sql,
    )
    expect(rows).toHaveLength(0)
  })

  test('[link.10] a code lives ten minutes from its at, and not from when it arrived', async () => {
    const value = someone()
    const text = code()
    const at = new Date(Date.now() - 590_000).toISOString()
    await server.report(event('link.code', { xuid: value, gamertag: 'Just', code: text }, { at }))
    const shifted = await sql`UPDATE link_codes SET at = at - interval '15 seconds'
      WHERE identity_id = (SELECT id FROM game_identities WHERE value = ${value})`.execute(site.database.sql)
    expect(Number(shifted.numAffectedRows)).toBe(1)
    const member = await site.member()
    expect((await member.post('/api/link', { code: text })).status).toBe(400)
  })

  test('[link.10] a code whose at lies ahead lives ten minutes from when it arrived', async () => {
    const at = new Date(Date.now() + 4 * 60_000).toISOString()
    const arrived = async (secondsAgo: number) => {
      const [xuid, text] = [someone(), code()]
      await server.report(event('link.code', { xuid, gamertag: 'Ahead', code: text }, { at }))
      const shifted =
        await sql`UPDATE link_codes SET created_at = created_at - make_interval(secs => ${secondsAgo})
        WHERE identity_id = (SELECT id FROM game_identities WHERE value = ${xuid})`.execute(site.database.sql)
      expect(Number(shifted.numAffectedRows)).toBe(1)
      return text
    }
    const member = await site.member()
    expect((await member.post('/api/link', { code: await arrived(600) })).status).toBe(400)
    expect((await member.post('/api/link', { code: await arrived(0) })).status).toBe(200)
  })

  describe('[game.04] link.request', () => {
    const request = (xuid: string, said: object = {}) =>
      event('link.request', { xuid, gamertag: 'Asks' }, said)
    const link = async (text: string) =>
      (await (await site.member()).post('/api/link', { code: text })).status

    test('is rejected without a player, and has no code then', async () => {
      const response = await server.send(event('link.request', { gamertag: 'Nobody' }))
      expect(response.json.results[0]).toMatchObject({ status: 'rejected' })
      expect(response.json.results[0]).not.toHaveProperty('code')
    })

    test('is answered with a code that links, and with the same one when it is sent again', async () => {
      const xuid = someone()
      const sent = request(xuid)
      const first = (await server.send(sent)).json.results[0]
      expect(first).toEqual({
        id: sent.id,
        status: 'accepted',
        code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
        text: expect.stringMatching(/^Your code is \w{4}-\w{4}\. Enter it on the website/),
      })
      const again = (await server.send(sent, sent)).json.results
      expect(again).toEqual(Array(2).fill({ ...first, status: 'duplicate' }))
      const { rows } =
        await sql`SELECT code_hash FROM link_codes JOIN game_identities ON game_identities.id = identity_id
        WHERE value = ${xuid}`.execute(site.database.sql)
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(first.code)
      const member = await site.member()
      expect((await member.post('/api/link', { code: first.code.toLowerCase() })).status).toBe(200)
      expect((await member.get('/api/user')).json.gamertag).toBe('Asks')
      expect(await link(first.code)).toBe(400)
    })

    test('[link.10] lives ten minutes from its making, whatever its at says', async () => {
      const xuid = someone()
      const at = new Date(Date.now() - 3_600_000).toISOString()
      const { code: text } = (await server.send(request(xuid, { at }))).json.results[0]
      const age = (secondsAgo: number) =>
        sql`UPDATE link_codes SET at = now() - make_interval(secs => ${secondsAgo}), created_at = now() - make_interval(secs => ${secondsAgo})
          WHERE identity_id = (SELECT id FROM game_identities WHERE value = ${xuid})`.execute(
          site.database.sql,
        )
      await age(600)
      expect(await link(text)).toBe(400)
      await age(570)
      expect(await link(text)).toBe(200)
    })

    test('ends the earlier code of the player, and of nobody else', async () => {
      const [xuid, other] = [someone(), someone()]
      const codeFor = async (value: string) => (await server.send(request(value))).json.results[0].code
      const old = await codeFor(xuid)
      const untouched = await codeFor(other)
      const newest = await codeFor(xuid)
      expect(await link(old)).toBe(400)
      expect(await link(newest)).toBe(200)
      expect(await link(untouched)).toBe(200)
    })
  })

  test('[link.11] the same code live for two players voids both, and a third does not revive it', async () => {
    const text = code()
    const [a, b, c] = [someone(), someone(), someone()]
    await server.report(event('link.code', { xuid: a, gamertag: 'A', code: text }))
    await server.report(event('link.code', { xuid: b, gamertag: 'B', code: text }))
    const member = await site.member()
    expect((await member.post('/api/link', { code: text })).status).toBe(400)
    await server.report(event('link.code', { xuid: c, gamertag: 'C', code: text }))
    expect((await member.post('/api/link', { code: text })).status).toBe(400)
    expect((await member.get('/api/user')).json.gamertag).toBeNull()
  })

  test('[link.11] two players at once with one code are both voided', async () => {
    const text = code()
    const both = [someone(), someone()]
    await Promise.all(
      both.map((xuid) => server.report(event('link.code', { xuid, gamertag: 'Same', code: text }))),
    )
    expect((await (await site.member()).post('/api/link', { code: text })).status).toBe(400)
  })

  test('[link.11] a code that another process is storing for another player is voided with it', async () => {
    const text = code()
    const [first, second] = [someone(), someone()]
    await server.report(event('player', { xuid: first, gamertag: 'First' }))
    const { rows } = await sql<{ id: number }>`SELECT id FROM game_identities WHERE value = ${first}`.execute(
      site.database.sql,
    )
    const late = await whileOpen(
      site.database,
      (transaction) =>
        storeCodes(transaction, [{ code: text, identityId: rows[0]!.id, serverId: server.id }]),
      () => server.report(event('link.code', { xuid: second, gamertag: 'Second', code: text })),
    )
    expect(late.waited).toBe(true)
    expect((await (await site.member()).post('/api/link', { code: text })).status).toBe(400)
  })

  test('[link.15] linking a second account to one XUID answers 409, and the first keeps everything', async () => {
    const found = await playerWithCode()
    const first = await site.member()
    await first.post('/api/link', { code: found.code })
    const next = code()
    await server.report(event('link.code', { xuid: found.value, gamertag: found.gamertag, code: next }))
    const second = await site.member()
    const response = await second.post('/api/link', { code: next })
    expect([response.status, response.json.code]).toEqual([409, 'conflict'])
    const register = await site
      .browser()
      .post('/api/register', { username: someone(), password, linkCode: next })
    expect(register.status).toBe(409)
    expect(await wins(first.user.id)).toBe(2)
    expect(await wins(second.user.id)).toBe(0)
  })

  test('[link.15] a linked member cannot link a second XUID, nor a player they played against', async () => {
    const member = await site.member()
    await member.post('/api/link', { code: (await playerWithCode()).code })
    expect((await member.post('/api/link', { code: (await playerWithCode()).code })).status).toBe(409)

    const rival = await playerWithCode('pfid')
    const other = await site.member()
    const own = await playerWithCode()
    await server.report(
      event(
        'match',
        match([player(own.value), { ...player('x'), xuid: undefined, pfid: rival.value, result: 'loss' }]),
      ),
    )
    expect((await other.post('/api/link', { code: own.code })).status).toBe(200)
    expect((await other.post('/api/link', { code: rival.code })).status).toBe(409)
    expect((await site.browser().get(`/api/users/${rival.id}`)).json.standing).toBe('unclaimed')
  })

  test('[api.34] the sixth link code in 10 minutes per account and address answers 429', async () => {
    const strict = await testApp()
    try {
      const member = await strict.member()
      for (let n = 0; n < 5; n += 1) {
        expect((await member.post('/api/link', { code: 'AAAAAAAA' })).status).toBe(400)
      }
      const sixth = await member.post('/api/link', { code: 'AAAAAAAA' })
      expect(sixth.status).toBe(429)
      expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(500)
      const elsewhere = { address: '203.0.113.41' }
      expect((await member.post('/api/link', { code: 'AAAAAAAA' }, elsewhere)).status).toBe(400)
      const here = { address: member.address }
      expect((await (await strict.member()).post('/api/link', { code: 'AAAAAAAA' }, here)).status).toBe(400)
    } finally {
      await strict.close()
    }
  })
})

describe('linking a member', () => {
  test('[link.13] the answer is the gamertag; the matches count for the member, who shows it verified', async () => {
    const member = await site.member()
    const found = await playerWithCode()
    const response = await member.post('/api/link', {
      code: `${found.code.slice(0, 4)}-${found.code.slice(4).toLowerCase()}`,
    })
    expect([response.status, response.json]).toEqual([200, { gamertag: found.gamertag }])
    expect(await wins(member.user.id)).toBe(2)
    expect(await wins(member.user.id, 'sumo')).toBe(1)
    const shown = (await site.browser().get(`/api/users/${member.user.id}`)).json
    expect(shown).toMatchObject({ username: found.gamertag, gamertag: found.gamertag, standing: 'linked' })
    const own = (await member.get('/api/user')).json
    expect(own.username).toBe(member.user.username)
    await server.report(event('match', match([player(found.value)])))
    expect(await wins(member.user.id)).toBe(3)
  })

  test('the old id answers the merged user, its stats included; the old account is gone', async () => {
    const member = await site.member()
    const found = await playerWithCode()
    await member.post('/api/link', { code: found.code })
    const merged = (await site.browser().get(`/api/users/${found.id}`)).json
    expect(merged.id).toBe(member.user.id)
    expect(await wins(found.id)).toBe(2)
    const { rows } = await sql`SELECT FROM users WHERE id = ${found.id}`.execute(site.database.sql)
    expect(rows).toHaveLength(0)
    const counts = await sql<{ n: number }>`
      SELECT sum(players)::int - (SELECT count(*)::int FROM player_stats) AS n FROM board_counts WHERE shift = 22
    `.execute(site.database.sql)
    expect(counts.rows[0]?.n).toBe(0)
  })

  test.each(['xuid', 'pfid'] as const)(
    '[link.16] the outbox carries a message and the rank by %s, to each game server until it confirms them, once',
    async (kind) => {
      const member = await site.member()
      await sql`UPDATE users SET rank = 'Diamond' WHERE id = ${member.user.id}`.execute(site.database.sql)
      const other = await gameServer(site, `Other for ${kind}`)
      const found = await playerWithCode(kind)
      await member.post('/api/link', { code: found.code })
      const itemsOf = async (game: TestGameServer) => {
        const { json } = await game.send(event('heartbeat', { playerCount: 1 }))
        return json.outbox.filter(
          (item: { data: Record<string, string | undefined> }) => item.data[kind] === found.value,
        )
      }
      const items = await itemsOf(server)
      expect(items.map((item: { type: string }) => item.type).sort()).toEqual(['message', 'rank'])
      expect(items.find((item: { type: string }) => item.type === 'rank').data).toEqual({
        [kind]: found.value,
        rank: 'Diamond',
      })
      expect(await itemsOf(server)).toEqual(items)
      const ids = items.map((item: { id: string }) => item.id)
      expect((await other.ack(ids)).json).toEqual({ confirmed: 0 })
      expect((await server.ack(ids)).json).toEqual({ confirmed: 2 })
      expect(await itemsOf(server)).toEqual([])
      expect(await itemsOf(other)).toHaveLength(2)
      // Who it was about is not stored any more.
      const confirmed = async () =>
        (
          await sql<{ data: object; at: Date }>`
            SELECT data, done_at AS at FROM outbox WHERE id = ANY (${ids}::uuid[])`.execute(site.database.sql)
        ).rows
      const before = await confirmed()
      expect(before.map(({ data }) => Object.keys(data)).sort()).toEqual([['rank'], ['text']])
      expect((await server.ack(ids)).json).toEqual({ confirmed: 0 })
      expect(await confirmed()).toEqual(before)
    },
  )

  test('a code typed by the same member merges XUID and PlayFab id', async () => {
    const member = await site.member()
    const [byXuid, byPfid] = [await playerWithCode(), await playerWithCode('pfid')]
    expect((await member.post('/api/link', { code: byXuid.code })).status).toBe(200)
    expect((await member.post('/api/link', { code: byPfid.code })).status).toBe(200)
    expect(await wins(member.user.id)).toBe(4)
    const both = match([player(byXuid.value), { ...player('x'), xuid: undefined, pfid: byPfid.value }])
    const response = await server.send(event('match', both))
    expect(response.json.results[0].status).toBe('rejected')
  })

  test('the same code twice at once links once', async () => {
    const found = await playerWithCode()
    const members = await Promise.all([
      site.member(someone()),
      site.member(someone()),
      site.member(someone()),
    ])
    const responses = await Promise.all(
      members.map((member) => member.post('/api/link', { code: found.code })),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400, 400])
  })
})

describe('names', () => {
  test('[link.02] [link.03] everything public carries the shown name; only the owner gets the sign-in name', async () => {
    const member = await site.member(someone())
    const username = member.user.username
    const post = (await member.post('/api/posts', { content: 'hello' })).json
    const everywhere = async () => {
      const visitor = site.browser()
      const posts = (await visitor.get('/api/posts')).json as { id: number; user: { username: string } }[]
      const board = (await visitor.get(`/api/leaderboard/around/${member.user.id}`)).json
      const own = (entry: { user: { id: number } }) => entry.user.id === member.user.id
      return {
        post: posts.find(({ id }) => id === post.id)?.user.username,
        user: (await visitor.get(`/api/users/${member.user.id}`)).json.username,
        board: board.entries.find(own)?.user.username,
        owner: (await member.get('/api/user')).json.username,
      }
    }
    const found = await playerWithCode()
    const unlinked = (await site.browser().get(`/api/users/${found.id}`)).json
    expect(unlinked.username).toBe(found.gamertag)
    expect(await everywhere()).toEqual({ post: username, user: username, board: undefined, owner: username })

    await member.post('/api/link', { code: found.code })
    const { gamertag } = found
    expect(await everywhere()).toEqual({ post: gamertag, user: gamertag, board: gamertag, owner: username })
    const search = async (text: string) =>
      (await site.browser().get(`/api/players/search?username=${encodeURIComponent(text)}`)).json as object[]
    expect(await search(gamertag)).toHaveLength(1)
    expect(JSON.stringify(await search(username))).not.toContain(`"id":${member.user.id},`)
  })
})

describe('registering', () => {
  test('[link.12] with a code takes over the account of the player: id, stats and name', async () => {
    const found = await playerWithCode()
    const username = someone()
    const browser = site.browser()
    const response = await browser.post('/api/register', { username, password, linkCode: found.code })
    expect(response.status).toBe(201)
    expect(response.json).toMatchObject({ id: found.id, username, gamertag: found.gamertag })
    expect(await wins(found.id)).toBe(2)
    expect((await browser.get('/api/player-stats')).json.wins).toBe(2)
    expect((await site.browser().post('/api/login', { username, password })).status).toBe(200)
    expect((await site.browser().get(`/api/users/${found.id}`)).json.standing).toBe('linked')
  })

  test('[link.12] with a bad code, or a taken name, registers nobody and keeps the code', async () => {
    const found = await playerWithCode()
    const username = someone()
    const bad = await site.browser().post('/api/register', { username, password, linkCode: 'ZZZZ9999' })
    expect([bad.status, Object.keys(bad.json.fields)]).toEqual([400, ['linkCode']])
    const taken = await site.member(someone())
    const again = { username: taken.user.username, password, linkCode: found.code }
    expect((await site.browser().post('/api/register', again)).status).toBe(409)
    const { rows } = await sql`SELECT FROM users WHERE username = ${username}`.execute(site.database.sql)
    expect(rows).toHaveLength(0)
    expect((await taken.post('/api/link', { code: found.code })).status).toBe(200)
  })

  test('[link.07] a gamertag equal to a username hinders neither registering nor linking', async () => {
    const member = await site.member(someone())
    const value = someone()
    const text = code()
    const name = member.user.username
    await server.report(event('link.code', { xuid: value, gamertag: name, code: text }))
    const other = await site.member(someone())
    expect((await other.post('/api/link', { code: text })).json).toEqual({ gamertag: name })
    const gamertag = someone()
    await server.report(event('player', { xuid: someone(), gamertag }))
    expect((await site.browser().post('/api/register', { username: gamertag, password })).status).toBe(201)
  })

  test('a player without a member cannot be signed in to', async () => {
    const found = await playerWithCode()
    for (const secret of ['', password, 'null', 'undefined']) {
      const response = await site.browser().post('/api/login', { username: found.gamertag, password: secret })
      expect([400, 401]).toContain(response.status)
    }
  })
})

describe('unlinking', () => {
  test('/unlink in game and DELETE /api/link give the player an account of their own again', async () => {
    for (const way of ['game', 'site']) {
      const member = await site.member(someone())
      const found = await playerWithCode()
      await member.post('/api/link', { code: found.code })
      if (way === 'game') await server.report(event('link.remove', { xuid: found.value }))
      else expect((await member.delete('/api/link')).status).toBe(204)
      expect(await wins(member.user.id)).toBe(0)
      const fresh = await accountOf(site, found.value)
      expect(fresh).not.toBe(member.user.id)
      expect(await wins(fresh)).toBe(2)
      // The player's earlier page redirects to the player again.
      expect((await site.browser().get(`/api/users/${found.id}`)).json.id).toBe(fresh)
      const shown = (await site.browser().get(`/api/users/${member.user.id}`)).json
      expect(shown).toMatchObject({ username: member.user.username, gamertag: null, standing: 'member' })
      expect((await member.delete('/api/link')).status).toBe(409)
      const again = await server.send(event('link.remove', { xuid: found.value }))
      expect(again.json.results[0].status).toBe('rejected')
    }
  })
})

test('a code from before an unlinking does not give the player away afterwards', async () => {
  const first = await playerWithCode()
  const owner = await site.member()
  expect((await owner.post('/api/link', { code: first.code })).status).toBe(200)
  const later = code()
  const who = { xuid: first.value, gamertag: first.gamertag }
  await server.report(
    event('link.code', { ...who, code: later }),
    event('link.remove', { xuid: first.value }),
  )
  expect((await (await site.member()).post('/api/link', { code: later })).status).toBe(400)
})

test('[api.34] codes guessed while registering count as well: the sixth in 10 minutes from one address answers 429', async () => {
  const strict = await testApp()
  const guess = (n: number) =>
    strict
      .browser('203.0.113.40')
      .post('/api/register', { username: `Guesser ${n}`, password, linkCode: `AAAAAA2${n}` })
  for (let n = 2; n < 7; n += 1) expect((await guess(n)).status).toBe(400)
  expect((await guess(7)).status).toBe(429)
  await strict.close()
})
