import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CupMove,
  type CupStage,
  cupMoves,
  cupStages,
  moveRefusal,
} from '../../../contract/cups/cup-moves.ts'
import { englishOf } from '../../platform/languages/stored-text.ts'
import { rootDir } from '../../store.ts'
import type { TestGameServer } from '../../testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { createEvent, memberWithRank } from '../events/testing/event-setup.ts'
import {
  bracket,
  createCup,
  cupPathOf,
  cupSite,
  linkedMember,
  type Player,
  passTime,
  work,
} from './testing/cup-setup.ts'

let site: TestApp
let server: TestGameServer
let staff: TestBrowser
beforeAll(async () => {
  ;({ site, server, staff } = await cupSite())
})
afterAll(() => site.close())

const reason = 'The server lagged for both of them'
const register = (browser: TestBrowser, id: number) => browser.post(`/api/events/${id}/register`)
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Who does something: by what ties them to the cup. The involved one is staff, and an entrant. */
const people = ['stranger', 'registered', 'waiting', 'entrant', 'other'] as const

type People = Readonly<Record<(typeof people)[number] | 'involved', Player>>

/** A cup of four seats in a stage: four entrants, one who waits, and one who only registered. */
async function cupIn(stage: CupStage): Promise<{ id: number; who: People }> {
  const isArena = stage === 'arena'
  const id = await createCup(
    site,
    staff,
    { seats: 4, minimum: isArena ? 2 : 4, ...(isArena && { format: 'arena' }) },
    { start: '1 day', end: isArena ? '2 days' : null },
  )
  const [stranger, registered, involved, entrant, other, fourth, waiting] = await Promise.all(
    Array.from({ length: 7 }, () => linkedMember(site, server)),
  )
  const players = [involved!, entrant!, other!, fourth!, waiting!]
  for (const player of [...players, registered!]) await register(player, id)
  if (stage !== 'announced' && stage !== 'cancelled' && !isArena) {
    await passTime(site, id, 24 * 60 - 20)
    for (const player of players) await player.put(`/api/cups/${id}/check-in`)
    if (stage !== 'check_in') await passTime(site, id, stage === 'closed' ? 16 : 20)
  }
  if (isArena) await passTime(site, id, 24 * 60)
  await work(site)
  if (stage === 'final')
    for (const minutes of [6, 11]) {
      await passTime(site, id, minutes)
      await work(site)
    }
  if (stage === 'cancelled' || stage === 'stopped') {
    const owner = await memberWithRank(site, 'Owner')
    const response = await owner.post(`/api/admin/cups/${id}/rulings`, { kind: 'cancel', reason })
    expect(response.status, response.text).toBe(200)
  }
  await sql`UPDATE users SET rank = 'Owner' WHERE id = ${involved!.user.id}`.execute(site.database.sql)
  const who = { stranger, registered, waiting, entrant, other, involved } as People
  return { id, who }
}

/** Each move over HTTP. */
const calls: Readonly<Record<CupMove, (browser: TestBrowser, id: number) => ReturnType<TestBrowser['put']>>> =
  {
    register,
    unregister: (browser, id) => browser.delete(`/api/events/${id}/register`),
    checkIn: (browser, id) => browser.put(`/api/cups/${id}/check-in`),
    checkOut: (browser, id) => browser.delete(`/api/cups/${id}/check-in`),
    leave: (browser, id) => browser.post(`/api/cups/${id}/leave`),
    // A cup in which everybody plays alone has no teams: see the test of teams.
    changeTeam: (browser, id) => browser.delete(`/api/cups/${id}/teams`),
    moveDate: (browser, id) =>
      browser.patch(`/api/events/${id}`, { startDate: inMinutes(3_000), endDate: inMinutes(4_000) }),
    changeRules: (browser, id) => browser.put(cupPathOf(id), { ...bracket, seats: 16 }),
    removeCup: (browser, id) => browser.delete(cupPathOf(id)),
    deleteEvent: (browser, id) => browser.delete(`/api/events/${id}`),
  }

const staffMoves: readonly CupMove[] = ['moveDate', 'changeRules', 'removeCup', 'deleteEvent']
const memberMoves = cupMoves.filter((move) => !staffMoves.includes(move) && move !== 'changeTeam')

/** Moves that find nothing to change answer 200 in every stage that is not over: again is fine. */
function isMoot(move: CupMove, stage: CupStage, who: (typeof people)[number]): boolean {
  const isSeated = who === 'entrant' || who === 'other' || who === 'waiting'
  const isEntrant =
    stage === 'arena' ? who !== 'stranger' : isSeated && stage !== 'announced' && stage !== 'cancelled'
  if (move === 'register') return who !== 'stranger'
  return (move === 'checkIn' && isEntrant) || (move === 'checkOut' && !isEntrant)
}

async function stored(id: number) {
  const { rows } = await sql`
    SELECT (SELECT json_agg(events) FROM events WHERE id = ${id}) AS event,
      (SELECT json_agg(cups) FROM cups WHERE event_id = ${id}) AS cup,
      (SELECT count(*) FROM cup_facts WHERE event_id = ${id}) AS facts,
      (SELECT count(*) FROM event_registrations WHERE event_id = ${id}) AS registered
  `.execute(site.database.sql)
  return rows[0]
}

const formatIn = (stage: CupStage) => (stage === 'arena' ? 'arena' : 'single')
const isRefused = (move: CupMove, stage: CupStage) => moveRefusal(move, stage, formatIn(stage)) !== null

describe.each(cupStages)('[field.02] in the stage %s', (stage) => {
  test('the API refuses what the table of moves refuses, in its words, and stores nothing; everything else it does', async () => {
    const { id, who } = await cupIn(stage)
    const before = await stored(id)
    const member = await site.member()
    for (const move of cupMoves.filter((one) => one !== 'changeTeam')) {
      expect([move, (await calls[move](site.browser(), id)).status]).toEqual([move, 401])
      if (!staffMoves.includes(move)) continue
      expect([move, (await calls[move](member, id)).status]).toEqual([move, 403])
      expect([move, (await calls[move](who.involved, id)).status]).toEqual([move, 403])
    }
    for (const move of [...memberMoves, ...staffMoves].filter((one) => isRefused(one, stage)))
      for (const name of staffMoves.includes(move) ? (['staff'] as const) : people) {
        const browser = name === 'staff' ? staff : who[name]
        const response = await calls[move](browser, id)
        const isFine = name !== 'staff' && isMoot(move, stage, name)
        const said = englishOf(moveRefusal(move, stage, formatIn(stage))!)
        const refused = [409, isFine && stage === 'final' ? 'This event is over' : said]
        const isOver = move === 'register' && stage === 'final'
        expect([move, name, response.status, response.json.error], response.text).toEqual([
          ...[move, name],
          ...(isFine && !isOver ? [200, undefined] : refused),
        ])
      }
    expect(await stored(id)).toEqual(before)

    const doers: Readonly<Partial<Record<CupMove, Player>>> = {
      register: who.stranger,
      unregister: who.stranger,
      checkIn: who.registered,
      checkOut: who.waiting,
      leave: who.entrant,
    }
    for (const move of memberMoves.filter((one) => !isRefused(one, stage))) {
      // A bracket that has started keeps its four entrants.
      const response = await calls[move](doers[move]!, id)
      expect([move, response.status], response.text).toEqual([move, 200])
    }
    for (const move of staffMoves.filter((one) => !isRefused(one, stage))) {
      const about = move === 'deleteEvent' ? (await cupIn(stage)).id : id
      const response = await calls[move](staff, about)
      expect([move, [200, 204].includes(response.status)], response.text).toEqual([move, true])
    }
  })
})

test('[field.03] Who unregisters from a running bracket is out at once, on every page and for the opponent, and does not come back', async () => {
  const { id, who } = await cupIn('running')
  const eventOf = async (browser: TestBrowser) => (await browser.get(`/api/events/${id}`)).json
  expect((await eventOf(who.entrant)).cup).toEqual({ stage: 'running', size: 1, state: 'in' })
  expect((await calls.unregister(who.entrant, id)).status).toBe(200)
  expect((await eventOf(who.entrant)).cup).toEqual({ stage: 'running', size: 1, state: 'out' })
  expect((await who.entrant.get(`/api/cups/${id}/mine`)).json).toMatchObject({
    isOut: true,
    isRegistered: false,
    next: null,
  })
  const node = (await site.browser().get(`/api/cups/${id}`)).json.rounds[0].nodes.find(
    ({ sides }: { sides: number[] }) => sides.includes(who.entrant.user.id),
  )
  expect(node.result.how).toBe('walkover')
  expect((await register(who.entrant, id)).status).toBe(409)
  expect((await eventOf(who.registered)).cup.state).toBe('missed')
  expect((await eventOf(who.waiting)).cup.state).toBe('missed')
  expect((await eventOf(who.stranger)).cup.state).toBeNull()
})

test.each([
  ['in 4 minutes', { startDate: inMinutes(4) }],
  ['an hour ago', { startDate: inMinutes(-60) }],
])(
  '[field.04] A start that leaves no check-in is refused, and the cup goes on: %s',
  async (_what, change) => {
    const id = await createCup(site, staff)
    const before = await stored(id)
    const refused = await staff.patch(`/api/events/${id}`, change)
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ['startDate']])
    await work(site)
    expect(await stored(id)).toEqual(before)
    expect((await site.browser().get(`/api/cups/${id}`)).json.phase).toBe('open')
  },
)

test('[field.04] Neither does a settled date that has passed end a cup, nor a format whose check-in would be over', async () => {
  const id = await createCup(site, staff, {}, { start: '-1 hour', tba: true })
  const refused = await staff.patch(`/api/events/${id}`, { tba: false })
  expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ['startDate']])
  const arena = { format: 'arena', mode: 'sumo', seats: 8, minimum: 2 }
  const soon = await createCup(site, staff, arena, { start: '1 day', end: '2 days' })
  await passTime(site, soon, 24 * 60 - 4)
  const other = await staff.put(cupPathOf(soon), bracket)
  expect([other.status, Object.keys(other.json.fields)]).toEqual([400, ['format']])
  expect((await staff.patch(`/api/events/${soon}`, { startDate: inMinutes(11) })).status).toBe(200)
  await work(site)
  for (const cup of [id, soon]) expect((await site.browser().get(`/api/cups/${cup}`)).json.phase).toBe('open')
})

const noticesOf = async (browser: TestBrowser) =>
  (await browser.get('/api/notifications')).json
    .filter(({ kind }: { kind: string }) => kind === 'cup')
    .map(({ title, link }: { title: string; link: string }) => [title, link])

test('[field.05] Who registered is notified when an event is no longer a cup; made one again it has no team, check-in or entrant of before', async () => {
  const arena = { format: 'arena', mode: 'sumo', seats: 8, minimum: 2, size: 2 }
  const id = await createCup(site, staff, arena, { start: '1 day', end: '2 days' })
  const [captain, mate, alone] = [
    await linkedMember(site, server),
    await linkedMember(site, server),
    await linkedMember(site, server),
  ]
  const { team } = (await captain.post(`/api/cups/${id}/teams`, { name: `Foxes ${id}` })).json
  expect((await mate.post(`/api/cups/${id}/teams/join`, { code: team.code })).status).toBe(201)
  await register(alone, id)
  await work(site)
  expect((await site.browser().get(`/api/cups/${id}`)).json).toMatchObject({
    entrantCount: 1,
    registeredCount: 3,
  })
  expect((await calls.removeCup(staff, id)).status).toBe(200)
  const notice = ['Bridge Cup is no longer a cup', `/events?event=${id}#event-${id}`]
  for (const member of [captain, mate, alone]) expect((await noticesOf(member))[0]).toEqual(notice)
  expect((await captain.get(`/api/events/${id}`)).json.participantCount).toBe(3)
  expect((await staff.put(cupPathOf(id), arena)).status).toBe(200)
  await work(site)
  const again = (await site.browser().get(`/api/cups/${id}`)).json
  expect([again.entrantCount, again.registeredCount, again.teams, again.log]).toEqual([0, 3, [], []])
  expect((await captain.get(`/api/cups/${id}/mine`)).json).toMatchObject({ team: null, isRegistered: true })
})

test('[field.06] Who moves up to a seat is notified, once, and nobody else', async () => {
  const { id, who } = await cupIn('check_in')
  const seat = 'You have a seat in Bridge Cup now'
  const seats = async (player: Player) =>
    (await noticesOf(player)).filter(([title]: [string]) => title === seat)
  expect(await seats(who.waiting)).toEqual([])
  await calls.checkOut(who.entrant, id)
  for (let times = 0; times < 2; times += 1) await work(site)
  expect(await seats(who.waiting)).toEqual([[seat, `/cups/${id}`]])
  for (const player of [who.entrant, who.other, who.registered]) expect(await seats(player)).toEqual([])
})

/** How a team-mate is gone before the start. */
const departures: Readonly<Record<string, (mate: Player, id: number) => Promise<unknown>>> = {
  'leaves the cup': (mate, id) => calls.leave(mate, id),
  unregisters: (mate, id) => calls.unregister(mate, id),
  'deletes their account': (mate) => mate.post('/api/account/delete', { password: 'correct horse' }),
  async 'is banned'(mate, id) {
    await passTime(site, id, 24 * 60 - 20)
    await mate.put(`/api/cups/${id}/check-in`)
    const captain = (await site.browser().get(`/api/cups/${id}`)).json.teams[0].players[0].userId
    expect(captain).not.toBe(mate.user.id)
    await sql`
      INSERT INTO punishments (id, identity_id, kind, reason, at)
      SELECT gen_random_uuid(), id, 'ban', 'Cheats', now() FROM game_identities WHERE value = ${mate.xuid}
    `.execute(site.database.sql)
  },
}

test.each(Object.keys(departures))('[field.07] The captain is notified when a team-mate %s', async (how) => {
  const id = await createCup(site, staff, { size: 2 })
  const [captain, mate] = [await linkedMember(site, server), await linkedMember(site, server)]
  const { team } = (await captain.post(`/api/cups/${id}/teams`, { name: `Foxes ${id}` })).json
  await mate.post(`/api/cups/${id}/teams/join`, { code: team.code })
  await departures[how]!(mate, id)
  if (how === 'is banned') {
    await captain.put(`/api/cups/${id}/check-in`)
    await work(site)
  }
  const left = [`Foxes ${id}: a player left your team`, `/cups/${id}`]
  const told = (await noticesOf(captain)).filter(([title]: [string]) => title === left[0])
  expect(told).toEqual([left])
  expect((await captain.get(`/api/cups/${id}/mine`)).json.team.players).toHaveLength(1)
})

test('[field.07] A captain who leaves is followed by another, who is notified; whom a captain removes is no news to them', async () => {
  const id = await createCup(site, staff, { size: 2 })
  const [captain, mate, third] = [
    await linkedMember(site, server),
    await linkedMember(site, server),
    await linkedMember(site, server),
  ]
  const { team } = (await captain.post(`/api/cups/${id}/teams`, { name: `Foxes ${id}` })).json
  for (const player of [mate, third]) await player.post(`/api/cups/${id}/teams/join`, { code: team.code })
  await captain.delete(`/api/cups/${id}/teams/players/${third.user.id}`)
  const left = async (player: Player) =>
    (await noticesOf(player)).filter(([title]: [string]) => title.endsWith('a player left your team')).length
  expect(await left(captain)).toBe(0)
  await calls.leave(captain, id)
  expect([await left(captain), await left(mate)]).toEqual([0, 1])
})

test('[field.08] Before check-in opens a cup says who registered, by time of registration; later who is not checked in', async () => {
  const { id, who } = await cupIn('announced')
  const cup = (await site.browser().get(`/api/cups/${id}`)).json
  expect([cup.entrantCount, cup.registeredCount, cup.registered.length]).toEqual([0, 6, 6])
  expect(cup.registered.at(-1)).toEqual({
    userId: who.registered.user.id,
    username: who.registered.user.username,
  })
  const open = await cupIn('check_in')
  const names = (await site.browser().get(`/api/cups/${open.id}`)).json.registered
  expect(names.map(({ userId }: { userId: number }) => userId)).toEqual([open.who.registered.user.id])
  const running = (await site.browser().get(`/api/cups/${(await cupIn('running')).id}`)).json
  expect([running.registered, running.registeredCount]).toEqual([undefined, undefined])
})

test('[tonight.19] The list of cups says until when a cup takes check-ins, while it does', async () => {
  for (const stage of ['announced', 'check_in', 'closed', 'running'] as const) {
    const { id } = await cupIn(stage)
    const { json } = await site.browser().get('/api/cups')
    const { checkIn } = (await site.browser().get(`/api/cups/${id}`)).json
    const listed = json.find((cup: { id: number }) => cup.id === id)
    expect(listed.checkInEndsAt).toBe(stage === 'check_in' ? checkIn.closesAt : undefined)
  }
})

test('[field.09] A cancelled cup is cancelled among the events, in the calendar and for staff, and past once it would have started', async () => {
  const { id, who } = await cupIn('cancelled')
  const shown = async () => (await who.registered.get(`/api/events/${id}`)).json
  expect(await shown()).toMatchObject({ status: 'tba', cup: { stage: 'cancelled', state: 'registered' } })
  expect((await site.browser().get(`/api/events/${id}/event.ics`)).text).toContain('\r\nSTATUS:CANCELLED\r\n')
  const records = async () => (await staff.get('/api/admin/events')).json as { id: number }[]
  expect((await records()).find((record) => record.id === id)).toMatchObject({ isCancelled: true })
  const plain = await createEvent(site, { tba: true })
  expect((await records()).find((record) => record.id === plain)).not.toHaveProperty('isCancelled')
  await sql`UPDATE events SET start_date = now() - interval '1 minute' WHERE id = ${id}`.execute(
    site.database.sql,
  )
  expect((await shown()).status).toBe('past')
  await sql`UPDATE events SET start_date = now() - interval '70 days' WHERE id = ${id}`.execute(
    site.database.sql,
  )
  const ids = async (query: string) =>
    (await site.browser().get(`/api/events${query}`)).json.map((event: { id: number }) => event.id)
  expect(await ids('')).not.toContain(id)
  expect(await ids('?older=true')).toContain(id)
})

test('[field.160] Teams change while the table of moves allows it', async () => {
  const make = async (id: number) => {
    const captain = await linkedMember(site, server)
    return captain.post(`/api/cups/${id}/teams`, { name: `Team ${captain.user.id}` })
  }
  const id = await createCup(site, staff, { size: 2, seats: 4 })
  const outcome = async (stage: CupStage) => {
    const { status, json } = await make(id)
    const refusal = moveRefusal('changeTeam', stage)
    expect([stage, status, json.error]).toEqual(
      refusal === null ? [stage, 201, undefined] : [stage, 409, englishOf(refusal)],
    )
  }
  await outcome('announced')
  await passTime(site, id, 24 * 60 - 20)
  await outcome('check_in')
  await passTime(site, id, 16)
  await outcome('closed')
  await work(site)
  await outcome('cancelled')
})

const file = join(rootDir, 'docs/operations.md')
const [begin, end] = ['<!-- moves of a cup: begin -->', '<!-- moves of a cup: end -->']

const stageNames: Readonly<Record<CupStage, string>> = {
  announced: 'announced',
  check_in: 'check-in',
  closed: 'closed',
  running: 'running',
  arena: 'arena runs',
  final: 'final',
  cancelled: 'cancelled',
  stopped: 'stopped',
}

const moveNames: Readonly<Record<CupMove, string>> = {
  register: 'register',
  unregister: 'unregister',
  checkIn: 'check in',
  checkOut: 'undo check-in',
  leave: 'leave in the cup or in game',
  changeTeam: 'make, join, change a team',
  moveDate: 'move the date',
  changeRules: 'change the rules',
  removeCup: 'no cup any more',
  deleteEvent: 'delete the event',
}

function moveTable(): string {
  const sentences: string[] = []
  const mark = (move: CupMove, stage: CupStage) => {
    const refusal = moveRefusal(move, stage)
    if (refusal === null) return '✓'
    const english = englishOf(refusal)
    if (!sentences.includes(english)) sentences.push(english)
    return String(sentences.indexOf(english) + 1)
  }
  const rows = cupMoves.map(
    (move) => `| ${[moveNames[move], ...cupStages.map((stage) => mark(move, stage))].join(' | ')} |`,
  )
  return [
    `| | ${cupStages.map((stage) => stageNames[stage]).join(' | ')} |`,
    `|${'---|'.repeat(cupStages.length + 1)}`,
    ...rows,
    '',
    ...sentences.map((sentence, index) => `${index + 1}. ${sentence}`),
  ].join('\n')
}

// `npx vitest run --project server src/server/domains/cups/life.test.ts --update` rewrites the table.
test('[field.161] docs/operations.md says what may be done with a cup in each stage', async () => {
  const written = readFileSync(file, 'utf8')
  const [before, after] = [written.indexOf(begin), written.indexOf(end)]
  expect([before > 0, after > before]).toEqual([true, true])
  const right = `${written.slice(0, before + begin.length)}\n${moveTable()}\n${written.slice(after)}`
  await expect(right).toMatchFileSnapshot(file)
})
