import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type WebhookType, webhookTypes } from '../../../../contract/doors/webhooks.ts'
import { event, gameServer, match, player, type TestGameServer } from '../../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { type WebhookReceiver, webhookReceiver } from '../../../testing/webhook-receiver.ts'
import { canaries as applicant, builder } from '../../applications/testing/bodies.ts'
import { createCup } from '../../cups/testing/cup-setup.ts'
import { createEvent, memberWithRank } from '../../events/testing/event-setup.ts'
import { linkedMember, playMatches, somebody } from '../../moderation/testing/people.ts'
import { noteStatus, storePing } from '../../network/status/queries.ts'
import { findDueWebhooks } from './queries/deliveries.ts'
import { webhooksJob } from './send.ts'

let site: TestApp
let admin: TestBrowser
let server: TestGameServer
let receiver: WebhookReceiver
let directory: string

/** Texts that no delivery contains. */
const canaries = {
  mail: 'canary-of-player@mail.example',
  report: 'canary-report-83b1',
  chat: 'canary-chat-83b1',
  reporter: 'Canary Reporter',
  issuer: 'Canary Issuer',
  appeal: 'canary-appeal-83b1, which I never did, so please look again',
  note: 'canary-note-83b1',
} as const

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'webhook-events-'))
  receiver = await webhookReceiver()
  site = await testApp({
    environment: {
      RATE_LIMITS: 'off',
      FETCH_ALLOW: '127.0.0.1',
      DATA_DIR: directory,
      // The test polls instead.
      STATUS_POLL_MS: '600000',
    },
  })
  admin = await memberWithRank(site, 'Owner')
  server = await gameServer(site)
  await sql`INSERT INTO modes (key, name, made_by) VALUES ('sumo', 'Sumo', 'staff') ON CONFLICT DO NOTHING`.execute(
    site.database.sql,
  )
  const made = await admin.post('/api/admin/webhooks', { url: receiver.url('/'), types: [...webhookTypes] })
  expect(made.status, made.text).toBe(201)
})
afterAll(async () => {
  await site.close()
  await receiver.close()
  await rm(directory, { recursive: true })
})
beforeEach(async () => {
  receiver.received.length = 0
  await sql`DELETE FROM webhook_deliveries`.execute(site.database.sql)
})

interface Sent {
  readonly type: WebhookType
  readonly timestamp: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent and asserts on it.
  readonly data: any
}

/** Sends what waits, and returns it. Nothing that is private is ever in it. */
async function sent(): Promise<Sent[]> {
  const job = webhooksJob({ ...site.context, content: site.content })
  // One that is stopping waits for what it sends.
  do await job.work(AbortSignal.abort())
  while ((await findDueWebhooks(site.database.sql)).length > 0)
  const bodies = receiver.received.splice(0).map(({ body }) => body)
  for (const canary of [
    ...Object.values(canaries),
    applicant.email,
    applicant.notes,
    builder.minecraft_username,
  ])
    expect(bodies.join()).not.toContain(canary)
  return bodies.map((body) => JSON.parse(body))
}
const sentOf = async (type: WebhookType) => (await sent()).filter((one) => one.type === type)
const get = async (url: string) => (await site.browser().get(url)).json

const ok = async (response: Promise<{ status: number; text: string; json: unknown }>) => {
  const { status, text, json } = await response
  expect(status, text).toBeLessThan(300)
  return json as { id: number }
}

test('[doors.18] a match is sent as the API shows it, and again when it counts no more, by staff or its server', async () => {
  const [first, second] = await playMatches(server, somebody(), somebody(), 2)
  const stored = await sentOf('match.stored')
  expect(stored.map(({ data }) => data)).toEqual([
    await get(`/api/matches/${first}`),
    await get(`/api/matches/${second}`),
  ])
  expect(Date.parse(stored[0]!.timestamp)).toBeLessThanOrEqual(Date.now())
  await server.report(event('match.void', { matchId: first, reason: 'crash' }))
  await ok(
    admin.post('/api/admin/rulings', {
      action: 'exclude',
      matchIds: [second],
      reason: 'Boosting each other',
    }),
  )
  expect(
    (await sentOf('match.excluded')).map(({ data }) => [data.matchId, data.voided, data.excluded]),
  ).toEqual([
    [first, true, false],
    [second, false, true],
  ])
})

test('[doors.18] a match that is rejected or sent twice is no second event', async () => {
  const one = event('match', match([player(somebody()), player(somebody(), { result: 'loss' })]))
  await server.report(one)
  await server.send(one)
  await server.send(event('match', { ...(one.data as object), players: [] }))
  expect(await sentOf('match.stored')).toHaveLength(1)
})

test('[doors.19] a linked or renamed player is sent as everybody sees them; who hides, restores or deletes an account is no event, and what waited is not sent', async () => {
  const member = await linkedMember(site, server, 'Member')
  await ok(member.patch('/api/user', { email: canaries.mail }))
  const shown = await get(`/api/users/${member.user.id}`)
  expect((await sent()).map(({ type, data }) => [type, data])).toEqual([['player.linked', shown]])
  await server.report(
    event(
      'match',
      match([player(member.xuid, { gamertag: 'Renamed' }), player(somebody(), { result: 'loss' })]),
    ),
  )
  expect((await sentOf('player.renamed')).map(({ data }) => data.username)).toEqual(['Renamed'])
  await server.report(
    event(
      'match',
      match([player(member.xuid, { gamertag: 'Again' }), player(somebody(), { result: 'loss' })]),
    ),
  )
  await ok(admin.delete(`/api/admin/members/${member.user.id}`))
  expect(await sentOf('player.renamed')).toEqual([])
  await ok(admin.post(`/api/admin/members/${member.user.id}/restore`))
  expect((await sent()).map(({ type }) => type)).toEqual([])
})

test('[doors.20] a punishment is sent without who gave it, a report without its reporter, subject and text, an application without the applicant', async () => {
  const target = await linkedMember(site, server, 'Member')
  const issuer = await memberWithRank(site, 'Manager', canaries.issuer)
  const reporter = await memberWithRank(site, 'Member', canaries.reporter)
  await sent()
  const punishment = await ok(
    issuer.post('/api/admin/punishments', { userId: target.user.id, kind: 'mute', reason: 'Spam' }),
  )
  await ok(reporter.post(`/api/players/${target.user.id}/reports`, { reason: canaries.report }))
  const said = [
    { xuid: target.xuid, gamertag: `Tag ${target.xuid}`, text: canaries.chat, at: new Date().toISOString() },
  ]
  const reporterXuid = somebody()
  await server.lists(reporterXuid, target.xuid)
  await server.report(
    event('report', {
      reporter: { xuid: reporterXuid },
      subject: { xuid: target.xuid },
      class: 'abuse',
      reason: canaries.report,
      chat: said,
    }),
  )
  await ok(reporter.post('/api/staff-applications', builder))
  const {
    by: _by,
    liftReason: _reason,
    ...shown
  } = (await admin.get(`/api/admin/punishments?userId=${target.user.id}`)).json[0]
  const events = await sent()
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['punishment.created', shown],
    [
      'report.created',
      { id: expect.any(Number), class: 'other', subjectType: 'player', createdAt: expect.any(String) },
    ],
    [
      'report.created',
      { id: expect.any(Number), class: 'abuse', subjectType: 'player', createdAt: expect.any(String) },
    ],
    [
      'application.submitted',
      { id: expect.any(Number), position: 'builder', status: 'pending', submitted_at: expect.any(String) },
    ],
  ])
  const appeal = await ok(target.post('/api/appeals', { punishmentId: punishment.id, text: canaries.appeal }))
  await ok(admin.post(`/api/admin/appeals/${appeal.id}/claim`, {}))
  await ok(
    admin.post(`/api/admin/appeals/${appeal.id}/decisions`, { outcome: 'lifted', note: canaries.note }),
  )
  const decided = await sent()
  expect(decided.map(({ type }) => type).sort()).toEqual(['appeal.decided', 'punishment.lifted'])
  expect(decided.find(({ type }) => type === 'punishment.lifted')!.data).toMatchObject({
    id: punishment.id,
    state: 'lifted',
  })
  expect(decided.find(({ type }) => type === 'appeal.decided')!.data).toEqual({
    id: appeal.id,
    state: 'lifted',
    isFinal: false,
    about: expect.objectContaining({ punishmentId: punishment.id, kind: 'mute', state: 'lifted' }),
    createdAt: expect.any(String),
    changedAt: expect.any(String),
    player: expect.objectContaining({ id: target.user.id }),
  })
})

test('[doors.21] news, events, cups and seasons are sent as the API shows them, each once', async () => {
  const draft = await ok(
    admin.post('/api/admin/news', {
      title: 'Season two',
      slug: 'season-two',
      summary: 'It begins.',
      markdown: 'Text',
    }),
  )
  expect(await sent()).toEqual([])
  for (const action of ['post', 'delete', 'post'] as const)
    await ok(admin[action](`/api/admin/news/${draft.id}/publication`, action === 'post' ? {} : undefined))
  const news = await sent()
  expect(news.map(({ type, data }) => [type, data])).toEqual([
    ['news.published', await get('/api/news/season-two')],
  ])
  const own = await createEvent(site, { title: 'Build night' })
  const cup = await createCup(site, admin)
  const created = await sentOf('event.created')
  expect(created.map(({ data }) => data)).toEqual([
    await get(`/api/events/${own}`),
    await get(`/api/events/${cup}`),
  ])
  await sql`INSERT INTO cup_facts (event_id, key, kind, data) VALUES (${cup}, 'started', 'started', '{"seeds":[]}'),
    (${cup}, 'closed', 'closed', '{}')`.execute(site.database.sql)
  const cups = await sent()
  expect(cups.map(({ type, data }) => [type, data.id])).toEqual([
    ['cup.started', cup],
    ['cup.finished', cup],
  ])
  const { title, seats } = await get(`/api/cups/${cup}`)
  expect(cups[0]!.data).toMatchObject({ title, seats })
  await sql`INSERT INTO seasons (name, starts_at, ends_at, opened_at)
    VALUES ('Winter', now() - interval '9 days', now() - interval '2 days', now() - interval '9 days')`.execute(
    site.database.sql,
  )
  expect(await sent()).toEqual([])
  await sql`UPDATE seasons SET closed_at = now()`.execute(site.database.sql)
  await sql`UPDATE seasons SET closed_at = now() + interval '1 s'`.execute(site.database.sql)
  expect((await sent()).map(({ type, data }) => [type, data])).toEqual([
    ['season.closed', (await get('/api/seasons'))[0]],
  ])
})

test('[doors.22] the server going offline or online is an event each time, and none while it stays', async () => {
  const poll = async (isOnline: boolean) => {
    await storePing(
      site.database,
      isOnline
        ? { playerCount: 7, maxPlayers: 100, version: '1.21', motd: 'Hello', latencyMs: 5 }
        : undefined,
    )
    await noteStatus(site.database, {
      isOnline,
      playerCount: isOnline ? 7 : 0,
      maxPlayers: null,
      version: null,
      motd: null,
      latencyMs: null,
      source: null,
      checkedAt: null,
    })
  }
  await poll(false)
  await sent()
  for (const isOnline of [false, true, true, false, false, true]) await poll(isOnline)
  const events = await sent()
  expect(events.map(({ type, data }) => [type, data.isOnline, data.playerCount])).toEqual([
    ['server.online', true, 7],
    ['server.offline', false, 0],
    ['server.online', true, 7],
  ])
  expect(Object.keys(events[0]!.data).sort()).toEqual(Object.keys(events[1]!.data).sort())
})
