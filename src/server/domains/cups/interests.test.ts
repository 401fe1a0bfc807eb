import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { weekdays } from '../../../contract/cups/cup-templates.ts'
import { cupTemplateEndpoints } from '../../../contract/cups/cup-templates-endpoints.ts'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { eventEndpoints } from '../../../contract/events/events-endpoints.ts'
import { interestRefusals } from '../../../contract/events/interest.ts'
import { recordAudit } from '../../platform/audit.ts'
import { sayInEnglish } from '../../platform/languages/say.ts'
import { event, type TestGameServer } from '../../testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { whileOpen } from '../../testing/while-open.ts'
import { register, requireMayAct } from '../events/interest/interest.ts'
import {
  auditEntriesOf,
  createEvent,
  memberWithRank,
  registrationsOf,
} from '../events/testing/event-setup.ts'
import {
  bracket,
  createCup,
  cupPathOf,
  cupSite,
  factsOf,
  linkedMember,
  type Player,
  passTime,
  played,
  work,
} from './testing/cup-setup.ts'

let site: TestApp
let server: TestGameServer
let staff: TestBrowser
beforeAll(async () => {
  ;({ site, server, staff } = await cupSite())
})
afterAll(() => site.close())
// Templates make cups of their own weekday; each test has its own.
beforeEach(() => sql`DELETE FROM cup_templates`.execute(site.database.sql))

const reason = 'The server lagged for both of them'
const setRank = (browser: Player, rank: string) =>
  sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)

/** The calls of these tables by name. */
const calls = Object.entries({
  events: eventEndpoints,
  cups: cupEndpoints,
  cupTemplates: cupTemplateEndpoints,
}).flatMap(([feature, table]) =>
  Object.entries(table).map(
    ([name, endpoint]: [string, AnyEndpoint]) => [`${feature}.${name}`, endpoint] as const,
  ),
)
const changes = calls.filter(([, { method }]) => method !== 'GET')
const namesOf = (access: readonly string[]) =>
  changes.filter(([, endpoint]) => access.includes(endpoint.access)).map(([name]) => name)

interface About {
  readonly id: number
  readonly templateId: number
}

/** What staff do in an event or its cup. */
const acts: Readonly<Record<string, (browser: TestBrowser, about: About) => ReturnType<TestBrowser['put']>>> =
  {
    'events.update': (browser, { id }) => browser.patch(`/api/events/${id}`, { rewards: ['A crown'] }),
    'events.remove': (browser, { id }) => browser.delete(`/api/events/${id}`),
    'cups.renameTeam': (browser, { id }) => browser.patch(`/api/admin/cups/${id}/teams/1`, { name: 'Foxes' }),
    'cups.reorder': (browser, { id }) => browser.put(`/api/admin/cups/${id}/seeds`, { seeds: [1] }),
    'cups.rule': (browser, { id }) =>
      browser.post(`/api/admin/cups/${id}/rulings`, { kind: 'cancel', reason }),
    'cups.put': async (browser, { id }) => {
      const { version, ...config } = (await site.browser().get(`/api/cups/${id}`)).json.config
      return browser.put(cupPathOf(id), { ...config, seats: 64 }, { headers: { 'if-match': `"${version}"` } })
    },
    'cups.remove': (browser, { id }) => browser.delete(cupPathOf(id)),
    'cupTemplates.update': (browser, { templateId }) =>
      browser.patch(`/api/admin/cup-templates/${templateId}`, { rewards: ['A crown'] }),
  }
/** And what concerns no event in which somebody takes part. */
const actsOfNobody: Readonly<Record<string, string>> = {
  'events.create': 'nobody takes part in it yet',
  'cupTemplates.create': 'nobody takes part in its cups yet',
  'cupTemplates.remove': 'its cups stay as they are',
}

/** How members enter. */
const entries: Readonly<
  Record<string, (browser: TestBrowser, id: number) => ReturnType<TestBrowser['put']>>
> = {
  'events.register': (browser, id) => browser.post(`/api/events/${id}/register`),
  'cups.checkIn': (browser, id) => browser.put(`/api/cups/${id}/check-in`),
  'cups.createTeam': (browser, id) => browser.post(`/api/cups/${id}/teams`, { name: 'Red Foxes' }),
  'cups.joinTeam': (browser, id) => browser.post(`/api/cups/${id}/teams/join`, { code: 'ABCDEFGH' }),
}
const entriesOfNobody: Readonly<Record<string, string>> = {
  'events.unregister': 'leaves',
  'cups.checkOut': 'leaves',
  'cups.leave': 'leaves',
  'cups.removePlayer': 'a captain takes somebody out',
  'cups.disbandTeam': 'a captain takes everybody out',
  'cups.ready': 'takes part already',
  'cups.dispute': 'takes part already',
}

/** A cup that a template made for a date about three days ahead. */
async function madeCup(fields: object = {}): Promise<About> {
  await sql`DELETE FROM cup_templates`.execute(site.database.sql)
  const start = new Date(Date.now() + 72 * 3_600_000)
  const response = await staff.post('/api/admin/cup-templates', {
    ...bracket,
    title: 'Weekly Cup {n}',
    timeZone: 'UTC',
    weekday: weekdays[(start.getUTCDay() + 6) % 7]!,
    time: start.toISOString().slice(11, 16),
    ...fields,
  })
  expect(response.status, response.text).toBe(201)
  const { id: templateId, dates } = response.json
  return { templateId, id: dates.find(({ eventId }: { eventId: number | null }) => eventId !== null).eventId }
}

async function openCheckIn(id: number): Promise<void> {
  const { rows } = await sql<{ minutes: number }>`
    SELECT (extract(epoch FROM start_date - now()) / 60)::int AS minutes FROM events WHERE id = ${id}
  `.execute(site.database.sql)
  await passTime(site, id, rows[0]!.minutes - 20)
}

/** How a member is tied to a cup. Returns who acts. */
const ties: Readonly<
  Record<string, { readonly fields?: object; make(about: About, player: Player): Promise<TestBrowser> }>
> = {
  registered: {
    async make({ id }, player) {
      await player.post(`/api/events/${id}/register`)
      return player
    },
  },
  'checked in': {
    async make({ id }, player) {
      await openCheckIn(id)
      expect((await player.put(`/api/cups/${id}/check-in`)).status).toBe(200)
      return player
    },
  },
  'on a team': {
    fields: { size: 2 },
    async make({ id }, player) {
      const captain = await linkedMember(site, server)
      const { team } = (await captain.post(`/api/cups/${id}/teams`, { name: `Foxes ${id}` })).json
      expect((await player.post(`/api/cups/${id}/teams/join`, { code: team.code })).status).toBe(201)
      return player
    },
  },
  waiting: {
    fields: { seats: 4 },
    async make({ id }, player) {
      const others = [1, 2, 3, 4].map(() => linkedMember(site, server))
      for (const other of others) await (await other).post(`/api/events/${id}/register`)
      await openCheckIn(id)
      for (const other of [...others, player]) await (await other).put(`/api/cups/${id}/check-in`)
      await work(site)
      expect((await player.get(`/api/cups/${id}/mine`)).json.waiting).toBe(1)
      return player
    },
  },
  'once owner of a player who is registered': {
    async make({ id }, player) {
      const heir = await site.member()
      await sql`UPDATE game_identities SET user_id = ${heir.user.id} WHERE value = ${player.xuid}`.execute(
        site.database.sql,
      )
      expect((await heir.post(`/api/events/${id}/register`)).status).toBe(200)
      return player
    },
  },
  'of a cup that they left while it ran': {
    async make({ id }, player) {
      const others = await Promise.all([1, 2, 3].map(() => linkedMember(site, server)))
      await openCheckIn(id)
      for (const other of [...others, player]) await other.put(`/api/cups/${id}/check-in`)
      // Templates start at whole minutes.
      await passTime(site, id, 21)
      await work(site)
      expect((await player.post(`/api/cups/${id}/leave`)).status).toBe(200)
      return player
    },
  },
}

/** All that is stored about an event and its cup. */
async function stored({ id }: About) {
  const { rows } = await sql`
    SELECT (SELECT json_agg(events) FROM events WHERE id = ${id}) AS event,
      (SELECT json_agg(cups) FROM cups WHERE event_id = ${id}) AS cup,
      (SELECT count(*) FROM cup_facts WHERE event_id = ${id}) AS facts,
      (SELECT count(*) FROM event_registrations WHERE event_id = ${id}) AS registered,
      (SELECT count(*) FROM audit_log WHERE subject_type IN ('event', 'cup') AND subject_id = ${id}) AS audited
  `.execute(site.database.sql)
  return rows[0]
}

test('[powers.35] Every change of events, cups and templates by staff is known here, and every way to enter', () => {
  expect(Object.keys({ ...acts, ...actsOfNobody }).sort()).toEqual(namesOf(['staff', 'admin']).sort())
  expect(Object.keys({ ...entries, ...entriesOfNobody }).sort()).toEqual(namesOf(['member']).sort())
})

test.each(Object.entries(ties))(
  '[powers.36] Who is %s does nothing as staff in the cup: 403, and nothing is stored',
  async (name, { fields, make }) => {
    const about = await madeCup(fields)
    const player = await linkedMember(site, server)
    const browser = await make(about, player)
    await setRank(player, 'Owner')
    const before = await stored(about)
    for (const [call, act] of Object.entries(acts)) {
      const { status, json } = await act(browser, about)
      // From the check-in on templates leave their cups alone.
      const isApart =
        call === 'cupTemplates.update' &&
        !['registered', 'on a team'].includes(name) &&
        !name.startsWith('once')
      expect([call, status], JSON.stringify(json)).toEqual([call, isApart ? 200 : 403])
      if (!isApart) expect(json.message).toBe(sayInEnglish(interestRefusals.staff))
      expect(await stored(about), call).toEqual(before)
    }
  },
)

test.each(Object.keys(acts).filter((call) => call !== 'events.remove'))(
  '[powers.37] Who did %s does not enter the cup afterwards, by no account and no game server: 403, and nothing is stored',
  async (call) => {
    const about = await madeCup(call === 'cups.renameTeam' ? { size: 2 } : {})
    const { id } = about
    const player = await linkedMember(site, server)
    await setRank(player, 'Moderator')
    if (call === 'cups.renameTeam') {
      const captain = await linkedMember(site, server)
      const { team } = (await captain.post(`/api/cups/${id}/teams`, { name: `Foxes ${id}` })).json
      const path = `/api/admin/cups/${id}/teams/${team.entrant}`
      expect((await player.patch(path, { name: `Hares ${id}` })).status).toBe(200)
    } else if (call === 'cups.reorder') {
      const other = await linkedMember(site, server)
      await openCheckIn(id)
      await other.put(`/api/cups/${id}/check-in`)
      const seeds = [other.user.id]
      expect((await player.put(`/api/admin/cups/${id}/seeds`, { seeds })).status).toBe(200)
    } else {
      const response = await acts[call]!(player, about)
      expect([200, 204], response.text).toContain(response.status)
    }
    await setRank(player, 'Member')
    const heir = await site.member()
    const before = await stored(about)
    for (const browser of [player, heir]) {
      if (browser === heir)
        await sql`UPDATE game_identities SET user_id = ${heir.user.id} WHERE value = ${player.xuid}`.execute(
          site.database.sql,
        )
      for (const [entry, enter] of Object.entries(entries)) {
        const { status, json } = await enter(browser, id)
        expect([entry, status, json.message]).toEqual([entry, 403, sayInEnglish(interestRefusals.entry)])
      }
    }
    expect(await stored(about)).toEqual(before)
  },
)

test('[powers.38] To make an event a cup bars nobody from it: they register, and rule nothing', async () => {
  const moderator = await memberWithRank(site, 'Moderator')
  const { id } = (
    await moderator.post('/api/events', {
      title: 'Own Cup',
      description: 'Mine.',
      startDate: new Date(Date.now() + 3_600_000).toISOString(),
    })
  ).json
  expect((await moderator.put(cupPathOf(id), bracket)).status).toBe(200)
  expect((await moderator.post(`/api/events/${id}/register`)).status).toBe(200)
  const shown = (await moderator.get('/api/admin/events')).json.find((one: { id: number }) => one.id === id)
  expect(shown.interest).toEqual({ takesPart: true, hasActed: false })
  expect((await moderator.get(`/api/cups/${id}/mine`)).json.interest).toEqual(shown.interest)
  expect((await acts['cups.rule']!(moderator, { id, templateId: 0 })).status).toBe(403)
})

/** A cup of four whose semi-finals are called. */
async function begun(ranks: readonly string[] = []) {
  const id = await createCup(site, staff)
  const players: Player[] = []
  for (let index = 0; index < 4; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 24 * 60 - 20)
  for (const player of players) await player.put(`/api/cups/${id}/check-in`)
  await passTime(site, id, 20)
  await work(site)
  const { nodes } = (await site.browser().get(`/api/cups/${id}`)).json.rounds[0]
  const of = (entrant: number) => players.find(({ user }) => user.id === entrant)!
  for (const [index, rank] of ranks.entries()) await setRank(of(nodes[0].sides[index]), rank)
  return { id, first: nodes[0].sides as [number, number], second: nodes[1].sides as [number, number], of }
}
const rulingsOf = (id: number) => `/api/admin/cups/${id}/rulings`

test('[powers.39] A Moderator who plays does not rule the other semi-final out, and walks over to no title', async () => {
  const { id, first, second, of } = await begun(['Moderator'])
  const body = { kind: 'both_out', node: 'w1.2', reason }
  const { status, json } = await of(first[0]).post(rulingsOf(id), body)
  expect([status, json.message]).toEqual([403, sayInEnglish(interestRefusals.staff)])
  expect((await factsOf(site, id)).filter(({ kind }) => kind === 'ruled')).toEqual([])
  const { rounds } = (await site.browser().get(`/api/cups/${id}`)).json
  expect(rounds[0].nodes[1]).toMatchObject({ sides: second })
  expect(rounds[0].nodes[1].result).toBeUndefined()
})

test('[powers.40] Who checks out is registered still and reorders no seeds; who unregisters does, and is not let in again', async () => {
  const id = await createCup(site, staff)
  const player = await linkedMember(site, server)
  const others = await Promise.all([1, 2, 3, 4].map(() => linkedMember(site, server)))
  for (const one of [...others, player]) await one.post(`/api/events/${id}/register`)
  await passTime(site, id, 24 * 60 - 20)
  for (const one of [...others, player]) await one.put(`/api/cups/${id}/check-in`)
  await setRank(player, 'Moderator')
  await player.delete(`/api/cups/${id}/check-in`)
  const path = `/api/admin/cups/${id}/seeds`
  const { seeds, refusal } = (await player.get(path)).json
  expect(refusal).toBe(sayInEnglish(interestRefusals.staff))
  const wanted = { seeds: seeds.toReversed() }
  expect((await player.put(path, wanted)).status).toBe(403)
  expect((await player.delete(`/api/events/${id}/register`)).status).toBe(200)
  await work(site)
  expect((await player.put(path, wanted)).status).toBe(200)
  expect((await player.put(`/api/cups/${id}/check-in`)).json.message).toBe(
    sayInEnglish(interestRefusals.entry),
  )
  expect((await site.browser().get(`/api/cups/${id}`)).json.entrants).toHaveLength(4)
})

test('[powers.41] Who acted in an arena and is registered by another account is not checked in once they link the player', async () => {
  const dates = { start: '1 hour', end: '2 hours' }
  const id = await createCup(site, staff, { format: 'arena', seats: 100, minimum: 2 }, dates)
  const [player, second] = [await linkedMember(site, server), await site.member()]
  await second.post(`/api/events/${id}/register`)
  await setRank(player, 'Moderator')
  expect((await player.patch(`/api/events/${id}`, { rewards: ['A crown'] })).status).toBe(200)
  await sql`UPDATE game_identities SET user_id = ${second.user.id} WHERE value = ${player.xuid}`.execute(
    site.database.sql,
  )
  await passTime(site, id, 61)
  await work(site)
  expect((await factsOf(site, id)).filter(({ kind }) => kind === 'checked_in')).toEqual([])
})

test('[powers.42] Who acted is not checked in by a game server either, and reads why in game', async () => {
  const id = await createCup(site, staff)
  const player = await linkedMember(site, server)
  await player.post(`/api/events/${id}/register`)
  // As a release before this one let them.
  await sql`
    INSERT INTO audit_log (actor_id, actor_name, action, subject_type, subject_id)
    VALUES (${player.user.id}, 'x', 'cup.update', 'cup', ${id})
  `.execute(site.database.sql)
  await passTime(site, id, 24 * 60 - 20)
  await sql`
    UPDATE users SET linked_at = now(), gamertag = username WHERE id = ${player.user.id}
  `.execute(site.database.sql)
  const { xuid } = player
  const { json } = await server.send(event('cup.player', { xuid, action: 'check_in' }))
  expect(json.results[0]).toMatchObject({ status: 'rejected', reason: sayInEnglish(interestRefusals.entry) })
})

test('[powers.43] Of entering and acting at the same moment the second waits and is refused', async () => {
  const [id, other] = [await createEvent(site), await createEvent(site)]
  const moderator = await memberWithRank(site, 'Moderator')
  const actor = { id: moderator.user.id, rank: 'Moderator' } as const
  const entry = await whileOpen(
    site.database,
    async (transaction) => {
      await requireMayAct(transaction, actor.id, id)
      const subject = { type: 'event', id } as const
      await recordAudit(transaction, { actor, action: 'event.update', subject, before: null, after: null })
    },
    () => entries['events.register']!(moderator, id),
  )
  expect([entry.waited, entry.result.status]).toEqual([true, 403])
  const act = await whileOpen(
    site.database,
    (transaction) => register(transaction, other, actor.id),
    () => acts['events.update']!(moderator, { id: other, templateId: 0 }),
  )
  expect([act.waited, act.result.status]).toEqual([true, 403])
  expect([await registrationsOf(site, id), await registrationsOf(site, other)]).toMatchObject([
    [],
    [{ user_id: actor.id }],
  ])
})

test('[powers.44] Staff rule about no player whose rank is not below theirs, but to pause and resume', async () => {
  const moderator = await memberWithRank(site, 'Moderator')
  const { id, first, second } = await begun(['Moderator'])
  const before = await factsOf(site, id)
  for (const body of [
    { kind: 'award', node: 'w1.1', entrant: first[1] },
    { kind: 'drop', entrant: first[0] },
    { kind: 'drop', entrant: first[1] },
    { kind: 'cancel' },
  ]) {
    const { status, json } = await moderator.post(rulingsOf(id), { ...body, reason })
    expect([body.kind, status, json.message]).toEqual([
      body.kind,
      403,
      'You can only rule about players below your own rank, and the rank of one of them is Moderator',
    ])
  }
  expect(await factsOf(site, id)).toEqual(before)
  // A pause changes no result, and the other match is about others.
  expect((await moderator.post(rulingsOf(id), { kind: 'pause', reason })).status).toBe(200)
  expect((await moderator.post(rulingsOf(id), { kind: 'resume', reason })).status).toBe(200)
  const other = { kind: 'award', node: 'w1.2', entrant: second[0], reason }
  expect((await moderator.post(rulingsOf(id), other)).status).toBe(200)
  const admin = await memberWithRank(site, 'Admin')
  expect((await admin.post(rulingsOf(id), { kind: 'drop', entrant: first[0], reason })).status).toBe(200)
})

test('[powers.44] and rename no team of theirs, and reorder no seeds of theirs', async () => {
  const moderator = await memberWithRank(site, 'Moderator')
  const [id, teamCup] = [await createCup(site, staff), await createCup(site, staff, { size: 2 })]
  const above = await linkedMember(site, server)
  await above.post(`/api/events/${id}/register`)
  await openCheckIn(id)
  await above.put(`/api/cups/${id}/check-in`)
  const { team } = (await above.post(`/api/cups/${teamCup}/teams`, { name: `Foxes ${id}` })).json
  await setRank(above, 'Moderator')
  const reordered = await moderator.put(`/api/admin/cups/${id}/seeds`, { seeds: [above.user.id] })
  expect([reordered.status, reordered.json.message]).toEqual([
    403,
    'You can only reorder players below your own rank',
  ])
  const path = `/api/admin/cups/${teamCup}/teams/${team.entrant}`
  expect((await moderator.patch(path, { name: `Hares ${id}` })).status).toBe(403)
  const { teams } = (await site.browser().get(`/api/cups/${teamCup}`)).json
  expect(teams).toMatchObject([{ name: `Foxes ${id}` }])
})

test('[powers.45] Public log and audit log say what a ruling changed, before and after, and so of the seeds', async () => {
  const moderator = await memberWithRank(site, 'Moderator')
  const { id, first } = await begun()
  const award = (entrant: number) =>
    moderator.post(rulingsOf(id), { kind: 'award', node: 'w1.1', entrant, reason })
  expect((await award(first[0])).status).toBe(200)
  expect((await award(first[1])).status).toBe(200)
  const { log } = (await site.browser().get(`/api/cups/${id}`)).json
  expect(log).toMatchObject([
    { kind: 'award', entrant: first[1], winnerBefore: first[0] },
    { kind: 'award', entrant: first[0] },
  ])
  expect(log[1].winnerBefore).toBeUndefined()
  const audited = (await auditEntriesOf(site, 'cup')).filter(
    ({ subject_id, action }) => subject_id === id && action === 'cup.rule',
  )
  expect(audited.map(({ before, after }) => [before, after])).toEqual([
    [null, { cupRuling: 'award', reason, cupMatch: 'w1.1', entrant: first[0], winner: first[0] }],
    [
      { winner: first[0] },
      { cupRuling: 'award', reason, cupMatch: 'w1.1', entrant: first[1], winner: first[1] },
    ],
  ])
})

/** A match of the other semi-final that has counted. */
async function decidedBeside() {
  const cup = await begun(['Moderator'])
  const { second, of } = cup
  const match = played(of(second[0]), of(second[1]))
  await server.report(match)
  await work(site)
  const { rounds } = (await site.browser().get(`/api/cups/${cup.id}`)).json
  expect(rounds[0].nodes[1].result).toMatchObject({ winner: second[0] })
  return { ...cup, player: of(cup.first[0]), matchIds: [match.data.matchId] }
}

const actsOn = async (id: number) =>
  (await auditEntriesOf(site, 'cup'))
    .filter(({ subject_id }) => subject_id === id)
    .map(({ action }) => action)
const rowsOf = async (table: 'rulings' | 'punishments' | 'restrictions') =>
  (await sql`SELECT FROM ${sql.table(table)}`.execute(site.database.sql)).rows.length

test('[powers.115] Who plays in a cup excludes and restores none of its matches: 403, and nothing is stored', async () => {
  const { player, matchIds, id, second } = await decidedBeside()
  const before = await rowsOf('rulings')
  const exclude = { action: 'exclude', matchIds, reason }
  const refused = await player.post('/api/admin/rulings', exclude)
  expect([refused.status, refused.json.message]).toEqual([403, sayInEnglish(interestRefusals.staff)])
  expect(await rowsOf('rulings')).toBe(before)
  const moderator = await memberWithRank(site, 'Moderator')
  const ruled = await moderator.post('/api/admin/rulings', exclude)
  expect(ruled.status, ruled.text).toBe(201)
  await work(site)
  const { rounds } = (await site.browser().get(`/api/cups/${id}`)).json
  expect(rounds[0].nodes[1].result?.winner).not.toBe(second[0])
  // The cup counts it no more, and still it is a match of the cup.
  const restore = { action: 'restore', matchIds, reason }
  expect((await player.post('/api/admin/rulings', restore)).json.message).toBe(
    sayInEnglish(interestRefusals.staff),
  )
  expect(await rowsOf('rulings')).toBe(before + 1)
  expect(await actsOn(id)).toContain('cup.matches')
})

test('[powers.115] but a match of the same two in another mode, or from before the cup, is none of it', async () => {
  const { player, second, of, id } = await decidedBeside()
  const { rows } = await sql<{
    start: Date
  }>`SELECT start_date AS start FROM events WHERE id = ${id}`.execute(site.database.sql)
  const early = new Date(rows[0]!.start.getTime() - 60_000).toISOString()
  for (const said of [{ gameType: 'boxing' }, { startedAt: early, endedAt: early }]) {
    const match = played(of(second[0]), of(second[1]), said)
    await server.report(match)
    const ruling = { action: 'exclude', matchIds: [match.data.matchId], reason }
    expect((await player.post('/api/admin/rulings', ruling)).status).toBe(201)
  }
})

test('[powers.125] Who plays in a running cup neither merges its mode nor undoes a merge: 403, and nothing is stored', async () => {
  const { id, first, of } = await begun(['Admin'])
  const other = await memberWithRank(site, 'Admin')
  const merge = (browser: TestBrowser) => browser.post('/api/admin/modes/bridge/merge', { into: 'sumo' })
  const undo = (browser: TestBrowser) => browser.post('/api/admin/modes/bridge/merge/undo')
  const mergedInto = async () =>
    (await sql`SELECT merged_into FROM modes WHERE key = 'bridge'`.execute(site.database.sql)).rows
  for (const [change, stored] of [
    [merge, 'sumo'],
    [undo, null],
  ] as const) {
    const before = await mergedInto()
    const refused = await change(of(first[0]))
    expect([refused.status, refused.json.message]).toEqual([403, sayInEnglish(interestRefusals.staff)])
    expect(await mergedInto()).toEqual(before)
    const changed = await change(other)
    expect(changed.status, changed.text).toBe(200)
    expect(await mergedInto()).toEqual([{ merged_into: stored }])
  }
  expect((await actsOn(id)).filter((action) => action === 'cup.matches')).toHaveLength(2)
})

const bars: Readonly<
  Record<string, (browser: TestBrowser, userId: number) => ReturnType<TestBrowser['put']>>
> = {
  ban: (browser, userId) =>
    browser.post('/api/admin/punishments', { userId, kind: 'ban', reason, until: null }),
  restriction: (browser, userId) =>
    browser.post(`/api/admin/members/${userId}/restriction`, { reason, days: null }),
  deletion: (browser, userId) => browser.delete(`/api/admin/members/${userId}`),
}

test.each(Object.entries(bars))(
  '[powers.116] Who plays in a cup takes nobody out of it by a %s: 403, and nothing is stored; others do',
  async (name, bar) => {
    const { id, first, second, of } = await begun(['Owner'])
    const [player, rival] = [of(first[0]), of(second[0])]
    const stored = async () => [await rowsOf('punishments'), await rowsOf('restrictions'), await actsOn(id)]
    const before = await stored()
    const refused = await bar(player, rival.user.id)
    expect([refused.status, refused.json.message]).toEqual([403, sayInEnglish(interestRefusals.staff)])
    expect(await stored()).toEqual(before)
    // Whoever is no entrant is banned as ever, and a mute takes nobody out.
    expect((await bar(player, (await linkedMember(site, server)).user.id)).status).toBeLessThan(300)
    const mute = { userId: rival.user.id, kind: 'mute', reason, until: null }
    expect((await player.post('/api/admin/punishments', mute)).status).toBeLessThan(300)
    const other = await memberWithRank(site, 'Owner')
    expect((await bar(other, rival.user.id)).status, name).toBeLessThan(300)
    expect(await actsOn(id)).toContain('cup.player')
  },
)

test('[powers.116] nor before the cup has begun, once the check-in is open; and not once it is over', async () => {
  const id = await createCup(site, staff)
  const [player, rival] = [await linkedMember(site, server), await linkedMember(site, server)]
  for (const one of [player, rival]) await one.post(`/api/events/${id}/register`)
  await setRank(player, 'Moderator')
  const lift = () => player.delete(`/api/admin/members/${rival.user.id}/restriction`)
  expect((await bars.restriction!(player, rival.user.id)).status).toBe(201)
  expect((await lift()).status).toBe(204)
  await passTime(site, id, 24 * 60 - 20)
  expect((await bars.restriction!(player, rival.user.id)).status).toBe(403)
  // Taking one’s own lift back would be a way around.
  const undone = await player.post(`/api/admin/members/${rival.user.id}/restriction/undo`)
  expect([undone.status, undone.json.message]).toEqual([403, sayInEnglish(interestRefusals.staff)])
  const moderator = await memberWithRank(site, 'Moderator')
  expect((await moderator.post(rulingsOf(id), { kind: 'cancel', reason })).status).toBe(200)
  await work(site)
  expect((await bars.restriction!(player, rival.user.id)).status).toBe(201)
})

test('[powers.122] nor lets somebody in whose ban or restriction stands in the way, nor by their appeal', async () => {
  const id = await createCup(site, staff)
  const [player, mate] = [await linkedMember(site, server), await linkedMember(site, server)]
  for (const one of [player, mate]) await one.post(`/api/events/${id}/register`)
  const moderator = await memberWithRank(site, 'Moderator')
  const ban = (await bars.ban!(moderator, mate.user.id)).json.id as string
  expect((await bars.restriction!(moderator, mate.user.id)).status).toBe(201)
  const text = 'It was my brother, who played on my phone that evening, and he will not again.'
  const appeals = await Promise.all(
    [{ punishmentId: ban }, { restriction: true }].map((about) =>
      mate.post('/api/appeals', { ...about, text }),
    ),
  )
  expect(appeals.map(({ status }) => status)).toEqual([201, 201])
  await passTime(site, id, 24 * 60 - 20)
  await setRank(player, 'Moderator')
  const before = await actsOn(id)
  for (const refused of [
    await player.post(`/api/admin/punishments/${ban}/lift`, { reason }),
    await player.delete(`/api/admin/members/${mate.user.id}/restriction`),
    await player.post(`/api/admin/appeals/${appeals[0]!.json.id}/decisions`, {
      outcome: 'lifted',
      note: reason,
    }),
  ])
    expect([refused.status, refused.json.message]).toEqual([403, sayInEnglish(interestRefusals.staff)])
  expect(await actsOn(id)).toEqual(before)
  const upheld = { outcome: 'upheld', note: reason }
  const path = `/api/admin/appeals/${appeals[1]!.json.id}/decisions`
  const decided = await player.post(path, upheld)
  expect(decided.status, decided.text).toBe(200)
  const other = await memberWithRank(site, 'Admin')
  expect((await other.post(`/api/admin/punishments/${ban}/lift`, { reason })).status).toBe(200)
  expect(await actsOn(id)).toContain('cup.player')
})

test('[powers.117] Who ruled on a match of an arena, or banned somebody of it, does not enter it afterwards', async () => {
  const dates = { start: '1 hour', end: '2 hours' }
  const id = await createCup(site, staff, { format: 'arena', seats: 100, minimum: 2 }, dates)
  const [one, other] = [await linkedMember(site, server), await linkedMember(site, server)]
  for (const player of [one, other]) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 61)
  await work(site)
  const match = played(one, other, { ranked: true }, 30)
  await server.report(match)
  await work(site)
  const [ruler, banner] = [await linkedMember(site, server), await linkedMember(site, server)]
  for (const player of [ruler, banner]) await setRank(player, 'Moderator')
  const ruling = { action: 'exclude', matchIds: [match.data.matchId], reason }
  expect((await ruler.post('/api/admin/rulings', ruling)).status).toBe(201)
  expect((await bars.ban!(banner, other.user.id)).status).toBe(201)
  for (const player of [ruler, banner])
    expect((await player.put(`/api/cups/${id}/check-in`)).json.message).toBe(
      sayInEnglish(interestRefusals.entry),
    )
})

test('[powers.118] Nor does who gave a rank to somebody who acted in it, before or since; a week later they do', async () => {
  const [before, since, late] = await Promise.all([1, 2, 3].map(() => linkedMember(site, server)))
  const id = await createCup(site, staff)
  const hand = await site.member()
  const give = (by: Player | undefined, at: string) =>
    sql`INSERT INTO hands (by_id, member_id, kind, at)
      VALUES (${by!.user.id}, ${hand.user.id}, 'rank', now() + ${at}::interval)`.execute(site.database.sql)
  await give(before, '-6 days')
  await give(late, '-8 days')
  await sql`UPDATE users SET rank = 'Moderator' WHERE id = ${hand.user.id}`.execute(site.database.sql)
  expect((await hand.patch(`/api/events/${id}`, { rewards: ['A crown'] })).status).toBe(200)
  await give(since, '1 minute')
  const enter = async (player: Player | undefined) =>
    (await player!.post(`/api/events/${id}/register`)).json.message ?? 'registered'
  expect([await enter(before), await enter(since), await enter(late)]).toEqual([
    sayInEnglish(interestRefusals.entry),
    sayInEnglish(interestRefusals.entry),
    'registered',
  ])
})
