import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shippedRanks } from '../../../../contract/accounts/ranks.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { rankWithAreas } from '../../../testing/rank-with-areas.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../../events/testing/event-setup.ts'
import { expireAppeals } from './queries.ts'

let site: TestApp
let server: TestGameServer
let moderator: Awaited<ReturnType<typeof memberWithRank>>
let admin: TestBrowser

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  moderator = await memberWithRank(site, 'Moderator')
  admin = await memberWithRank(site, 'Admin')
})
afterAll(() => site.close())

const text = 'I was not flying: my connection dropped and the server pulled me back up.'
const note = 'The replay shows lag'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** A player of the game with a ban, and the code of their ban screen. */
async function banned(said: object = {}, from: TestGameServer = server) {
  const xuid = `p${randomUUID().slice(0, 8)}`
  await from.report(event('match', match([player(xuid)])))
  const id = randomUUID()
  const ban = { id, xuid, kind: 'ban', reason: 'Fly hacks', until: inDays(30), ...said }
  const { json } = await from.report(event('punishment', ban))
  return { xuid, id, code: json.results[0].appealCode as string, userId: await accountOf(site, xuid) }
}

async function bannedMember() {
  const player = await banned()
  const member = await site.member()
  const said = await server.report(
    event('link.request', { xuid: player.xuid, gamertag: `Tag ${player.xuid}` }),
  )
  expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
  return { ...player, userId: member.user.id, member }
}

const byCode = (code: string, browser = site.browser()) =>
  browser.get('/api/appeals/by-code', { headers: { 'appeal-code': code } })
const appeal = (body: object, browser: TestBrowser = site.browser()) =>
  browser.post('/api/appeals', { text, ...body })
const decide = (staff: TestBrowser, id: number, body: object) =>
  staff.post(`/api/admin/appeals/${id}/decisions`, { note, ...body })
const stored = async () => {
  const { rows } = await sql<{ n: string }>`
    SELECT (SELECT count(*) FROM appeals) || ' ' || (SELECT count(*) FROM appeal_messages) || ' '
      || (SELECT count(*) FROM punishment_changes) || ' ' || (SELECT coalesce(md5(string_agg(state, ',' ORDER BY id)), '') FROM appeals) AS n
  `.execute(site.database.sql)
  return rows[0]!.n
}
/** Moves an appeal into the past. */
const age = (id: number, days: number) =>
  sql`UPDATE appeals SET changed_at = changed_at - make_interval(days => ${days}) WHERE id = ${id}`.execute(
    site.database.sql,
  )

describe('Codes', () => {
  test('[fair.20] wrong, missing and expired codes answer alike', async () => {
    const over = await banned({ until: inDays(-1) })
    const lifted = await banned()
    await server.report(event('punishment.lift', { id: lifted.id }))
    const responses = [
      await byCode('ABCDEFGH'),
      await site.browser().get('/api/appeals/by-code'),
      await byCode(over.code),
      await byCode(lifted.code),
    ]
    for (const { status, json } of responses) expect([status, json]).toEqual([404, responses[0]!.json])
    for (const code of ['ABCDEFGH', over.code, lifted.code]) expect((await appeal({ code })).status).toBe(404)
  })

  test('[fair.20] ten wrong codes an hour from one address, then 429; right ones do not count', async () => {
    const limited = await testApp()
    try {
      const game = await gameServer(limited)
      const xuid = `p${randomUUID().slice(0, 8)}`
      const said = { id: randomUUID(), xuid, kind: 'ban', reason: 'Fly hacks' }
      await game.lists(xuid)
      const { json } = await game.report(event('punishment', said))
      const code = json.results[0].appealCode
      const browser = limited.browser()
      for (let n = 0; n < 15; n += 1) expect((await byCode(code, browser)).status).toBe(200)
      const statuses: number[] = []
      for (let n = 0; n < 11; n += 1) statuses.push((await byCode(`WRONG${n}`, browser)).status)
      expect(statuses).toEqual([...Array(10).fill(404), 429])
      expect((await byCode(code, browser)).status).toBe(429)
      expect((await byCode(code, limited.browser())).status).toBe(200)
    } finally {
      await limited.close()
    }
  })

  test('[fair.21] a code opens one appeal without an account, and always shows what the punishment is now', async () => {
    const { code } = await banned()
    const before = await byCode(code.toLowerCase())
    expect(before.json).toMatchObject({
      about: { kind: 'ban', reason: 'Fly hacks', state: 'active' },
      appeal: null,
      mayAppeal: true,
    })
    expect(before.headers['cache-control']).toBe('no-store')
    const made = await appeal({ code })
    expect([made.status, made.json.state, made.json.isFinal]).toEqual([201, 'open', false])
    expect((await appeal({ code })).status).toBe(409)
    const after = (await byCode(code)).json
    expect(after.mayAppeal).toBe(false)
    expect(after.appeal.messages).toMatchObject([{ isStaff: false, text }])
  })
})

describe('Who may not', () => {
  test('[fair.22] appeals are 50 to 2,000 characters about one thing; nothing is stored otherwise', async () => {
    const { code, id } = await banned()
    const before = await stored()
    for (const [body, field] of [
      [{ code, text: 'x'.repeat(49) }, 'text'],
      [{ code, text: 'x'.repeat(2_001) }, 'text'],
      [{}, 'code'],
      [{ code, punishmentId: id }, 'code'],
      [{ punishmentId: 'x' }, 'punishmentId'],
    ] as const) {
      const said = await appeal(body)
      expect([said.status, Object.keys(said.json.fields)]).toEqual([400, [field]])
    }
    expect((await appeal({ punishmentId: id })).status).toBe(401)
    const stranger = await site.member()
    expect((await appeal({ punishmentId: id }, stranger)).status).toBe(404)
    expect((await appeal({ restriction: true }, stranger)).status).toBe(404)
    expect(await stored()).toBe(before)
  })

  test('[fair.23] who may review, by rank; nobody below, no equal, not the issuer but an Owner', async () => {
    const open = async () => (await appeal({ code: (await banned()).code })).json.id as number
    const table: Record<string, number> = {}
    for (const rank of shippedRanks) {
      const staff = await memberWithRank(site, rank)
      const id = await open()
      const before = await stored()
      const { status } = await staff.post(`/api/admin/appeals/${id}/claim`, {})
      table[rank] = status
      if (status !== 200) {
        expect((await decide(staff, id, { outcome: 'upheld' })).status).toBe(status)
        expect((await staff.post(`/api/admin/appeals/${id}/messages`, { text: 'Why?' })).status).toBe(status)
        expect(await stored()).toBe(before)
      }
    }
    expect(table).toEqual({
      Member: 403,
      Gold: 403,
      Emerald: 403,
      Diamond: 403,
      Helper: 403,
      Moderator: 200,
      'Product Staff': 200,
      Admin: 200,
      Manager: 200,
      Owner: 200,
    })
    expect((await site.browser().get('/api/admin/appeals')).status).toBe(401)
    expect((await (await site.member()).get('/api/admin/appeals')).status).toBe(403)
    const owner = await memberWithRank(site, 'Owner')
    for (const [issuer, status] of [
      [moderator, 403],
      [owner, 200],
    ] as const) {
      const { userId, member } = await bannedMember()
      const given = { userId, kind: 'mute', reason: 'Spam', until: inDays(3) }
      const { id: punishmentId } = (await issuer.post('/api/admin/punishments', given)).json
      const { id } = (await appeal({ punishmentId }, member)).json
      expect((await decide(issuer, id, { outcome: 'upheld' })).status).toBe(status)
    }
    expect((await auditEntriesOf(site, 'appeal')).at(-1)?.after).toMatchObject({ ownPunishment: true })
  })

  test('[fair.24] every transition and state: closed appeals are a 409, whatever is asked', async () => {
    const { code } = await banned()
    const { id } = (await appeal({ code })).json
    expect((await decide(admin, id, { outcome: 'upheld' })).json.state).toBe('upheld')
    const before = await stored()
    const tries = [
      await admin.post(`/api/admin/appeals/${id}/claim`, {}),
      await admin.post(`/api/admin/appeals/${id}/messages`, { text: 'Why?' }),
      await decide(admin, id, { outcome: 'lifted' }),
      await site.browser().post(`/api/appeals/${id}/messages`, { code, text: 'Please' }),
      await site.browser().post(`/api/appeals/${id}/withdrawal`, { code }),
      await appeal({ code }),
    ]
    expect(tries.map(({ status }) => status)).toEqual(Array(6).fill(409))
    expect(tries[0]!.json.current.appeal.state).toBe('upheld')
    expect(await stored()).toBe(before)
    expect((await admin.post('/api/admin/appeals/2000000000/claim', {})).status).toBe(404)
    expect((await site.browser().post(`/api/appeals/${id}/withdrawal`, {})).status).toBe(401)
    expect((await (await site.member()).post(`/api/appeals/${id}/withdrawal`, {})).status).toBe(404)
  })
})

test('[fair.25] two reviewers at once: one has it, the other gets a conflict with the appeal as it is', async () => {
  const { id } = (await appeal({ code: (await banned()).code })).json
  const both = await Promise.all(
    [moderator, admin].map((staff) => staff.post(`/api/admin/appeals/${id}/claim`, {})),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [winner, loser] = both[0]!.status === 200 ? [moderator, admin] : [admin, moderator]
  const late = await decide(loser!, id, { outcome: 'lifted' })
  expect([late.status, late.json.current.appeal.state]).toEqual([409, 'in_review'])
  const decisions = await Promise.all(['upheld', 'lifted'].map((outcome) => decide(winner!, id, { outcome })))
  expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('[fair.26] the player writes once, until staff answer; an unanswered question expires after 14 days', async () => {
  const { code } = await banned()
  const { id } = (await appeal({ code })).json
  const write = () => site.browser().post(`/api/appeals/${id}/messages`, { code, text: 'Here is the replay' })
  expect((await write()).status).toBe(409)
  const asked = await moderator.post(`/api/admin/appeals/${id}/messages`, { text: 'Which match was it?' })
  expect([asked.status, asked.json.state]).toEqual([201, 'waiting'])
  const seen = (await byCode(code)).json.appeal
  expect([seen.mayWrite, Object.keys(seen.messages[1])]).toEqual([
    true,
    ['id', 'isStaff', 'text', 'createdAt'],
  ])
  expect((await write()).json).toMatchObject({ state: 'in_review', mayWrite: false })
  expect((await write()).status).toBe(409)
  await moderator.post(`/api/admin/appeals/${id}/messages`, { text: 'And which server?' })
  await age(id, 13)
  expect(await expireAppeals(site.database.sql)).toBe(0)
  await age(id, 2)
  expect(await expireAppeals(site.database.sql)).toBe(1)
  expect((await byCode(code)).json.appeal.state).toBe('expired')
})

test('[fair.27] a second appeal is possible after 30 days, and is final', async () => {
  const { code } = await banned({ until: null })
  const first = (await appeal({ code })).json.id
  await site.browser().post(`/api/appeals/${first}/withdrawal`, { code })
  expect((await byCode(code)).json).toMatchObject({ mayAppeal: false, again: expect.any(String) })
  expect((await appeal({ code })).status).toBe(409)
  await age(first, 31)
  const second = await appeal({ code })
  expect([second.status, second.json.isFinal]).toEqual([201, true])
  await decide(admin, second.json.id, { outcome: 'upheld' })
  await age(second.json.id, 99)
  expect((await byCode(code)).json).toMatchObject({ mayAppeal: false, again: null })
  expect((await appeal({ code })).status).toBe(409)
})

describe('Outcomes', () => {
  const outboxOf = async (game: TestGameServer) =>
    (await game.send(event('heartbeat', { playerCount: 1, maxPlayers: 9 }))).json.outbox

  test('[fair.28] reduced: the game is told the new end, and the page shows it; not longer, and not of a kick', async () => {
    const game = await gameServer(site, 'Practice SA')
    const { code, id: punishmentId } = await banned({}, game)
    const { id } = (await appeal({ code })).json
    for (const [body, field] of [
      [{ outcome: 'reduced' }, 'until'],
      [{ outcome: 'lifted', until: inDays(3) }, 'until'],
      [{ outcome: 'reduced', until: inDays(31) }, 'until'],
      [{ outcome: 'reduced', until: inDays(-1) }, 'until'],
      [{ outcome: 'upheld', note: '' }, 'note'],
    ] as const) {
      const refused = await decide(moderator, id, body)
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]])
    }
    expect((await decide(moderator, id, { outcome: 'reduced', until: inDays(2) })).json.state).toBe('reduced')
    const now = (await byCode(code)).json
    expect(Date.parse(now.about.until) - Date.now()).toBeLessThan(2 * 86_400_000 + 1_000)
    expect(now.appeal).toMatchObject({ state: 'reduced', note })
    expect(await outboxOf(game)).toMatchObject([
      { type: 'punish', data: { id: punishmentId, until: now.about.until, appealCode: code } },
    ])
    const kick = await banned({ kind: 'kick', until: null })
    const kicked = (await appeal({ code: kick.code })).json.id
    expect((await decide(moderator, kicked, { outcome: 'reduced', until: inDays(1) })).status).toBe(400)
  })

  test('[fair.28] lifted: the game is told, and the member reads it', async () => {
    const game = await gameServer(site, 'Practice AF')
    const { member, id: punishmentId } = await bannedMember()
    const mine = (await member.get('/api/appeals/mine')).json
    expect(mine).toMatchObject([{ about: { punishmentId }, mayAppeal: true }])
    const { id } = (await appeal({ punishmentId }, member)).json
    await decide(moderator, id, { outcome: 'lifted' })
    expect((await member.get('/api/appeals/mine')).json).toMatchObject([
      { about: { state: 'lifted' }, appeal: { state: 'lifted', note }, mayAppeal: false },
    ])
    expect((await outboxOf(game)).map(({ type }: { type: string }) => type)).toContain('pardon')
    expect((await member.get('/api/notices')).json).toMatchObject([
      { kind: 'appeal_decided', text: `It was lifted. ${note}` },
      { kind: 'punishment_lifted' },
    ])
  })

  test('[owner.62] an appeals judge decides about what staff of moderation gave, and lifts nothing without an appeal', async () => {
    const rank = await rankWithAreas(site.database, 'Judge', 'moderator', ['appeals'])
    const judge = await memberWithRank(site, rank)
    const player = await banned()
    const { json: made } = await appeal({ code: player.code })
    expect((await judge.post(`/api/admin/punishments/${player.id}/lift`, { reason: note })).status).toBe(403)
    const writer = await memberWithRank(site, await rankWithAreas(site.database, 'Writer', 'admin', ['news']))
    const before = await stored()
    expect((await decide(writer, made.id, { outcome: 'lifted' })).status).toBe(403)
    expect(await stored()).toBe(before)
    expect((await judge.post(`/api/admin/appeals/${made.id}/claim`, {})).status).toBe(200)
    expect((await decide(judge, made.id, { outcome: 'lifted' })).json).toMatchObject({ state: 'lifted' })
    const { rows } = await sql`SELECT state FROM appeals WHERE id = ${made.id}`.execute(site.database.sql)
    expect(rows).toEqual([{ state: 'lifted' }])
  })

  test('[fair.28] a restriction of the site is appealed and lifted alike', async () => {
    const member = await site.member()
    const restriction = { reason: 'Spam in the feed', days: null }
    expect((await admin.post(`/api/admin/members/${member.user.id}/restriction`, restriction)).status).toBe(
      201,
    )
    const { id } = (await appeal({ restriction: true }, member)).json
    expect((await member.post('/api/posts', { content: 'Hello' })).status).toBe(403)
    expect(await decide(admin, id, { outcome: 'lifted' })).toMatchObject({
      status: 403,
      json: { message: 'You gave this punishment. Another staff member has to decide.' },
    })
    expect((await decide(moderator, id, { outcome: 'lifted' })).json.about).toMatchObject({
      kind: 'restriction',
      state: 'lifted',
    })
    expect((await member.post('/api/posts', { content: 'Hello' })).status).toBe(201)
  })
})

describe('[guards.71] Undo of a decision about an appeal', () => {
  const undo = (who: TestBrowser, id: number) => who.post(`/api/admin/appeals/${id}/decisions/undo`, {})
  const outboxOf = async (game: TestGameServer) =>
    (await game.send(event('heartbeat', { playerCount: 1, maxPlayers: 9 }))).json.outbox.map(
      ({ type, data }: { type: string; data: { id: string; until?: string } }) => [type, data.id, data.until],
    )
  const noticesOf = async (member: TestBrowser) =>
    (await member.get('/api/notices')).json.map(({ kind }: { kind: string }) => kind)

  test('is for whoever decided, within seconds, once; else nothing changes', async () => {
    const { member, id: punishmentId } = await bannedMember()
    const { id } = (await appeal({ punishmentId }, member)).json
    const tooLate = {
      status: 409,
      json: { message: 'It is too late to undo this. Give a new punishment instead' },
    }
    expect((await undo(site.browser(), id)).status).toBe(401)
    expect((await undo(member, id)).status).toBe(403)
    expect(await undo(moderator, id)).toMatchObject(tooLate)
    await decide(moderator, id, { outcome: 'lifted' })
    const before = await stored()
    expect(await undo(admin, id)).toMatchObject(tooLate)
    await sql`UPDATE appeals SET changed_at = changed_at - interval '16 s' WHERE id = ${id}`.execute(
      site.database.sql,
    )
    expect(await undo(moderator, id)).toMatchObject(tooLate)
    expect((await undo(moderator, 999_999)).status).toBe(404)
    expect(await stored()).toBe(before)
    expect((await member.get('/api/appeals/mine')).json).toMatchObject([{ about: { state: 'lifted' } }])
  })

  test.each(['lifted', 'reduced', 'upheld'])(
    '%s: the ban is in force as before, in the game too, and may be decided again',
    async (outcome) => {
      const game = await gameServer(site, `Undo ${outcome}`)
      const { member, id: punishmentId } = await bannedMember()
      const { id } = (await appeal({ punishmentId }, member)).json
      const { about } = (await moderator.post(`/api/admin/appeals/${id}/claim`)).json
      const decision = { outcome, ...(outcome === 'reduced' && { until: inDays(2) }) }
      expect((await decide(moderator, id, decision)).status).toBe(200)
      expect(await noticesOf(member)).toContain('appeal_decided')
      expect((await undo(moderator, id)).json).toMatchObject({ state: 'in_review', note: null, about })
      expect((await undo(moderator, id)).status).toBe(409)
      expect((await member.get('/api/appeals/mine')).json).toMatchObject([
        { about, appeal: { state: 'in_review' } },
      ])
      expect(await noticesOf(member)).toEqual([])
      const sent = await outboxOf(game)
      if (outcome !== 'upheld') expect(sent.at(-1)).toEqual(['punish', punishmentId, about.until])
      expect((await decide(moderator, id, { outcome: 'lifted' })).json.about.state).toBe('lifted')
      const entries = (await auditEntriesOf(site, 'appeal')).filter(({ subject_id }) => subject_id === id)
      const actions = entries.map(({ action }) => action)
      expect(actions).toEqual(['appeal.claim', 'appeal.decide', 'appeal.undo', 'appeal.decide'])
    },
  )

  test.each(['lifted', 'reduced'])(
    'a restriction that was %s is as before; not where a newer one replaced it',
    async (outcome) => {
      const member = await site.member()
      const restrict = (days: number | null) =>
        admin.post(`/api/admin/members/${member.user.id}/restriction`, { reason: 'Spam in the feed', days })
      await restrict(30)
      const { id } = (await appeal({ restriction: true }, member)).json
      const { about } = (await moderator.post(`/api/admin/appeals/${id}/claim`)).json
      const decision = { outcome, ...(outcome === 'reduced' && { until: inDays(2) }) }
      await decide(moderator, id, decision)
      expect((await undo(moderator, id)).json).toMatchObject({ state: 'in_review', about })
      expect((await member.post('/api/posts', { content: 'Hello' })).status).toBe(403)
      await decide(moderator, id, decision)
      await restrict(7)
      expect(await undo(moderator, id)).toMatchObject({
        status: 409,
        json: { message: 'This was changed since. Give a new punishment instead' },
      })
      expect((await member.post('/api/posts', { content: 'Hello' })).status).toBe(403)
    },
  )

  test('a warning that was lifted stands again, and the game does not warn once more', async () => {
    const { code, id: punishmentId } = await banned({ kind: 'warn', until: null })
    const game = await gameServer(site, 'Undo of a warning')
    const { id } = (await appeal({ code })).json
    await decide(moderator, id, { outcome: 'lifted' })
    await undo(moderator, id)
    expect((await byCode(code)).json.about.state).toBe('given')
    const sent = await outboxOf(game)
    expect(
      sent.filter(([, one]: [string, string]) => one === punishmentId).map(([type]: [string]) => type),
    ).toEqual(['pardon'])
  })
})

test('[fair.29] [field.12] the queue has the longest unanswered first, then those that wait for the player', async () => {
  await sql`UPDATE appeals SET state = 'withdrawn'`.execute(site.database.sql)
  const ids: number[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await appeal({ code: (await banned()).code })).json.id)
  await moderator.post(`/api/admin/appeals/${ids[0]}/messages`, { text: 'Which match?' })
  await age(ids[2]!, 1)
  const listed = (await moderator.get('/api/admin/appeals')).json
  expect(listed.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[1], ids[0]])
  expect(listed[0]).toMatchObject({
    player: { username: expect.any(String) },
    reviewer: null,
    issuerId: null,
  })
  // [field.12] With one more than a page the rest is on the next one, in the same order.
  const pages: number[][] = []
  for (let path: string | undefined = '/api/admin/appeals?limit=2'; path !== undefined; ) {
    const page = await moderator.get(path)
    pages.push(page.json.map(({ id }: { id: number }) => id))
    path = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1]
  }
  expect(pages).toEqual([[ids[2], ids[1]], [ids[0]]])
  const closed = await moderator.get('/api/admin/appeals?state=closed&limit=2')
  expect(closed.json).toHaveLength(2)
  expect(closed.headers.link).toContain('state=closed')
})

describe('[fair.69] filters of appeals', () => {
  const listed = async (query: string) =>
    (await moderator.get(`/api/admin/appeals?${query}`)).json.map(({ id }: { id: number }) => id)

  test('a bad one is a 400 with its field', async () => {
    for (const [query, field] of [
      ['q=ab', 'q'],
      ['days=0', 'days'],
      [`assignee=${'a'.repeat(33)}`, 'assignee'],
      ['state=waiting', 'state'],
    ] as const) {
      const refused = await moderator.get(`/api/admin/appeals?${query}`)
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]])
    }
  })

  test('narrow both lists by reviewer, age, and a part of the player’s name', async () => {
    await sql`UPDATE appeals SET state = 'withdrawn'`.execute(site.database.sql)
    const [one, two] = [await bannedMember(), await bannedMember()]
    const made = []
    for (const { member, id } of [one, two])
      made.push((await appeal({ punishmentId: id }, member)).json.id as number)
    const [first, second] = made
    await moderator.post(`/api/admin/appeals/${first}/claim`)
    await sql`UPDATE appeals SET created_at = now() - interval '4 days' WHERE id = ${second}`.execute(
      site.database.sql,
    )
    expect(await listed('assignee=me')).toEqual([first])
    expect(await listed('assignee=nobody')).toEqual([second])
    expect(await listed(`assignee=${moderator.user.username.toUpperCase()}`)).toEqual([first])
    expect(await listed('assignee=nobody%20at%20all')).toEqual([])
    expect(await listed('days=4')).toEqual([second])
    const { rows } = await sql<{ name: string }>`
      SELECT shown_name AS name FROM users WHERE id = ${two.userId}
    `.execute(site.database.sql)
    const part = encodeURIComponent(rows[0]!.name.slice(1).toUpperCase())
    expect(await listed(`q=${part}`)).toEqual([second])
    expect(await listed(`q=${part}&assignee=me`)).toEqual([])
    expect(await listed(`q=${part}&state=closed`)).toEqual([])
    await two.member.post(`/api/appeals/${second}/withdrawal`, {})
    expect(await listed(`q=${part}&state=closed&days=4`)).toEqual([second])
  })
})

test('[fair.30] an appeal about a player whose account was deleted names nobody, and nobody is notified', async () => {
  const { member, code } = await bannedMember()
  expect((await member.post('/api/account/delete', { password, now: true })).status).toBe(204)
  const { id } = (await appeal({ code })).json
  const seen = (await moderator.get(`/api/admin/appeals/${id}`)).json
  expect([seen.player, seen.about.state]).toEqual([null, 'active'])
  const asked = await moderator.post(`/api/admin/appeals/${id}/messages`, { text: 'Which server?' })
  expect(asked.status).toBe(201)
  expect((await decide(moderator, id, { outcome: 'upheld' })).json).toMatchObject({ state: 'upheld' })
  const { rows } = await sql`
    SELECT FROM notices JOIN users ON users.id = user_id WHERE deleted_at IS NOT NULL`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([])
  const found = await moderator.get(
    `/api/admin/appeals?state=closed&q=${encodeURIComponent('Deleted player')}`,
  )
  expect(found.json).toEqual([])
})

test('[fair.30] the texts of an appeal go with the account, and are in its export', async () => {
  const { member, id: punishmentId } = await bannedMember()
  const { id } = (await appeal({ punishmentId }, member)).json
  const file = await member.get('/api/account/export')
  expect(JSON.stringify(file.json ?? file.text)).toContain(text)
  expect((await member.post('/api/account/delete', { password, now: true })).status).toBe(204)
  const { rows } = await sql`SELECT FROM appeals WHERE id = ${id}`.execute(site.database.sql)
  expect(rows).toEqual([])
})
