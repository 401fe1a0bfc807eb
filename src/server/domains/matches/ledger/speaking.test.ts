import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventTypes } from '../../../domains.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { loadRanks } from '../../accounts/ranks/rank-store.ts'
import { memberWithRank } from '../../events/testing/event-setup.ts'
import { linkedMember, minutesAgo, type Person, somebody } from '../../moderation/testing/people.ts'
import { sweepSightings } from './queries/speaking.ts'

let site: TestApp
let own: TestGameServer
let other: TestGameServer
let bystander: string
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  own = await gameServer(site, 'Practice EU')
  other = await gameServer(site, 'Practice US')
  bystander = somebody()
  await own.report(event('player', { xuid: bystander, gamertag: 'Bystander' }))
})
afterAll(() => site.close())

const tag = (xuid: string) => ({ xuid, gamertag: `Tag ${xuid}` })
const code = () =>
  randomUUID()
    .replaceAll(/[^2-9]/g, '')
    .slice(0, 8)
    .padEnd(8, '7')

/** By event type: what it says about a person, once for each place that it names one. */
const said: Readonly<Record<string, readonly ((xuid: string) => object)[]>> = {
  heartbeat: [(xuid) => ({ playerCount: 1, players: [{ xuid: bystander }, { xuid }] })],
  match: [(xuid) => match([player(xuid), player(bystander, { result: 'loss' })])],
  'match.void': [() => ({ matchId: randomUUID(), reason: 'A test' })],
  player: [(xuid) => ({ ...tag(xuid), hidden: true })],
  'link.request': [tag],
  'link.code': [(xuid) => ({ ...tag(xuid), code: code() })],
  'link.remove': [(xuid) => ({ xuid })],
  punishment: [(xuid) => ({ ...tag(xuid), id: randomUUID(), kind: 'ban', reason: 'Flies' })],
  'punishment.lift': [() => ({ id: randomUUID(), reason: 'Over' })],
  report: [
    (xuid) => ({ reporter: tag(xuid), subject: tag(bystander), class: 'cheating', reason: 'Flies' }),
    (xuid) => ({ reporter: tag(bystander), subject: tag(xuid), class: 'cheating', reason: 'Flies' }),
    (xuid) => ({
      reporter: tag(bystander),
      subject: { xuid: spare() },
      class: 'abuse',
      reason: 'Flies',
      chat: [{ ...tag(xuid), text: 'gg', at: new Date().toISOString() }],
    }),
  ],
  'cup.begun': [() => ({ cupMatchId: '1-w1.1-1' })],
  'cup.player': [(xuid) => ({ xuid, action: 'check_in' })],
}
const spare = () => spareXuid
let spareXuid = ''

/** Types that the rule is asked about, and what becomes of them where the key does not speak for the person. */
const claims: Readonly<Record<string, 'rejected' | 'introduces' | 'drops'>> = {
  player: 'drops',
  'link.request': 'introduces',
  'link.code': 'introduces',
  punishment: 'rejected',
  report: 'rejected',
  'cup.player': 'rejected',
}

/** Each type once; what makes somebody seen here, or not linked any more, comes last. */
const order = [
  ...['punishment', 'report', 'cup.player', 'link.request', 'link.code', 'player'],
  ...['cup.begun', 'punishment.lift', 'match.void', 'match', 'heartbeat', 'link.remove'],
]

/** Places where staff are refused wherever they are, by type and its number in `said`. */
const refusesStaff = ['punishment 0', 'report 0']

/** People as the key of `own` finds them. */
const people: Readonly<Record<string, { readonly isHeard: boolean; make(): Promise<string> }>> = {
  'online here': {
    isHeard: true,
    async make() {
      const xuid = somebody()
      await other.report(event('player', tag(xuid)))
      await own.lists(xuid)
      return xuid
    },
  },
  'seen in a match here': {
    isHeard: true,
    async make() {
      const xuid = somebody()
      await own.report(
        event('match', match([player(xuid)], { endedAt: minutesAgo(30), startedAt: minutesAgo(40) })),
      )
      return xuid
    },
  },
  'left here a moment ago': {
    isHeard: true,
    async make() {
      const xuid = somebody()
      await own.report(event('player', tag(xuid)), listing(xuid))
      await own.lists(bystander)
      return xuid
    },
  },
  'left here an hour ago': {
    isHeard: false,
    async make() {
      const xuid = somebody()
      await own.report(event('player', tag(xuid)), listing(xuid))
      await own.lists(bystander)
      await leftAt(xuid, 60)
      return xuid
    },
  },
  'online on another server': {
    isHeard: false,
    async make() {
      const xuid = somebody()
      await other.report(event('player', tag(xuid)), listing(xuid))
      return xuid
    },
  },
  'linked by this key, nowhere online': {
    isHeard: true,
    async make() {
      const { xuid } = await linkedMember(site, own, 'Member')
      await forgetSightings(xuid)
      return xuid
    },
  },
  'linked by another key': {
    isHeard: false,
    make: async () => (await linkedMember(site, other, 'Member')).xuid,
  },
  'a member of staff online here': {
    isHeard: true,
    async make() {
      const { xuid } = await linkedMember(site, other, 'Owner')
      await own.lists(xuid)
      return xuid
    },
  },
  'a member of staff linked by another key': {
    isHeard: false,
    make: async () => (await linkedMember(site, other, 'Helper')).xuid,
  },
}

const listing = (...xuids: string[]) =>
  event('heartbeat', { playerCount: xuids.length, players: xuids.map((xuid) => ({ xuid })) })

const leftAt = (xuid: string, minutes: number) =>
  sql`UPDATE server_players SET left_at = now() - make_interval(mins => ${minutes}), seen_at = now() - interval '2 hours'
    FROM game_identities WHERE id = identity_id AND value = ${xuid}`.execute(site.database.sql)

const forgetSightings = (xuid: string) =>
  sql`DELETE FROM server_players USING game_identities WHERE id = identity_id AND value = ${xuid}`.execute(
    site.database.sql,
  )

/** All that events about people store. */
async function stored() {
  const { rows } = await sql`
    SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM game_identities) AS identities,
      (SELECT count(*) FROM game_identities WHERE hidden) AS hidden, (SELECT count(*) FROM punishments) AS punishments,
      (SELECT count(*) FROM moderation_reports) AS reports, (SELECT count(*) FROM link_codes) AS codes,
      (SELECT count(*) FROM cup_facts) AS facts, (SELECT count(*) FROM audit_log) AS audited,
      (SELECT count(*) FROM notices) AS notices
  `.execute(site.database.sql)
  return rows[0]
}

const send = async (server: TestGameServer, ...events: unknown[]) =>
  (await server.send(...events)).json.results

const notHere = /is neither on this game server nor linked by it$/

test('[powers.50] what a key says about a person counts only where its server linked them or had them on it: each event type, each place, each person', async () => {
  expect([...order].sort()).toEqual(eventTypes.map(({ name }) => name).sort())
  spareXuid = somebody()
  await own.report(event('player', tag(spareXuid)))
  expect(
    eventTypes
      .filter(({ speaksOf }) => typeof speaksOf !== 'string')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(claims).sort())
  let cells = 0
  for (const [who, { isHeard, make }] of Object.entries(people)) {
    const xuid = await make()
    for (const type of order)
      for (const [place, data] of said[type]!.entries()) {
        const before = await stored()
        const [{ status, reason = '' }] = await send(own, event(type, data(xuid)))
        const isRefusedStaff = who.includes('staff') && refusesStaff.includes(`${type} ${place}`)
        const isUnheard = claims[type] !== undefined && !isHeard && !isRefusedStaff
        cells += 1
        expect([who, type, place, status, reason]).toEqual([
          ...[who, type, place],
          isRefusedStaff || (isUnheard && claims[type] !== 'drops') ? 'rejected' : expect.any(String),
          isRefusedStaff
            ? expect.stringMatching(/staff.* on the website only$/)
            : isUnheard && claims[type] !== 'drops'
              ? expect.stringMatching(notHere)
              : expect.not.stringMatching(notHere),
        ])
        if (isRefusedStaff || isUnheard)
          expect([who, type, place, await stored()]).toEqual([who, type, place, before])
      }
  }
  process.stdout.write(
    `${cells} cells: ${Object.keys(people).length} people, ${eventTypes.length} event types\n`,
  )
})

test('[powers.51] of somebody whom no game server knows a key says who they are, links them or hides them, and nothing else', async () => {
  for (const [type, become] of Object.entries(claims))
    for (const [place, data] of said[type]!.entries()) {
      spareXuid = somebody()
      await own.report(event('player', tag(spareXuid)))
      const before = await stored()
      const [{ status }] = await send(own, event(type, data(somebody())))
      expect([type, place, status]).toEqual([type, place, become === 'rejected' ? 'rejected' : 'accepted'])
      if (become === 'rejected') expect([type, place, await stored()]).toEqual([type, place, before])
    }
})

test('[powers.51] … whom it lists is on it, known to the site or not; one refused event costs no other of the batch', async () => {
  const [listed, absent] = [somebody(), somebody()]
  await own.lists(listed)
  const ban = (xuid: string) => event('punishment', said.punishment![0]!(xuid))
  const results = await send(own, ban(absent), ban(listed), listing(listed))
  expect(results.map(({ status }: { status: string }) => status)).toEqual([
    'rejected',
    'accepted',
    'accepted',
  ])
})

test('[powers.52] after an outage events count by when they happened: with the joins and matches of their batch, after who has left since, and for a day', async () => {
  const ban = (xuid: string, minutes: number) =>
    event('punishment', said.punishment![0]!(xuid), { at: minutesAgo(minutes) })
  const [joined, played, left, old] = [somebody(), somebody(), somebody(), somebody()]
  for (const xuid of [joined, played, left, old]) await other.report(event('player', tag(xuid)))
  const status = async (...events: unknown[]) => (await send(own, ...events)).at(-1).status
  expect(await status(ban(joined, 170), event('player', tag(joined), { at: minutesAgo(180) }))).toBe(
    'accepted',
  )
  expect(
    await status(
      event('match', match([player(played)], { startedAt: minutesAgo(200), endedAt: minutesAgo(180) })),
      ban(played, 60),
    ),
  ).toBe('accepted')
  await own.lists(left)
  await own.lists(bystander)
  await leftAt(left, 40)
  expect(await status(ban(left, 50))).toBe('accepted')
  expect(await status(ban(left, 30))).toBe('accepted')
  expect(await status(ban(left, 20))).toBe('rejected')
  await own.report(event('player', tag(old), { at: minutesAgo(25 * 60) }))
  expect(await status(ban(old, 0))).toBe('rejected')
  expect(await status(ban(old, 2 * 60))).toBe('accepted')
})

test('[powers.53] where somebody was is deleted after a week, and with their account', async () => {
  const [gone, kept] = [somebody(), somebody()]
  await own.report(event('player', tag(gone)), event('player', tag(kept)))
  await leftAt(gone, 8 * 24 * 60)
  await sweepSightings(site.database.sql)
  const rowsOf = async (xuid: string) => {
    const { rows } = await sql`
      SELECT FROM server_players JOIN game_identities ON id = identity_id WHERE value = ${xuid}
    `.execute(site.database.sql)
    return rows.length
  }
  expect([await rowsOf(gone), await rowsOf(kept)]).toEqual([0, 1])
})

const ownerHere = async () => {
  const owner = await linkedMember(site, other, 'Owner')
  await own.report(listing(owner.xuid))
  return owner
}

test('[powers.54] no key punishes staff, by another account of theirs either; what the site gave them is confirmed', async () => {
  const owner = await ownerHere()
  expect(await send(own, event('punishment', said.punishment![0]!(owner.xuid)))).toMatchObject([
    { status: 'rejected', reason: 'staff are punished on the website only' },
  ])
  const helper = await linkedMember(site, own, 'Helper')
  const { json } = await owner.post('/api/admin/punishments', {
    userId: helper.user.id,
    kind: 'mute',
    reason: 'Rude to players',
  })
  const confirmed = { id: json.id, xuid: helper.xuid, kind: 'mute', reason: 'Rude to players' }
  expect((await send(own, event('punishment', confirmed)))[0].status).toBe('accepted')
  expect((await helper.delete('/api/link')).status).toBe(204)
  expect((await send(own, event('punishment', said.punishment![0]!(helper.xuid))))[0].status).toBe('rejected')
})

test('[powers.128] no answer to a key tells that somebody has a staff rank that is not shown: it punishes, reports and unlinks them like a member', async () => {
  await sql`INSERT INTO ranks (key, number, name, colour, power, level, position, is_shown)
    VALUES ('Undercover', 40, 'Undercover', '#66aaff', 'moderator', 5, 5, false)`.execute(site.database.sql)
  await loadRanks(site.database.sql)
  const answers = async (rank: 'Member' | 'Undercover') => {
    const person = await linkedMember(site, own, rank)
    await own.report(listing(person.xuid, bystander))
    const ban = { ...said.punishment![0]!(person.xuid), id: randomUUID() }
    const results = await send(
      own,
      event('punishment', ban),
      event('report', said.report![0]!(person.xuid)),
      event('punishment.lift', { id: ban.id, reason: 'A mistake' }),
      event('link.remove', { xuid: person.xuid }),
    )
    const { rows } = await sql<{ rank: string }>`SELECT rank FROM users WHERE id = ${person.user.id}`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([{ rank }])
    return results.map(({ status, reason }: Record<string, string>) => [status, reason])
  }
  const toldOfMembers = await answers('Member')
  expect(toldOfMembers).toEqual(Array(4).fill(['accepted', undefined]))
  expect(await answers('Undercover')).toEqual(toldOfMembers)
  await sql`UPDATE users SET rank = 'Member' WHERE rank = 'Undercover'`.execute(site.database.sql)
  await sql`DELETE FROM ranks WHERE key = 'Undercover'`.execute(site.database.sql)
  await loadRanks(site.database.sql)
})

test('[powers.55] what a key did to somebody who became staff since, staff of the site take back, and never the member themselves', async () => {
  const member = await linkedMember(site, own, 'Member')
  const ban = { ...said.punishment![0]!(member.xuid), id: randomUUID() }
  await own.report(event('punishment', ban))
  await sql`UPDATE users SET rank = 'Owner' WHERE id = ${member.user.id}`.execute(site.database.sql)
  const lift = (by: Person) => by.post(`/api/admin/punishments/${ban.id}/lift`, { reason: 'A wrong ban' })
  expect((await lift(member)).status).toBe(403)
  expect((await lift(await memberWithRank(site, 'Helper'))).status).toBe(403)
  expect((await lift(await memberWithRank(site, 'Moderator'))).status).toBe(200)
})

test('[powers.56] a key files no report in the name of staff, so that every one of them may decide; one who is accused learns of none', async () => {
  const moderator = await linkedMember(site, own, 'Moderator')
  const report = said.report![0]!(moderator.xuid)
  await own.report(listing(moderator.xuid, bystander))
  expect(await send(own, event('report', report))).toMatchObject([
    { status: 'rejected', reason: 'data.reporter is staff, who report on the website only' },
  ])
  await own.report(listing(bystander), event('player', tag(spareXuid)))
  const subjectId = await accountOf(site, bystander)
  await own.report(event('report', { ...report, reporter: tag(spareXuid) }))
  const decided = await moderator.post('/api/admin/moderation/decisions', {
    ...{ subjectType: 'player', subjectId, decision: 'dismiss', note: 'Seen' },
  })
  expect(decided.status, decided.text).toBe(200)
})

test('[powers.57] the code of an appeal is answered only to the game server that gave the punishment, and for one of the site', async () => {
  const xuid = somebody()
  await own.report(event('player', tag(xuid)))
  await other.report(event('player', tag(xuid)))
  const given = event('punishment', { ...said.punishment![0]!(xuid), id: randomUUID() })
  const [{ appealCode }] = await send(own, given)
  expect(appealCode).toMatch(/^[A-Z2-9]{8}$/)
  expect((await send(own, given))[0]).toMatchObject({ status: 'duplicate', appealCode })
  // A repeated id of an event has a result without its step: the code is asked for by the id of the punishment.
  const beat = event('heartbeat', { playerCount: 0 })
  await other.report(beat)
  for (const sent of [given, { ...given, id: beat.id }, { ...given, id: randomUUID() }]) {
    const [result] = await send(other, sent)
    expect([result.appealCode, result.text ?? '']).toEqual([
      undefined,
      expect.not.stringContaining(appealCode),
    ])
  }
})

test('[powers.57] … and the code of a link only to the game server that asked, for that player', async () => {
  const xuid = somebody()
  const asked = event('link.request', tag(xuid))
  const [first] = await send(own, asked)
  expect((await send(own, asked))[0]).toMatchObject({ status: 'duplicate', code: first.code })
  const thirds = [await send(other, asked), await send(own, { ...asked, data: tag(somebody()) })]
  expect(thirds.map(([{ status, code: answered }]) => [status, answered])).toEqual([
    ['duplicate', undefined],
    ['duplicate', undefined],
  ])
})

test('[powers.58] no other game server lifts a hide; the one where the player is does, and the one that hid', async () => {
  const xuid = somebody()
  const hide = (hidden: boolean) => event('player', { ...tag(xuid), hidden })
  const isHidden = async () => {
    const { rows } = await sql<{
      hidden: boolean
    }>`SELECT hidden FROM game_identities WHERE value = ${xuid}`.execute(site.database.sql)
    return rows[0]!.hidden
  }
  await own.report(event('player', tag(xuid)), listing(xuid), hide(true))
  expect(await isHidden()).toBe(true)
  await other.report(hide(false))
  expect(await isHidden()).toBe(true)
  await own.report(hide(false))
  expect(await isHidden()).toBe(false)
})

test('[powers.59] the member is told on the site of what a key did to them, and the audit log names the game server', async () => {
  const member = await linkedMember(site, own, 'Member')
  const ban = { ...said.punishment![0]!(member.xuid), id: randomUUID() }
  await own.report(event('punishment', ban))
  await own.report(event('punishment.lift', { id: ban.id, reason: 'A mistake' }))
  expect((await member.get('/api/notices')).json).toMatchObject([
    { kind: 'punishment_lifted', text: 'Ban: Flies', reason: 'A mistake' },
    { kind: 'punished', text: 'Ban', reason: 'Flies' },
  ])
  const { rows } = await sql`
    SELECT actor_name, action FROM audit_log WHERE subject_id = ${member.user.id} AND action LIKE 'punishment.%' ORDER BY id
  `.execute(site.database.sql)
  expect(rows).toEqual([
    { actor_name: 'game server Practice EU', action: 'punishment.create' },
    { actor_name: 'game server Practice EU', action: 'punishment.lift' },
  ])
})
