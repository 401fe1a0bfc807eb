import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnyEndpoint, type EndpointTable, urlOf } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { helper } from '../../src/server/domains/applications/testing/bodies.ts'
import { bracket, createCup, cupSite, linkedMember } from '../../src/server/domains/cups/testing/cup-setup.ts'
import { createEvent, memberWithRank } from '../../src/server/domains/events/testing/event-setup.ts'
import { plainPicture } from '../../src/server/testing/picture-host.ts'
import type { TestApp, TestBrowser } from '../../src/server/testing/test-app.ts'

let site: TestApp
let server: Awaited<ReturnType<typeof cupSite>>['server']
let owner: TestBrowser
beforeAll(async () => {
  ;({ site, server } = await cupSite({
    environment: { SECRET_KEY: 'a-key-that-encrypts-secrets' },
  }))
  owner = await memberWithRank(site, 'Owner')
})
afterAll(() => site.close())

const calls = Object.entries(endpoints as Record<string, EndpointTable>).flatMap(([feature, table]) =>
  Object.entries(table).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
)
const named = (name: string): AnyEndpoint => calls.find((call) => call.name === name)!.endpoint
const namesOf = (wanted: (endpoint: AnyEndpoint) => boolean) =>
  calls.flatMap(({ name, endpoint }) => (wanted(endpoint) ? [name] : [])).sort()

/** Whether the body says by `base` which value it replaces. */
function hasBase({ body }: AnyEndpoint): boolean {
  const { def } = (body as { _zod?: { def: { shape?: object } } } | undefined)?._zod ?? {}
  return Object.hasOwn(def?.shape ?? {}, 'base')
}

/** Why a PATCH or PUT asks for no version. One that is added here is a decision. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'a record of the caller alone: what they saved last is what they want': [
    'notificationSettings.setDigest',
    'notificationSettings.setQuietHours',
    'notificationSettings.subscribe',
    'notifications.choose',
    'posts.edit',
    'users.chooseLanguage',
    'users.setAvatar',
    'users.update',
  ],
  'says how it shall be, so that a second call changes nothing': [
    'blocks.block',
    'contactAdmin.markMessage',
    'cups.checkIn',
    'follows.follow',
    'follows.mute',
    'today.visit',
  ],
  'replaces what no call returns, so that nobody has read what was there before': ['secrets.save'],
  'makes something that nothing shows before a setting names it': ['settings.picture'],
}

test('[field.80] Each PATCH and PUT asks for the version that it replaces, or says why not', () => {
  const guarded = namesOf((endpoint) => endpoint.versioned === true || hasBase(endpoint))
  const changing = namesOf(({ method }) => method === 'PATCH' || method === 'PUT')
  expect(changing.filter((name) => !guarded.includes(name))).toEqual(Object.values(reasons).flat().sort())
})

interface Versioned {
  readonly params: Readonly<{ [name: string]: unknown }>
  /** The table that has the record. */
  readonly table: string
  /** The version of the record by now. */
  readonly version: number
}

let made = 0
const next = () => {
  made += 1
  return made
}

async function created(path: string, body: object, by = owner) {
  const { status, json } = await by.post(path, body)
  expect(status, JSON.stringify(json)).toBe(201)
  return json
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function aSeason(): Promise<Versioned> {
  const at = next() * 2
  const season = { name: `Season ${at}`, startsAt: inDays(at), endsAt: inDays(at + 1) }
  const { id, version } = await created('/api/admin/seasons', season)
  return { params: { id }, table: 'seasons', version }
}
async function aPracticeMode(): Promise<Versioned> {
  const mode = { category: 'ffa', name: `Mode ${next()}`, description: 'Everybody against everybody' }
  const { id, version } = await created('/api/practice', mode)
  return { params: { id }, table: 'practice_modes', version }
}
async function aMode(): Promise<Versioned> {
  const { key, version } = await created('/api/admin/modes', { key: `mode_${next()}`, name: `M ${next()}` })
  return { params: { key }, table: 'modes', version }
}
async function anEvent(): Promise<Versioned> {
  const event = { title: 'Bridge evening', description: '', startDate: inDays(1), rewards: [] }
  const { id, version } = await created('/api/events', event)
  return { params: { id }, table: 'events', version }
}
async function aNewsItem(): Promise<Versioned> {
  const text = { title: 'Spring season', summary: 'It begins on Monday.', markdown: 'Soon.' }
  const { id, version } = await created('/api/admin/news', { ...text, slug: `item-${next()}` })
  return { params: { id }, table: 'news', version }
}
async function aReport(): Promise<Versioned> {
  const report = {
    gameMode: 'boxing',
    reason: 'No knockback',
    details: 'Hits register, nobody moves.',
    severity: 'high',
  }
  const { id } = await created('/api/reports', report, await site.member())
  return { params: { id }, table: 'reports', version: 1 }
}
async function anApplication(): Promise<Versioned> {
  const { id } = await created('/api/staff-applications', helper, await site.member())
  return { params: { id }, table: 'staff_applications', version: 1 }
}
async function aTemplate(): Promise<Versioned> {
  const week = { title: 'Weekly Cup {n}', timeZone: 'UTC', weekday: 'monday', time: '18:00' }
  const { id, version } = await created('/api/admin/cup-templates', { ...bracket, ...week })
  return { params: { id }, table: 'cup_templates', version }
}
async function aCup(): Promise<Versioned> {
  return { params: { id: await createCup(site, owner) }, table: 'cups', version: 1 }
}
/** Rulings name the version of the whole cup, which each step counts on. */
async function aCupPage(): Promise<Versioned> {
  const { params, table } = await aCup()
  const { version } = (await owner.get(`/api/cups/${params.id}`)).json
  return { params, table, version }
}
async function aRank(): Promise<Versioned> {
  const name = `Rank ${next()}`
  const { version } = await created('/api/admin/ranks', { name, colour: '#ff66aa', power: 'member' })
  return { params: { key: name }, table: 'ranks', version }
}
async function aGameServer(): Promise<Versioned> {
  const { server } = await created('/api/admin/game-servers', { name: `EU ${next()}`, setsRanks: false })
  return { params: { id: server.id }, table: 'game_servers', version: server.version }
}

async function aWebhook(): Promise<Versioned> {
  const { webhook } = await created('/api/admin/webhooks', {
    url: 'https://1.1.1.1/',
    types: ['match.stored'],
  })
  return { params: { id: webhook.id }, table: 'webhooks', version: webhook.version }
}

const picture = async () => `data:image/png;base64,${(await plainPicture(9)).toString('base64')}`

/** One record and change for each call that accepts If-Match. */
const scenarios: Readonly<{ [name: string]: readonly [() => Promise<Versioned>, (() => unknown)?] }> = {
  'applications.update': [anApplication, () => ({ status: 'accepted', adminNotes: 'Fine' })],
  'cupTemplates.remove': [aTemplate],
  'cupTemplates.update': [aTemplate, () => ({ title: 'Monthly Cup {n}' })],
  'cups.put': [aCup, () => ({ ...bracket, bestOf: 3 })],
  'cups.remove': [aCup],
  'cups.reorder': [aCup, () => ({ seeds: [1] })],
  'cups.rule': [aCupPage, () => ({ kind: 'cancel', reason: 'Nobody can play today' })],
  'events.remove': [anEvent],
  'events.update': [anEvent, () => ({ title: 'Another evening' })],
  'gameServers.update': [aGameServer, () => ({ name: 'Practice NA' })],
  'modes.merge': [aMode, () => ({ into: 'sumo' })],
  'modes.undoMerge': [aMode],
  'modes.update': [aMode, () => ({ icon: 'bed' })],
  'news.publish': [aNewsItem, () => ({})],
  'news.remove': [aNewsItem],
  'news.removeCover': [aNewsItem],
  'news.setCover': [aNewsItem, async () => ({ image: await picture(), alt: 'Two players' })],
  'news.unpublish': [aNewsItem],
  'news.update': [aNewsItem, () => ({ title: 'Summer season' })],
  'practice.remove': [aPracticeMode],
  'practice.update': [aPracticeMode, () => ({ description: 'Something else' })],
  'ranks.merge': [aRank, () => ({ into: 'Member' })],
  'ranks.update': [aRank, () => ({ aliases: ['mine'] })],
  'reports.remove': [aReport],
  'reports.setStatus': [aReport, () => ({ status: 'resolved' })],
  'seasons.end': [aSeason],
  'seasons.remove': [aSeason],
  'seasons.undoEnd': [aSeason],
  'seasons.update': [aSeason, () => ({ name: 'Renamed' })],
  'webhooks.remove': [aWebhook],
  'webhooks.rotate': [aWebhook],
  'webhooks.update': [aWebhook, () => ({ description: 'Stats bot' })],
}

const everything = async (table: string) => {
  const { rows } = await sql<{ stored: unknown }>`
    SELECT (SELECT json_agg(to_json(one) ORDER BY to_json(one)::text) FROM ${sql.table(table)} AS one) AS stored,
      (SELECT count(*) FROM audit_log) AS audited, (SELECT count(*) FROM cup_facts) AS facts
  `.execute(site.database.sql)
  return rows[0]
}

const changedMeanwhile = /^(Somebody else changed this|The cup has moved on) in the meantime$/

test('[field.81] Each call that accepts If-Match is tried', () => {
  expect(Object.keys(scenarios).sort()).toEqual(namesOf(({ versioned }) => versioned === true))
})

test.each(Object.entries(scenarios))(
  '[field.81] %s with another version than the record has is a 409 with the present one, and nothing is stored',
  async (name, [make, bodyOf]) => {
    const endpoint = named(name)
    const { params, table, version } = await make()
    const body = await bodyOf?.()
    const before = await everything(table)
    const send = (ifMatch: number) =>
      owner.send(endpoint.method, urlOf(endpoint, { params }), {
        body,
        headers: { 'if-match': `"${ifMatch}"` },
      })
    const stale = await send(version + 7)
    expect([stale.status, stale.json.error]).toEqual([409, expect.stringMatching(changedMeanwhile)])
    expect(stale.json.current).toHaveProperty('version')
    expect(await everything(table)).toEqual(before)
    // What else a call may say against it, it says nothing about the version that the record has.
    expect((await send(version)).json?.error ?? '').not.toMatch(changedMeanwhile)
  },
)

const patchRank = (body: object, version?: number) =>
  owner.patch(
    '/api/admin/ranks/Gold',
    body,
    version === undefined ? {} : { headers: { 'if-match': `"${version}"` } },
  )
const rankOf = async (key: string) =>
  (await owner.get('/api/admin/ranks')).json.find((rank: { key: string }) => rank.key === key)

test('[field.82] Of two changes of one version the second is refused, and a change counts the version on', async () => {
  const { version } = await rankOf('Gold')
  expect((await patchRank({ aliases: ['first'] }, version)).json).toMatchObject({ version: version + 1 })
  const second = await patchRank({ aliases: ['second'] }, version)
  expect([second.status, second.json.current.aliases]).toEqual([409, ['first']])
  expect(await rankOf('Gold')).toMatchObject({ aliases: ['first'], version: version + 1 })
  // As released: a program that says no version changes whatever there is.
  expect((await patchRank({ aliases: [] })).json).toMatchObject({ aliases: [], version: version + 2 })

  const server = (await aGameServer()).params.id
  const rename = (name: string, ifMatch: number) =>
    owner.patch(`/api/admin/game-servers/${server}`, { name }, { headers: { 'if-match': String(ifMatch) } })
  expect((await rename('First', 1)).json).toMatchObject({ name: 'First', version: 2 })
  const late = await rename('Second', 1)
  expect([late.status, late.json.current.name]).toEqual([409, 'First'])
})

test('[field.83] Of two members of staff who make an event a cup the second is refused; one that was removed is not made again by a change of it', async () => {
  const id = await createEvent(site)
  const put = (bestOf: number, ifMatch: number) =>
    owner.put(
      `/api/admin/events/${id}/cup`,
      { ...bracket, bestOf },
      { headers: { 'if-match': `"${ifMatch}"` } },
    )
  expect((await put(1, 0)).json).toMatchObject({ bestOf: 1, version: 1 })
  const second = await put(3, 0)
  expect([second.status, second.json.current]).toEqual([409, expect.objectContaining({ bestOf: 1 })])
  expect((await owner.delete(`/api/admin/events/${id}/cup`)).status).toBe(200)
  expect((await put(5, 1)).status).toBe(404)
  const { rows } = await sql`SELECT FROM cups WHERE event_id = ${id}`.execute(site.database.sql)
  expect(rows).toEqual([])
})

const keys = async (): Promise<string[]> =>
  (await owner.get('/api/admin/ranks')).json.map(({ key }: { key: string }) => key)
const settingOf = async (wanted: string) =>
  (await owner.get('/api/admin/settings')).json.scopes.find(
    ({ scope }: { scope: string }) => scope === wanted,
  )
const hello = (text: string) => ({ text, link: null })

/** Sends two changes of the same value for each call with a `base`, and reads what is stored. */
const values: Readonly<{
  [name: string]: () => Promise<readonly [unknown[], () => Promise<unknown>, unknown]>
}> = {
  async 'backups.plan'() {
    const plan = (hour: number | null, base: number | null) =>
      owner.put('/api/admin/backups/plan', { hour, base })
    const { hour } = (await owner.get('/api/admin/backups')).json
    const sent = [await plan(4, hour), await plan(5, hour)]
    return [sent, async () => (await owner.get('/api/admin/backups')).json.hour, 4]
  },
  async 'cups.renameTeam'() {
    const id = await createCup(site, owner, { size: 2 })
    const captain = await linkedMember(site, server)
    const { entrant } = (await captain.post(`/api/cups/${id}/teams`, { name: 'Foxes' })).json.team
    const rename = (name: string) =>
      owner.patch(`/api/admin/cups/${id}/teams/${entrant}`, { name, base: 'Foxes' })
    const sent = [await rename('Bears'), await rename('Wolves')]
    return [sent, async () => (await site.browser().get(`/api/cups/${id}`)).json.teams[0].name, 'Bears']
  },
  async 'members.setRank'() {
    const { user } = await site.member()
    const give = (rank: string) => owner.patch(`/api/admin/members/${user.id}/rank`, { rank, base: 'Member' })
    const sent = [await give('Gold'), await give('Diamond')]
    return [sent, async () => (await owner.get(`/api/users/${user.id}`)).json.rank, 'Gold']
  },
  async 'ranks.order'() {
    await aRank()
    await aRank()
    const base = await keys()
    const [one, two] = [base.indexOf('Gold'), base.indexOf('Gold') + 1]
    const moved = (from: number, to: number) => base.toSpliced(from, 1).toSpliced(to, 0, base[from]!)
    const last = base.findLastIndex((key) => key.startsWith('Rank '))
    const order = (wanted: string[]) => owner.put('/api/admin/ranks/order', { order: wanted, base })
    const sent = [await order(moved(last, one)), await order(moved(last, two + 1))]
    return [sent, keys, moved(last, one)]
  },
  async 'settings.save'() {
    const { revision: base } = await settingOf('announcement')
    const save = (text: string) => owner.put('/api/admin/settings/announcement', { value: hello(text), base })
    const sent = [await save('First'), await save('Second')]
    return [sent, async () => (await settingOf('announcement')).value, hello('First')]
  },
  async 'settings.undo'() {
    const { revision: base } = await settingOf('announcement')
    await owner.put('/api/admin/settings/announcement', { value: hello('Newest'), base })
    const seen = (await settingOf('announcement')).revision
    const saved = await owner.put('/api/admin/settings/announcement', { value: hello('Theirs'), base: seen })
    const undone = await owner.post('/api/admin/settings/announcement/undo', { to: base, base: seen })
    return [[saved, undone], async () => (await settingOf('announcement')).value, hello('Theirs')]
  },
}

test('[field.84] Each call with a base is tried', () => {
  expect(Object.keys(values).sort()).toEqual(namesOf(hasBase))
})

test.each(Object.entries(values))(
  '[field.84] %s: of two changes of the same value the second is a 409 with what is stored, and stores nothing',
  async (_name, change) => {
    const [sent, read, wanted] = await change()
    expect(sent.map((response) => (response as { status: number }).status)).toEqual([200, 409])
    expect((sent[1] as { json: { current: unknown } }).json.current).toBeDefined()
    expect(await read()).toEqual(wanted)
  },
)
