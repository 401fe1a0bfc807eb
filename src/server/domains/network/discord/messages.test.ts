import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { discordKinds } from '../../../../contract/network/discord-messages.ts'
import { discordWebhookGateway } from '../../../gateways/discord-webhook.ts'
import { type DiscordServer, discordServer } from '../../../testing/discord-server.ts'
import { accountOf, event, gameServer, match, player } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { signedInAs } from '../../applications/testing/applications-setup.ts'
import { builder } from '../../applications/testing/bodies.ts'
import { rateUntilDone } from '../../rankings/ratings/worker.ts'
import { advanceSeasons } from '../../rankings/seasons/advance-seasons.ts'
import { postMessages } from './post-messages.ts'
import { sweepDiscordMessages } from './queries/messages.ts'
import { type DiscordMessage, maxWaitingMessages, queueDiscord } from './queries/queue-discord.ts'
import { escapeForDiscord } from './webhook-body.ts'

let discord: DiscordServer
let site: TestApp
const logged: string[] = []

const environment = () => ({
  RATE_LIMITS: 'off',
  PUBLIC_URL: 'https://play.example',
  DISCORD_WEBHOOK_MATCHES: discord.webhook(1),
  DISCORD_WEBHOOK_REPORTS: discord.webhook(3),
  DISCORD_WEBHOOK_APPLICATIONS: discord.webhook(4),
})

beforeAll(async () => {
  discord = await discordServer()
  site = await testApp({
    environment: environment(),
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
  })
})
afterAll(async () => {
  await site.close()
  discord.close()
})
beforeEach(async () => {
  discord.posted.length = 0
  await sql`DELETE FROM discord_messages`.execute(site.database.sql)
})
afterEach(() => {
  expect(discord.next).toEqual([])
})

const queue = (message: Partial<DiscordMessage> = {}) =>
  queueDiscord(site.database.sql, site.context.config, {
    kind: 'matches',
    eventKey: randomUUID(),
    title: 'A title',
    link: '/match/1',
    ...message,
  })

interface Row {
  readonly kind: string
  readonly title: string
  readonly attempts: number
  readonly sent: boolean
  readonly failed: boolean
  readonly seconds: number
  readonly last_error: string | null
}

async function rows(): Promise<Row[]> {
  const found = await sql<Row>`
    SELECT kind, title, attempts, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, last_error,
      round(extract(epoch FROM due_at - now()))::int AS seconds
    FROM discord_messages ORDER BY id
  `.execute(site.database.sql)
  return found.rows
}

const post = () => postMessages(site.context)
const makeDue = () => sql`UPDATE discord_messages SET due_at = now()`.execute(site.database.sql)
const titles = () => discord.posted.map(({ body }) => body.embeds[0].title)

describe('[voice.70] each kind of message goes to its own webhook, once an event, and only where one is set', () => {
  test('to the webhook of its kind, with the address of the page', async () => {
    await queue({ title: 'One', text: 'Text' })
    await queue({ kind: 'reports', title: 'Three', link: '/admin/moderation' })
    await post()
    expect(discord.posted.map(({ webhook }) => webhook).sort()).toEqual(['1', '3'])
    expect(discord.posted.find(({ webhook }) => webhook === '1')).toMatchObject({
      query: 'wait=true',
      body: { embeds: [{ title: 'One', description: 'Text', url: 'https://play.example/match/1' }] },
    })
    expect((await rows()).every(({ sent }) => sent)).toBe(true)
    await makeDue()
    await post()
    expect(discord.posted).toHaveLength(2)
  })

  test('a kind without a webhook queues nothing', async () => {
    await queue({ kind: 'news' })
    expect(await rows()).toEqual([])
  })

  test('the same event again, also in parallel, is one message; what is rolled back is none', async () => {
    await Promise.all(Array.from({ length: 10 }, () => queue({ eventKey: 'season:1' })))
    await site.database.sql
      .transaction()
      .execute(async (transaction) => {
        await queueDiscord(transaction, site.context.config, {
          kind: 'matches',
          eventKey: 'season:2',
          title: 'Never',
          link: '/seasons',
        })
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect((await rows()).map(({ title }) => title)).toEqual(['A title'])
  })

  test('two processes post each message once', async () => {
    for (let n = 0; n < 6; n += 1) await queue({ title: `${n}` })
    await Promise.all([post(), post()])
    expect(titles().sort()).toEqual(['0', '1', '2', '3', '4', '5'])
  })

  test('a storm leaves a bounded number waiting, and a round posts five of a kind at most', async () => {
    for (let n = 0; n < maxWaitingMessages + 5; n += 1) await queue({ title: `${n}` })
    expect(await rows()).toHaveLength(maxWaitingMessages)
    await post()
    expect(titles()).toEqual(['0', '1', '2', '3', '4'])
  })
})

describe('[voice.71] Discord gets plain words within its limits, and nobody is pinged', () => {
  test.each([
    ['@everyone', '\\@everyone'],
    ['<@123> <#4> <t:1>', '\\<\\@123\\> \\<\\#4\\> \\<t\\:1\\>'],
    ['[free gems](https://evil.example)', '\\[free gems\\]\\(https\\://evil\\.example\\)'],
    ['**bold** _x_ ~~y~~ ||z|| `c`', '\\*\\*bold\\*\\* \\_x\\_ \\~\\~y\\~\\~ \\|\\|z\\|\\| \\`c\\`'],
    ['# heading\n> quote\n- list\n1. one', '\\# heading \\> quote \\- list 1\\. one'],
    ['back\\slash', 'back\\\\slash'],
    ['turned \u202eround\u2066', 'turned  round'],
    ['Füchse 🦊 狐', 'Füchse 🦊 狐'],
  ])('%j', async (title, escaped) => {
    expect(escapeForDiscord(title)).toBe(escaped)
    await queue({ title, text: title })
    await post()
    expect(discord.posted[0]!.body).toMatchObject({
      embeds: [{ title: escaped, description: escaped }],
      allowed_mentions: { parse: [] },
    })
    expect(discord.posted[0]!.body).not.toHaveProperty('content')
  })

  test('the longest title and text, all of it escaped, are shortened between characters', async () => {
    await queue({ title: '*'.repeat(200), text: '🦊'.repeat(1_000) })
    await queue({ title: '🦊'.repeat(200), text: '_'.repeat(1_000) })
    await post()
    const [one, other] = discord.posted.map(({ body }) => body.embeds[0])
    expect(one.title).toBe(`${'\\*'.repeat(127)}…`)
    expect(one.description).toBe('🦊'.repeat(1_000))
    expect(other.title).toBe(`${'🦊'.repeat(127)}…`)
    expect(other.description).toHaveLength(2_000)
  })
})

describe('[voice.72] rate limits are waited out for the whole kind, failures tried again and given up visibly', () => {
  test('retry_after holds all messages of the webhook, and is no failed attempt', async () => {
    discord.next.push([
      429,
      { message: 'You are being rate limited.', retry_after: 42.5, global: false },
      { 'retry-after': '43' },
    ])
    await queue({ title: 'First' })
    await queue({ title: 'Second' })
    await queue({ kind: 'reports', title: 'Other' })
    // The first request gets the 429, whichever kind it is: post one kind at a time.
    await sql`UPDATE discord_messages SET due_at = now() + interval '1 minute' WHERE kind = 'reports'`.execute(
      site.database.sql,
    )
    await post()
    expect(discord.posted).toEqual([])
    const [first, second] = await rows()
    expect(first).toMatchObject({
      attempts: 0,
      sent: false,
      failed: false,
      last_error: 'Discord responded with 429',
    })
    for (const row of [first!, second!]) expect(row.seconds).toBeGreaterThan(30)
    await post()
    expect(discord.posted).toEqual([])
    await makeDue()
    await post()
    expect(titles().sort()).toEqual(['First', 'Other', 'Second'])
  })

  test.each([
    ['only the header says how long', [429, undefined, { 'retry-after': '30' }] as const, 20, 31],
    ['neither says', [429, { retry_after: 'soon' }] as const, -5, 6],
    ['a day', [429, { retry_after: 86_400 }] as const, 3_500, 3_601],
  ])('a rate limit where %s', async (_what, response, least, most) => {
    discord.next.push(response)
    await queue()
    await post()
    const [row] = await rows()
    expect(row!.seconds).toBeGreaterThanOrEqual(least)
    expect(row!.seconds).toBeLessThanOrEqual(most)
  })

  test('a failing Discord is asked again after longer and longer pauses, at last never, and the log says so', async () => {
    await queue({ title: 'Lost' })
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 13; attempt += 1) {
      discord.next.push([attempt % 2 ? 503 : 500])
      await makeDue()
      await post()
      pauses.push((await rows())[0]!.seconds)
    }
    expect(pauses.slice(0, 4).map((seconds) => Math.round(seconds / 10.4))).toEqual([1, 2, 4, 8])
    expect(Math.max(...pauses)).toBeLessThanOrEqual(3_600)
    expect((await rows())[0]).toMatchObject({ failed: true, last_error: 'Discord responded with 503' })
    expect(logged.at(-1)).toContain('"isFinal":true')
    await makeDue()
    await post()
    expect(discord.posted).toEqual([])
  })

  test.each([
    [404, 'Discord responded with 404: the webhook does not exist any more'],
    [401, 'Discord responded with 401'],
    [400, 'Discord responded with 400'],
  ])('a %i is final at once, and does not hold up the next message for long', async (status, reason) => {
    discord.next.push([status, { message: 'No', code: 10015 }])
    await queue({ title: 'Refused' })
    await queue({ title: 'Next' })
    await post()
    await post()
    expect((await rows()).map(({ sent, failed, last_error }) => [sent, failed, last_error])).toEqual([
      [false, true, reason],
      [true, false, null],
    ])
  })

  test('a Discord that is silent or gone is left after 5 s, and tried again', async () => {
    discord.next.push('silent')
    await queue()
    await post()
    expect((await rows())[0]).toMatchObject({
      sent: false,
      failed: false,
      last_error: 'Discord did not respond in time',
    })
    const gone = await discordServer()
    gone.close()
    const { reports: _reports, ...others } = site.context.config.discordWebhooks
    const toNobody = discordWebhookGateway({ discordWebhooks: { ...others, reports: gone.webhook(3) } })
    expect(
      await toNobody('reports', {
        embeds: [{ title: 'x', url: 'https://x.example', timestamp: '' }],
        allowed_mentions: { parse: [] },
      }),
    ).toEqual({
      state: 'retry',
      reason: 'Discord could not be reached (ECONNREFUSED)',
    })
  })

  test('what ended is in the log for 30 days', async () => {
    await queue({ title: 'Old' })
    await queue({ title: 'New' })
    await post()
    await sql`UPDATE discord_messages SET sent_at = now() - interval '31 days' WHERE title = 'Old'`.execute(
      site.database.sql,
    )
    await sweepDiscordMessages(site.database)
    expect((await rows()).map(({ title }) => title)).toEqual(['New'])
  })
})

const streak = (winner: string, wins: number, said: { agoMs?: number; gameType?: string } = {}) =>
  Array.from({ length: wins + 1 }, (_, n) => {
    const endedAt = Date.now() - (said.agoMs ?? 0) - (wins - n) * 1_000
    return match(
      [
        player(winner, { result: n < wins ? 'win' : 'loss' }),
        player(`${winner}9`, { result: n < wins ? 'loss' : 'win' }),
      ],
      {
        gameType: said.gameType ?? 'boxing',
        startedAt: new Date(endedAt - 60_000).toISOString(),
        endedAt: new Date(endedAt).toISOString(),
      },
    )
  })

describe('[voice.73] ended win streaks of ten and more and ends of seasons are announced, and nothing of old matches', () => {
  test('a streak of ten that a loss ends, in one batch or several, once; of nine not', async () => {
    const server = await gameServer(site)
    const all = [...streak('7001', 10), ...streak('7002', 9)]
    await server.report(...all.map((one) => event('match', one)))
    await server.send(...all.map((one) => event('match', one)))
    const wins = streak('7003', 12)
    await server.report(...wins.slice(0, 12).map((one) => event('match', one)))
    expect(await rows()).toHaveLength(1)
    await server.report(event('match', wins[12]))
    await post()
    expect(discord.posted.map(({ body }) => [body.embeds[0].title, body.embeds[0].description])).toEqual([
      ["Tag 7001's win streak in Boxing is over", 'It lasted 10 wins\\.'],
      ["Tag 7003's win streak in Boxing is over", 'It lasted 12 wins\\.'],
    ])
    expect(discord.posted[1]!.body.embeds[0].url).toBe(`https://play.example/match/${wins[12]!.matchId}`)
  })

  test('matches that ended more than an hour ago are not, nor those that are void', async () => {
    const server = await gameServer(site)
    await server.report(...streak('7004', 11, { agoMs: 3_700_000 }).map((one) => event('match', one)))
    const voided = streak('7005', 11)
    await server.report(
      event('match.void', { matchId: voided[11]!.matchId, reason: 'Lag' }),
      ...voided.map((one) => event('match', one)),
    )
    expect(await rows()).toEqual([])
  })

  test('a message goes with the account of its player', async () => {
    const server = await gameServer(site)
    await server.report(...streak('7006', 10).map((one) => event('match', one)))
    expect(await rows()).toHaveLength(1)
    await sql`DELETE FROM discord_messages WHERE player_id = ${await accountOf(site, '7006')}`.execute(
      site.database.sql,
    )
    expect(await rows()).toEqual([])
    const { user } = await site.member()
    await queue({ playerId: user.id })
    await sql`DELETE FROM users WHERE id = ${user.id}`.execute(site.database.sql)
    expect(await rows()).toEqual([])
  })

  test('the end of a season, once its standings are final', async () => {
    await sql`
      INSERT INTO seasons (name, starts_at, ends_at, opened_at)
      VALUES ('Season of *frost*', now() - interval '30 days', now() - interval '2 days', now())
    `.execute(site.database.sql)
    const advance = () =>
      advanceSeasons(
        site.database,
        { tiers: [{ name: 'Low', colour: '#888888', from: 0 }] },
        site.context.config,
      )
    await rateUntilDone(site.database)
    expect(await advance()).toBe(true)
    expect(await advance()).toBe(false)
    await post()
    expect(titles()).toEqual(['Season of \\*frost\\* is over'])
    expect(discord.posted[0]!.body.embeds[0].url).toBe('https://play.example/seasons')
  })
})

describe('[voice.74] reports and applications are announced without what people wrote or who they are', () => {
  test('bug reports, reports about a player, a post and a comment, once each', async () => {
    const [author, reporter] = [await site.member(), await site.member()]
    const bug = {
      gameMode: 'boxing',
      reason: 'canary reason',
      details: 'canary details that are long enough',
      severity: 'high',
    }
    expect((await reporter.post('/api/reports', bug)).status).toBe(201)
    const { json: written } = await author.post('/api/posts', { content: 'canary post' })
    const { json: comment } = await author.post(`/api/posts/${written.id}/comments`, {
      content: 'canary comment',
    })
    for (const url of [
      `/api/posts/${written.id}/reports`,
      `/api/comments/${comment.id}/reports`,
      `/api/players/${author.user.id}/reports`,
    ]) {
      for (let time = 0; time < 2; time += 1) {
        const { status, text } = await reporter.post(url, { reason: 'canary reason' })
        expect([url, status < 300, text]).toEqual([url, true, text])
      }
    }
    await post()
    expect(titles()).toEqual([
      'New bug report of high severity',
      'New report about a post',
      'New report about a comment',
      'New report about a player',
    ])
    const all = JSON.stringify(discord.posted)
    for (const secret of ['canary', author.user.username, reporter.user.username])
      expect(all).not.toContain(secret)
  })

  test('applications', async () => {
    const member = await site.member()
    const { status, text } = await member.post('/api/staff-applications', builder)
    expect([status, text]).toEqual([201, text])
    await post()
    expect(discord.posted.map(({ webhook, body }) => [webhook, body.embeds[0].title])).toEqual([
      ['4', 'New application as builder'],
    ])
    for (const answer of Object.values(builder))
      if (typeof answer === 'string' && answer.length > 8)
        expect(JSON.stringify(discord.posted)).not.toContain(answer)
  })

  test('the address of a webhook is in no log line and no row', async () => {
    for (const kind of discordKinds) await queue({ kind })
    discord.next.push([500], [404], [429])
    await post()
    const { rows: stored } = await sql`SELECT * FROM discord_messages`.execute(site.database.sql)
    const text = JSON.stringify([logged, stored])
    expect(text).toContain('an attempt failed')
    expect(text).not.toContain('token-of')
    expect(text).not.toContain('/webhooks/')
  })
})

describe('a site whose default is German', () => {
  let german: TestApp
  beforeAll(async () => {
    german = await testApp({ store: site.store, environment: { ...environment(), LANGUAGES: 'de, en' } })
  })
  afterAll(() => german.close())

  const posted = () =>
    discord.posted.map(({ body: { embeds } }) => [embeds[0].title, embeds[0].description]).sort()

  test('[languages.67] What people wrote and messages of before are posted as they are', async () => {
    await queue({ title: 'It lasted 10 wins', text: 'C:\\u0041 {player} <0>x</0>' })
    await sql`
      INSERT INTO discord_messages (kind, event_key, title, text, link)
      VALUES ('matches', 'of before', 'Frost is over', 'The standings are final.', '/seasons')
    `.execute(site.database.sql)
    await postMessages(german.context)
    expect(posted()).toEqual([
      ['Frost is over', 'The standings are final\\.'],
      ['It lasted 10 wins', escapeForDiscord('C:\\u0041 {player} <0>x</0>')],
    ])
  })

  test('[languages.67] What the site says is in its default, whoever caused it, with names as they are', async () => {
    const server = await gameServer(site)
    const wins = streak('7010', 10)
    await server.report(...wins.map((one) => event('match', one)))
    const reporter = await german.member()
    const report = {
      gameMode: 'boxing',
      reason: 'canary reason',
      details: 'long enough to be a report',
      severity: 'high',
    }
    const inEnglish = { headers: { 'x-language': 'en' } }
    expect((await reporter.post('/api/reports', report, inEnglish)).status).toBe(201)
    const { rows: stored } = await sql<{ title: string }>`
      SELECT title FROM discord_messages ORDER BY id`.execute(site.database.sql)
    expect(stored.map(({ title }) => title)).toEqual([
      "Tag 7010's win streak in Boxing is over",
      'New bug report of high severity',
    ])
    await postMessages(german.context)
    expect(posted()).toEqual([
      ['Die Siegesserie von Tag 7010 in Boxing ist zu Ende', 'Sie hielt 10 Siege lang\\.'],
      ['Neuer Fehlerbericht mit hohem Schweregrad', undefined],
    ])
    // Staff read the list in their own language.
    const admin = await signedInAs(german, 'Owner')
    const { json } = await admin.get('/api/admin/discord', inEnglish)
    expect(json.messages.map(({ title }: { title: string }) => title)).toEqual(
      stored.map(({ title }) => title).reverse(),
    )
  })
})
