import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '../../src/contract/accounts/account-endpoints.ts'
import { setupEndpoints } from '../../src/contract/accounts/setup-endpoints.ts'
import { removalCounts } from '../../src/contract/admin/removals.ts'
import { legalPageNames } from '../../src/contract/content/legal.ts'
import { settingScopes } from '../../src/contract/content/settings.ts'
import { keyEndpoints } from '../../src/contract/doors/keys-endpoints.ts'
import { webhookTypes } from '../../src/contract/doors/webhooks.ts'
import { type AnyEndpoint, urlOf } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { appealEndpoints } from '../../src/contract/moderation/appeals-endpoints.ts'
import { builder } from '../../src/server/domains/applications/testing/bodies.ts'
import type { RenderPage } from '../../src/server/platform/http/pages.ts'
import { discordApplication } from '../../src/server/testing/discord-app.ts'
import {
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../src/server/testing/game-server.ts'
import {
  type TestApp,
  type TestBrowser,
  type TestResponse,
  testApp,
} from '../../src/server/testing/test-app.ts'

/** Unique searchable texts that only staff may read, some of them not even all staff. */
const canaries = {
  ownersEmail: 'canary-of-owner@mail.example',
  membersEmail: 'canary-of-member@mail.example',
  applicantsEmail: 'canary-of-applicant@mail.example',
  senderEmail: 'canary-of-asker@mail.example',
  message: 'canary-message-4c1d',
  newsDraft: 'canary-draft-52e8',
  pageDraft: 'canary-page-draft-8a41',
  applicationNotes: 'canary-notes-7f3a',
  reportReason: 'canary-reason-19e2',
  decisionNote: 'canary-decision-b804',
  gameReport: 'canary-game-report-5ea1',
  chatLine: 'canary-chat-77d0',
  hiddenRank: 'Canary Undercover',
  restriction: 'canary-restriction-60cf',
  blockedAt: '2026-01-02T03:04:05.678Z',
  privatePresence: '2026-03-04T05:06:07.891Z',
} as const
/** No other number in this data set is as high. */
const applicantsAge = 97

/** Keys that no response outside of the team contains. */
const staffKeys = [
  'age',
  'admin_notes',
  'adminNotes',
  'password',
  'passwordHash',
  'password_hash',
  'decidedBy',
]

let site: TestApp
let member: TestBrowser & { user: { id: number } }
let owner: TestBrowser & { user: { id: number } }
/** Has a staff rank that is not shown, and hides that they are online. */
let undercover: TestBrowser & { user: { id: number } }
/** Blocked by the member. */
let blocked: TestBrowser & { user: { id: number } }
let server: TestGameServer
let matchId: string
/** Responses that the member received during the setup. */
const responsesToMember: TestResponse[] = []
let secrets: string[]

let appealCode: string

beforeAll(async () => {
  // Whatever only exists with an application at Discord is asked for, too; nothing here speaks to Discord.
  const environment = { RATE_LIMITS: 'off', ...discordApplication, DISCORD_API_URL: 'http://127.0.0.1:9' }
  site = await testApp({ environment, render })
  owner = await site.member('The Owner')
  await sql`UPDATE users SET rank = 'Owner' WHERE id = ${owner.user.id}`.execute(site.database.sql)
  // Events of all kinds are queued for it, and their log shows what is sent.
  await sql`
    INSERT INTO webhooks (url, description, types, secret)
    VALUES ('https://hooks.example.com/', '', ${webhookTypes}::text[], '\\x00')
  `.execute(site.database.sql)
  member = await site.member('The Member')
  const say = async (response: Promise<TestResponse>) => {
    const said = await response
    expect(said.status, said.text).toBeLessThan(300)
    responsesToMember.push(said)
    return said.json
  }
  await owner.patch('/api/user', { email: canaries.ownersEmail, bio: 'I own it.' })
  await say(member.patch('/api/user', { email: canaries.membersEmail, bio: 'I play it.' }))

  const application = await say(
    member.post('/api/staff-applications', {
      ...builder,
      email: canaries.applicantsEmail,
      age: applicantsAge,
    }),
  )
  await owner.patch(`/api/staff-applications/${application.id}`, {
    status: 'interview',
    adminNotes: canaries.applicationNotes,
  })
  const news = { title: 'News', summary: 'News', markdown: 'News' }
  const { id: newsId } = (await owner.post('/api/admin/news', { ...news, slug: 'shown' })).json
  await owner.post(`/api/admin/news/${newsId}/publication`, {})
  await owner.post('/api/admin/news', { ...news, slug: 'draft', markdown: canaries.newsDraft })
  const page = { title: 'Page', description: null, text: 'Text', isPublished: true }
  const pages = [
    ['shown', page],
    ['draft', { ...page, text: canaries.pageDraft, isPublished: false }],
  ] as const
  for (const [slug, value] of pages)
    await owner.put(`/api/admin/settings/page.${slug}`, { value, base: null })
  await say(
    member.post('/api/contact', {
      name: 'Asker',
      email: canaries.senderEmail,
      subject: 'Question',
      message: canaries.message,
    }),
  )
  await say(
    member.post('/api/reports', {
      gameMode: 'sumo',
      severity: 'low',
      reason: 'It broke',
      details: 'It broke, and I do not know how to say it longer.',
    }),
  )
  const commented = await say(owner.post('/api/posts', { content: 'A post to comment on' }))
  await say(member.post(`/api/posts/${commented.id}/comments`, { content: 'A comment of the member' }))
  const post = await say(member.post('/api/posts', { content: 'A post of the member' }))
  // Reporters cannot decide their own reports.
  const reporter = await site.member('Reporter')
  await reporter.post(`/api/posts/${post.id}/reports`, { reason: canaries.reportReason })
  await reporter.post(`/api/players/${member.user.id}/reports`, { reason: canaries.reportReason })
  const decided = await owner.post('/api/admin/moderation/decisions', {
    subjectType: 'post',
    subjectId: post.id,
    decision: 'remove',
    note: canaries.decisionNote,
  })
  expect(decided.status, decided.text).toBeLessThan(300)
  await say(member.post('/api/posts', { content: 'A post that stays' }))
  const eventId = (await owner.post('/api/events', { title: 'Cup', startDate: '2096-01-01T00:00:00Z' })).json
    .id
  await say(member.post(`/api/events/${eventId}/register`))
  await say(
    owner.put(`/api/admin/events/${eventId}/cup`, { format: 'single', mode: 'sumo', seats: 8, minimum: 4 }),
  )
  await owner.post(`/api/admin/members/${member.user.id}/restriction`, {
    reason: canaries.restriction,
    days: 1,
  })

  const recovery = await owner.post(`/api/admin/members/${member.user.id}/recovery-code`)
  const code = String(recovery.json.code)

  server = await gameServer(site)
  const fight = match([player('1'), player('2', { result: 'loss' })])
  matchId = fight.matchId
  await server.report(event('match', fight))
  const said = await server.report(
    event('punishment', {
      id: randomUUID(),
      xuid: '1',
      kind: 'ban',
      reason: 'Fly hacks',
      by: canaries.decisionNote,
    }),
  )
  // The open case of a player, with the member as reporter: neither learns what the other side reads.
  const reported = {
    reporter: { xuid: '2' },
    subject: { xuid: '1' },
    class: 'abuse',
    reason: canaries.gameReport,
  }
  const chat = [{ xuid: '1', gamertag: 'Tag 1', text: canaries.chatLine, at: new Date().toISOString() }]
  await server.report(event('report', { ...reported, chat }))
  appealCode = said.json.results[0].appealCode
  await site.browser().post('/api/appeals', { code: appealCode, text: 'I did not fly. '.repeat(5) })

  await hideSomebody()

  const { rows } = await sql<{ secret: string }>`
    SELECT password_hash AS secret FROM users WHERE password_hash IS NOT NULL
    UNION ALL SELECT encode(secret_hash, 'hex') FROM game_servers
    UNION ALL SELECT encode(token_hash, 'hex') FROM recovery_tokens
  `.execute(site.database.sql)
  secrets = [...rows.map(({ secret }) => secret), '$argon2', code, code.replaceAll('-', '')]
})
afterAll(() => site.close())

/** Somebody with a rank that is not shown takes part in everything; the member blocks somebody. */
async function hideSomebody() {
  undercover = await site.member('The Undercover')
  blocked = await site.member('The Blocked')
  const done = async (response: Promise<TestResponse>) => {
    const { status, text, json } = await response
    expect(status, text).toBeLessThan(300)
    return json
  }
  const name = canaries.hiddenRank
  await done(owner.post('/api/admin/ranks', { name, colour: '#66AAFF', power: 'helper' }))
  await done(owner.patch(`/api/admin/ranks/${encodeURIComponent(name)}`, { shown: false }))
  await sql`UPDATE users SET rank = ${name} WHERE id = ${undercover.user.id}`.execute(site.database.sql)
  const { json } = await server.report(event('link.request', { xuid: '3', gamertag: 'The Undercover' }))
  await done(undercover.post('/api/link', { code: json.results[0].code }))
  const players = [player('3', { gamertag: 'The Undercover' }), player('2', { result: 'loss' })]
  await server.report(event('match', match(players)))
  const post = await done(undercover.post('/api/posts', { content: 'A post of somebody' }))
  await done(undercover.post(`/api/posts/${post.id}/comments`, { content: 'Hello @The Member' }))
  await done(blocked.put(`/api/players/${undercover.user.id}/follow`))
  await done(undercover.patch('/api/user', { hidePresence: true }))
  await beat()
  for (const { user } of [blocked, undercover]) await done(member.put(`/api/players/${user.id}/block`))
  await sql`UPDATE blocks SET created_at = ${canaries.blockedAt}`.execute(site.database.sql)
}

const beat = () =>
  server.report(
    event('heartbeat', { playerCount: 1, players: [{ xuid: '3', since: canaries.privatePresence }] }),
  )

/** In place of the web side: all that a document could be made of. */
const render: RenderPage = async (_request, { site: settings, viewer, call }) => {
  const read: unknown[] = [settings, viewer]
  for (const { endpoint, input } of addresses())
    read.push(await call(endpoint, input as never).catch(() => null))
  return new Response(JSON.stringify(read), { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** All GET endpoints, with every URL that returns data. */
const addresses = () =>
  Object.values(endpoints)
    .flatMap((table) => Object.values(table) as AnyEndpoint[])
    // Set-up is gone once there was an Owner, and no session says anything about an API key.
    .filter(({ path }) => path !== setupEndpoints.state.path && path !== keyEndpoints.current.path)
    .filter(({ method }) => method === 'GET')
    .flatMap((endpoint) => {
      const query = queries[endpoint.path] ?? {}
      return paramsOf(endpoint).map((params) => {
        const input = { params, query }
        return { endpoint, input, address: urlOf(endpoint, input) }
      })
    })

function paramsOf({ path }: AnyEndpoint): readonly Record<string, unknown>[] {
  const ids = path.includes('/matches/:id') ? [matchId] : [1, 2, 3, 4, ...people()]
  if (path.includes(':a/:b')) return [{ a: member.user.id, b: owner.user.id }]
  if (path.includes(':delivery'))
    return Array.from({ length: 20 }, (_, index) => ({ id: 1, delivery: index + 1 }))
  if (path.includes(':slug')) return ['shown', 'draft'].map((slug) => ({ slug }))
  if (path.includes(':page')) return legalPageNames.map((page) => ({ page }))
  if (path.includes(':scope')) return settingScopes.map((scope) => ({ scope }))
  if (path.includes(':kind/:id'))
    return Object.keys(removalCounts).flatMap((kind) => ids.map((id) => ({ kind, id })))
  return path.includes(':id') ? [...new Set<string | number>(ids)].map((id) => ({ id })) : [{}]
}

const people = () => [owner, member, undercover, blocked].map(({ user }) => user.id)

/** A stranger with the code of a ban screen reads the appeal of that player, and no more. */
const withCode = (address: string) =>
  address === appealEndpoints.byCode.path ? { headers: { 'appeal-code': appealCode } } : {}

const queries: Readonly<Record<string, object>> = {
  '/api/admin/punishments': { userId: 2 },
  '/api/mentions': { name: 'Th' },
  '/api/players': { ids: '1,2,3,4' },
  '/api/players/search': { username: 'The ' },
  '/api/practice': { category: 'ffa' },
  '/api/players/:id/rating-history': { mode: 'boxing' },
  '/api/admin/moderation': { status: 'decided' },
}

/** Secrets in a response that its reader must not know. */
function leaks({ text, json }: TestResponse, own: readonly string[] = []): string[] {
  const found = [...Object.values(canaries), ...secrets].filter(
    (secret) => !own.includes(secret) && text.includes(secret),
  )
  const visit = (value: unknown, key = ''): void => {
    if (staffKeys.includes(key)) found.push(`the key ${key}`)
    if (value === applicantsAge || value === String(applicantsAge)) found.push(`an age at ${key}`)
    if (value !== null && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) visit(inner, name)
  }
  visit(json)
  return found
}

test('[powers.65] no GET endpoint and no page tells a visitor or a member anything of the canaries, except what is their own', async () => {
  const stranger = await site.member('The Stranger')
  const readers: readonly (readonly [string, TestBrowser, readonly string[]])[] = [
    ['a visitor', site.browser(), []],
    ['a stranger', stranger, []],
    ['a blocked member', blocked, []],
    ['the member', member, [canaries.membersEmail, canaries.restriction, canaries.blockedAt]],
  ]
  const leaked: unknown[] = []
  let responses = 0
  for (const [reader, browser, own] of readers) {
    for (const { address } of addresses()) {
      if (browser === member && address === accountEndpoints.export.path) continue
      const response = await browser.get(address, withCode(address))
      responses += 1
      expect([address, response.status < 500]).toEqual([address, true])
      for (const leak of leaks(response, own)) leaked.push([reader, address, leak])
    }
    const page = await browser.get('/player/1', { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    for (const leak of leaks({ ...page, json: JSON.parse(page.text) }, own))
      leaked.push([reader, 'a page', leak])
  }
  expect(leaked).toEqual([])
  const count = Object.keys(canaries).length
  process.stdout.write(
    `${count} canaries, ${readers.length} readers, ${responses} responses and as many in pages: none found\n`,
  )
})

test('[doors.58] An API key reads no canary, not even of its own maker; one of staff reads what cases and drafts hold', async () => {
  const secret = async (maker: TestBrowser, scopes: readonly string[]) => {
    const { status, json, text } = await maker.post('/api/keys', { name: 'Bot', scopes })
    expect(status, text).toBe(201)
    return `Bearer ${json.secret}`
  }
  const stranger = await site.member('The Programmer')
  await stranger.patch('/api/user', { email: canaries.membersEmail })
  const staffScopes = ['read:cases', 'write:cups', 'write:news', 'write:punishments']
  const bots = [
    ['a key of a member', await secret(stranger, ['read']), []],
    ['a key of the owner', await secret(owner, ['read']), []],
    [
      'a key of staff',
      await secret(owner, staffScopes),
      ['reportReason', 'decisionNote', 'gameReport', 'chatLine', 'newsDraft', 'restriction'],
    ],
  ] as const
  const leaked: unknown[] = []
  for (const [bot, authorization, own] of bots) {
    let read = 0
    for (const { endpoint, address } of addresses()) {
      const response = await site.browser().get(address, { headers: { authorization } })
      if (response.status === 200) read += 1
      const isOpen = endpoint.stable !== undefined || (own.length > 0 && endpoint.scope !== undefined)
      expect([address, [401, 403].includes(response.status)]).toEqual([address, !isOpen])
      // Who decided is the work of staff, which the scope is for.
      const allowed: string[] =
        endpoint.scope === undefined ? [] : [...own.map((name) => canaries[name]), 'the key decidedBy']
      for (const leak of leaks(response)) if (!allowed.includes(leak)) leaked.push([bot, address, leak])
    }
    expect(read).toBeGreaterThan(20)
  }
  expect(leaked).toEqual([])
})

test('[doors.70] A widget and a badge tell an Owner what they tell a visitor, and no canary', async () => {
  // Or the server may be said to be offline between the two.
  await beat()
  const paths = people().flatMap((id) => [
    `/embed/player/${id}`,
    `/embed/cup/${id}`,
    `/badge/player/${id}.svg`,
  ])
  for (const path of [...paths, '/embed/status', '/embed/board/overall', '/badge/status.svg']) {
    const headers = { accept: 'text/html' }
    const [toOwner, toVisitor] = [
      await owner.get(path, { headers }),
      await site.browser().get(path, { headers }),
    ]
    expect([path, toOwner.status, toOwner.text]).toEqual([path, 200, toVisitor.text])
    expect([path, leaks({ ...toOwner, json: null })]).toEqual([path, []])
  }
  expect((await owner.get('/badge/player/999999.svg')).status).toBe(404)
})

test('[powers.66] a member with a rank that is not shown is a Member to others, and reads their own rank; staff read it in the list of members', async () => {
  const ranks = async (browser: TestBrowser) => {
    const { json } = await browser.get(`/api/users/${undercover.user.id}`)
    return json.rank
  }
  expect([await ranks(blocked), await ranks(site.browser()), await ranks(owner)]).toEqual([
    'Member',
    'Member',
    'Member',
  ])
  expect((await undercover.get('/api/user')).json.rank).toBe(canaries.hiddenRank)
  const listed = (await owner.get(`/api/admin/members?q=Undercover`)).json
  expect(JSON.stringify(listed)).toContain(canaries.hiddenRank)
  const page = async (browser: TestBrowser) =>
    JSON.parse((await browser.get('/player/1', { headers: { accept: 'text/html' } })).text)[0].ranks ?? []
  const knows = async (browser: TestBrowser) =>
    JSON.stringify(await page(browser)).includes(canaries.hiddenRank)
  expect([await knows(blocked), await knows(undercover), await knows(owner)]).toEqual([false, true, true])
})

test('a member’s own export has what they wrote themselves, and not a word of the team or about their hashes', async () => {
  const response = await member.get(accountEndpoints.export.path)
  expect(response.status).toBe(200)
  const { membersEmail, applicantsEmail, senderEmail, message, restriction, blockedAt } = canaries
  expect(leaks(response, [membersEmail, restriction, blockedAt])).toEqual([
    applicantsEmail,
    senderEmail,
    message,
    'the key age',
    'an age at age',
  ])
})

test('nothing that the member was answered on the way held one either', () => {
  expect(responsesToMember).not.toEqual([])
  expect(responsesToMember.flatMap((response) => leaks(response, [canaries.membersEmail]))).toEqual([])
  expect(responsesToMember[0]?.text).toContain(canaries.membersEmail)
})

test('staff do read them, so the search would find them; hashes, and email addresses of accounts, not even staff', async () => {
  const seen = new Set<string>()
  const silent = new Set<string>()
  for (const { endpoint, address } of addresses()) {
    const response = await owner.get(address, withCode(address))
    if (response.status === 200) silent.delete(endpoint.path)
    else if (!seen.has(endpoint.path)) silent.add(endpoint.path)
    if (response.status === 200) seen.add(endpoint.path)
    for (const leak of leaks(response, [canaries.ownersEmail])) seen.add(leak)
  }
  // Every endpoint must return data, or the test proves nothing about it.
  expect([...silent]).toEqual([])
  for (const shown of [
    canaries.applicantsEmail,
    canaries.senderEmail,
    canaries.message,
    canaries.newsDraft,
    canaries.applicationNotes,
    canaries.decisionNote,
    canaries.hiddenRank,
    canaries.restriction,
    'the key admin_notes',
    'an age at age',
  ])
    expect(seen).toContain(shown)
  const openCases = (await owner.get('/api/admin/moderation')).text
  for (const shown of [canaries.reportReason, canaries.gameReport, canaries.chatLine])
    expect(openCases).toContain(shown)
  // What staff search in, and nobody reads: moderation_cases.text.
  const search = async (text: string) => (await owner.get(`/api/admin/cases?q=${text}`)).json.cases.length
  expect(await Promise.all([canaries.gameReport, canaries.chatLine].map(search))).toEqual([1, 0])
  for (const hidden of [canaries.membersEmail, canaries.blockedAt, canaries.privatePresence, ...secrets])
    expect(seen).not.toContain(hidden)
})
