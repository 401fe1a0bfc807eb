import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passTime, played } from '../../src/server/domains/cups/testing/cup-evening.ts'
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../../src/server/platform/database/embedded-postgres.ts'
import { cli, Person } from './support/people.ts'
import { endSite, migratedDataDir, type Site, startSite } from './support/site.ts'
import { temporaryDir } from './support/temporary-dir.ts'

const seats = 128
/** The key of the lock at which a held step waits. */
const holdKey = 128

let dataDir: string
let store: EmbeddedPostgres
let owner: Client
/** Two processes on one database. */
const sites: Site[] = []
let host: Person
let secret: string
let cupId: number

const startProcess = async (index: number, port?: string) => {
  const database = {
    DATABASE_URL: `${store.appUrl}&application_name=site-${index}`,
    MIGRATION_DATABASE_URL: store.ownerUrl,
  }
  sites[index] = await startSite({ ...database, ...(port && { PORT: port }) }, await temporaryDir())
}

beforeAll(async () => {
  dataDir = await migratedDataDir()
  store = await openEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), as: 'guest' })
  owner = new Client({ connectionString: store.ownerUrl })
  await owner.connect()
  // A step that is held has been written by its transaction, which is not committed and goes no further.
  await owner.query(`
    CREATE TABLE held_steps (step text PRIMARY KEY);
    CREATE FUNCTION hold_step() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        IF EXISTS (SELECT FROM held_steps WHERE step = coalesce(to_jsonb(NEW) ->> 'kind', TG_TABLE_NAME)) THEN
          PERFORM pg_advisory_xact_lock_shared(${holdKey});
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER hold_step AFTER INSERT ON cup_facts FOR EACH ROW EXECUTE FUNCTION hold_step();
    CREATE TRIGGER hold_step AFTER INSERT ON cup_places FOR EACH ROW EXECUTE FUNCTION hold_step();
    CREATE TRIGGER hold_step AFTER INSERT ON match_players FOR EACH ROW EXECUTE FUNCTION hold_step();`)
  await startProcess(0)
  await startProcess(1)
  const whole = { ...sites[0]!, dataDir }
  host = await Person.staff(whole, 'Cup Host', 'Moderator')
  secret = (await cli(whole, ['key', 'create', 'Arena'])).split(/\s/).at(-1) ?? ''
})

afterAll(async () => {
  await Promise.all(sites.map(endSite))
  await owner?.end()
  await store?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Asks one process, and the other when the first is gone, as whoever asks again does. */
async function ask(first: number, path: string, init: RequestInit) {
  for (let index = first; ; index += 1) {
    const url = sites[index % 2]!.url + path
    const response = await fetch(url, init).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (response === undefined || text === undefined || response.status === 503) continue
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the site said and asserts on it.
    return { status: response.status, json: (text === '' ? undefined : JSON.parse(text)) as any }
  }
}

const askAs = ({ cookie }: Person, first: number, method: string, path: string, body?: object) =>
  ask(first, path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** What a game server does: it sends the same events until it has an answer. */
async function report(first: number, events: readonly object[]) {
  const { json } = await ask(first, '/api/ingest/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ events }),
  })
  return json.results as { status: string; code?: string; reason?: string }[]
}

const event = (type: string, data: object) => ({
  id: randomUUID(),
  at: new Date().toISOString(),
  type,
  data,
})

type Player = { readonly person: Person; readonly xuid: string }

/** Runs work for all, eight at a time. */
async function forAll<T, R>(all: readonly T[], work: (one: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let index = next++; index < all.length; index = next++)
        results[index] = await work(all[index]!, index)
    }),
  )
  return results
}

const timePasses = (minutes: number) => passTime({ store }, cupId, minutes)

const showCup = async () => (await ask(0, `/api/cups/${cupId}`, {})).json

async function rows(query: string) {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever is stored and asserts on it.
  return (await owner.query(query)).rows as any[]
}

const factsOf = (kind: string) =>
  rows(`SELECT key, at, data FROM cup_facts WHERE event_id = ${cupId} AND kind = '${kind}' ORDER BY id`)

/** Ends the process that is in the middle of a step with kill -9, and starts another in its place. */
async function killIn(step: string, work: () => Promise<unknown>): Promise<void> {
  await owner.query(`SELECT pg_advisory_lock(${holdKey})`)
  await owner.query(`INSERT INTO held_steps VALUES ('${step}')`)
  const done = work()
  const inTheStep = `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND objid = ${holdKey} AND NOT granted`
  const waitsFor = async () => (await rows(inTheStep))[0]?.name
  await expect.poll(waitsFor, { message: `somebody is in ${step}` }).toMatch(/^site-[01]$/)
  await replace(Number((await waitsFor()).at(-1)), async () => {
    await owner.query('DELETE FROM held_steps')
    await owner.query(`SELECT pg_advisory_unlock(${holdKey})`)
  })
  await done
}

/** `meanwhile` happens while one process is gone. */
async function replace(index: number, meanwhile: () => Promise<void>): Promise<void> {
  const site = sites[index]!
  await site.kill()
  await meanwhile()
  await startProcess(index, new URL(site.url).port)
  await rm(site.dataDir, { recursive: true, force: true })
}

const calledIn = async (round: number, count: number) => {
  const open = async () =>
    ((await showCup()).rounds?.[round]?.nodes ?? []).filter((node: { call?: object }) => node.call)
  await expect.poll(async () => (await open()).length).toBe(count)
  return (await open()) as { sides: [number, number]; call: { cupMatchId: string } }[]
}

test('[cups.140] [cups.141] 128 players from check-in to champion on two processes, each step killed with -9: 127 calls, each told once, nothing twice, and nobody out because of it', async () => {
  const linked: Player[] = await forAll(Array.from({ length: seats + 1 }), async (_, index) => ({
    person: await Person.register(sites[index % 2]!, `Seated ${index}`),
    xuid: `253544${String(index).padStart(10, '0')}`,
  }))
  for (const half of [linked.slice(0, 64), linked.slice(64)]) {
    const requests = half.map(({ person, xuid }) => event('link.request', { xuid, gamertag: person.name }))
    const codes = await report(0, requests)
    await forAll(half, async ({ person }, index) => {
      const { status } = await askAs(person, index, 'POST', '/api/link', { code: codes[index]!.code })
      expect(status).toBe(200)
    })
  }
  const start = Date.now() + 28 * 60_000
  const startDate = new Date(start).toISOString()
  const title = 'Cup of 128'
  cupId = (await askAs(host, 0, 'POST', '/api/events', { title, startDate })).json.id
  const fields = { format: 'single', mode: 'sumo', seats, minimum: 4, gameMinutes: 30 }
  expect((await askAs(host, 1, 'PUT', `/api/admin/events/${cupId}/cup`, fields)).status).toBe(200)
  const [late, ...players] = linked as [Player, ...Player[]]
  await forAll(linked, async ({ person }, index) => {
    expect((await askAs(person, index, 'POST', `/api/events/${cupId}/register`)).status).toBe(200)
  })

  const checkIn = ({ person }: Player, index: number) =>
    askAs(person, index, 'PUT', `/api/cups/${cupId}/check-in`)
  await killIn('checked_in', () =>
    forAll(players.slice(1), async (player, index) =>
      expect((await checkIn(player, index)).status).toBe(200),
    ),
  )
  expect(await factsOf('checked_in')).toHaveLength(seats - 1)
  expect((await checkIn(players[0]!, 0)).status).toBe(200)
  expect((await checkIn(players[0]!, 1)).status).toBe(200)
  expect(await factsOf('checked_in')).toHaveLength(seats)

  // Workers look every five seconds at what no message tells, and a test is faster than that.
  const toldOfCheckIn = `SELECT count(*)::int AS n FROM notifications WHERE event_key LIKE 'cup:%:check-in:%'`
  await expect.poll(async () => (await rows(toldOfCheckIn))[0].n, { timeout: 15_000 }).toBe(seats + 1)
  // The check-in closes while one process is gone.
  await replace(1, () => timePasses((start - Date.now()) / 60_000 - 4))
  await expect.poll(async () => (await showCup()).phase).toBe('seeding')
  expect((await checkIn(late, 0)).status).toBe(409)
  expect((await showCup()).entrants).toHaveLength(seats)

  await killIn('started', () => timePasses(5))
  const firstRound = await calledIn(0, 64)
  expect(await factsOf('started')).toHaveLength(1)

  const byId = new Map(players.map((player) => [player.person.id, player]))
  const userOf = new Map<number, number>(
    (await showCup()).entrants.map(({ entrant, userId = entrant }: { entrant: number; userId?: number }) => [
      entrant,
      userId,
    ]),
  )
  const playerOf = (side: number) => {
    const { person, xuid } = byId.get(userOf.get(side)!)!
    return { xuid, gamertag: person.name }
  }
  const begun = firstRound.map(({ call }) => event('cup.begun', { cupMatchId: call.cupMatchId }))
  await killIn('begun', async () => {
    const results = await report(1, begun)
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['accepted']))
  })
  expect(await factsOf('begun')).toHaveLength(64)
  // Who has begun needs not appear any more.
  await timePasses(6)
  await calledIn(0, 64)

  const resultsOf = (open: typeof firstRound) =>
    open.map(({ sides: [one, other], call: { cupMatchId } }) =>
      played(playerOf(one), playerOf(other), { cupMatchId }),
    )
  const send = async (open: typeof firstRound, first = 0) => {
    const results = await report(first, resultsOf(open))
    expect(results.map(({ status }) => status)).toEqual(open.map(() => 'accepted'))
  }
  await killIn('match_players', () => send(firstRound, 0))
  const secondRound = await calledIn(1, 32)
  await killIn('called', () => send(secondRound))
  for (const [round, count] of [16, 8, 4, 2].entries()) await send(await calledIn(round + 2, count), round)
  const [final] = await calledIn(6, 1)
  await send([final!])
  await expect.poll(async () => (await showCup()).phase).toBe('closing')
  await killIn('closed', () => timePasses(11))
  await expect.poll(async () => (await showCup()).phase).toBe('final')

  // Both were there when it became final: neither says anything of it again.
  await replace(0, async () => undefined)
  const champion = playerOf(final!.sides[0])
  const cup = await showCup()
  expect(cup.champion.username).toBe(champion.gamertag)
  const nodes = cup.rounds.flatMap(({ nodes }: { nodes: object[] }) => nodes)
  expect(nodes).toHaveLength(seats - 1)
  expect(new Set(nodes.map(({ result }: { result: { how?: string } }) => result.how ?? 'played'))).toEqual(
    new Set(['played']),
  )
  const kinds = await rows(
    `SELECT kind, count(*)::int AS n FROM cup_facts WHERE event_id = ${cupId} GROUP BY kind ORDER BY kind`,
  )
  expect(Object.fromEntries(kinds.map(({ kind, n }) => [kind, n]))).toEqual({
    registered: seats + 1,
    checked_in: seats,
    started: 1,
    called: seats - 1,
    begun: 64,
    closed: 1,
  })
  const told = await rows(`SELECT split_part(event_key, ':', 3) AS what, count(*)::int AS n,
    count(DISTINCT (user_id, event_key))::int AS distinct FROM notifications WHERE kind = 'cup' GROUP BY what`)
  expect(Object.fromEntries(told.map(({ what, n, distinct }) => [what, [n, distinct]]))).toEqual({
    'check-in': [seats + 1, seats + 1],
    called: [2 * (seats - 1), 2 * (seats - 1)],
    place: [seats, seats],
  })
  const [{ places, matches }] = await rows(`SELECT (SELECT count(*)::int FROM cup_places) AS places,
    (SELECT count(*)::int FROM matches) AS matches`)
  expect({ places, matches }).toEqual({ places: seats, matches: seats - 1 })
  const winner = players.find(({ xuid }) => xuid === champion.xuid)!
  const { json } = await askAs(winner.person, 1, 'GET', '/api/notifications?limit=50')
  const calls = json.filter(({ title }: { title: string }) => /is called/.test(title))
  expect(calls).toHaveLength(7)
  // What is stored is what facts and matches make of it again.
  await cli({ ...sites[0]!, dataDir }, ['ledger', 'rebuild'])
  expect((await showCup()).rounds).toEqual(cup.rounds)
})
