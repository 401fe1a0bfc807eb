import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { eventTypes } from '../../../domains.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { event, gameServer, match, player, type TestGameServer } from '../../../testing/game-server.ts'
import { head } from '../../../testing/heads.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { applyBatch } from './batch.ts'
import { type EventType, eventType } from './event-type.ts'
import { parseEvents } from './events.ts'
import { seenAt } from './identity.ts'
import { ingest, publishChanges } from './ingest.ts'
import { BoardIds } from './queries/boards.ts'

let site: TestApp
let server: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** The methods of an object, of which some are replaced. */
const replacing = <T extends object>(target: T, methods: Partial<T>): T =>
  new Proxy(target, {
    get(_, key) {
      const value = Reflect.get(methods, key) ?? Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** Applies a batch; returns its statements in order. */
async function statementsOf(events: readonly unknown[]): Promise<Statement[]> {
  const statements: Statement[] = []
  const now = new Date()
  const target = {
    types: eventTypes,
    boards: new BoardIds(),
    serverId: server.id,
    now,
    config: site.context.config,
  }
  await site.database.sql.transaction().execute((transaction) => {
    const executor = transaction.getExecutor()
    const recorded = replacing(executor, {
      executeQuery<R>(query: CompiledQuery<R>) {
        statements.push(query)
        return executor.executeQuery(query)
      },
    })
    const recording: Executor = replacing(transaction, { getExecutor: () => recorded })
    const parsed = parseEvents(eventTypes, events, now)
    expect(parsed.refused).toEqual(new Map())
    return applyBatch(recording, target, parsed.events)
  })
  return statements
}

const isLockOf = (name: string) => (statement: Statement) =>
  statement.sql.includes('pg_advisory_xact_lock') &&
  JSON.stringify(statement.parameters).includes(`"${name} `)

const contains = (part: RegExp) => (statement: Statement) => part.test(statement.sql)

/** The locks of a batch as queries/locks.ts declares their order. */
const locks: readonly (readonly [string, (statement: Statement) => boolean])[] = [
  ['whose identities', isLockOf('vulx: whose')],
  ['event ids', contains(/INSERT INTO ingest_events/)],
  ['names of matches', isLockOf('match')],
  ['matches', contains(/INSERT INTO match(es|_voids) /)],
  [
    'identities',
    (statement) => isLockOf('identity')(statement) || contains(/game_identities SET hidden/)(statement),
  ],
  ['users', contains(/FROM users .* FOR NO KEY UPDATE/)],
  ['faces', contains(/INSERT INTO faces/)],
  ['match players', contains(/INSERT INTO match_players/)],
  ['codes', isLockOf('code')],
  ['punishments', contains(/INSERT INTO punishment/)],
  ['reports', contains(/INSERT INTO moderation_reports/)],
  ['heartbeat', contains(/INSERT INTO heartbeats/)],
  ['cups', contains(/INSERT INTO cup_facts|FROM cups WHERE event_id .* FOR NO KEY UPDATE/)],
  ['figures', contains(/INSERT INTO player_stats/)],
]

let people = 0
const someone = () => {
  people += 1
  return { xuid: `typed-${people}`, gamertag: `Typed ${people}` }
}

/** One event of each type at least, about players whom nobody knows. */
async function everyType() {
  const punishment = { ...someone(), id: randomUUID(), kind: 'mute', reason: 'spam' }
  const [winner, loser] = [someone(), someone()]
  return [
    event('heartbeat', { playerCount: 2 }),
    event('match', match([player(winner.xuid), player(loser.xuid, { result: 'loss' })])),
    event('match.void', { matchId: randomUUID(), reason: 'lag' }),
    event('player', { ...someone(), hidden: true, head: await head(9) }),
    event('punishment', punishment),
    event('punishment.lift', { id: punishment.id }),
    event('report', { reporter: winner, subject: loser, class: 'scam', reason: 'spam' }),
    event('link.request', someone()),
    event('link.code', { ...someone(), code: 'ABCD2345' }),
    event('link.remove', { xuid: someone().xuid }),
    event('cup.begun', { cupMatchId: '1-w1.1-1' }),
    event('cup.player', { xuid: someone().xuid, action: 'ready' }),
  ]
}

test('[plugs.31] a batch takes its locks in the declared order, whatever the order of its events', async () => {
  expect(new Set((await everyType()).map(({ type }) => type))).toEqual(
    new Set(eventTypes.map(({ name }) => name)),
  )
  const order = Array.from(eventTypes, (_, index) => index)
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(order, { minLength: order.length }), async (shuffled) => {
      const events = await everyType()
      const statements = await statementsOf(shuffled.map((index) => events[index]))
      const taken = statements.flatMap(
        (statement) => locks.find(([, isTaken]) => isTaken(statement))?.[0] ?? [],
      )
      expect(taken.filter((name, index) => name !== taken[index - 1])).toEqual(locks.map(([name]) => name))
    }),
    { numRuns: 10 },
  )
})

test('[plugs.32] an event type that another domain adds is parsed, locked, stored, completed and published like those of the ledger', async () => {
  const said: unknown[] = []
  const weather = eventType(z.object({ xuid: z.string(), sky: z.enum(['clear', 'rain']) }), {
    name: 'weather',
    speaksOf: 'the weather is about nobody',
    locks: ({ sky }) => [`weather ${sky}`],
    players: ({ at, data }) => [seenAt(data, at)],
    steps: {
      async reports({ identities }, events) {
        const { rows } = await sql<{ isFree: boolean }>`
          SELECT pg_try_advisory_xact_lock(hashtextextended('weather rain', 0)) AS "isFree"
        `.execute(site.database.sql)
        for (const { data } of events)
          said.push({ stored: data.sky, isKnown: identities.has(`xuid:${data.xuid}`), ...rows[0] })
      },
    },
    result: async (_transaction, { data }) => ({ code: data.sky }),
    async publish(_context, serverId, accepted) {
      said.push({ published: accepted.map(({ data }) => data.sky), isOurs: serverId === server.id })
    },
  })
  const types: readonly EventType[] = [...eventTypes, weather]
  const { xuid } = someone()
  const { results, batches } = await ingest(
    site.context,
    { types, boards: new BoardIds(), serverId: server.id },
    {
      events: [
        event('weather', { xuid, sky: 'rain' }),
        event('weather', { xuid, sky: 'green' }),
        event('match', match([player(xuid)])),
        event('storm', {}),
      ],
    },
  )
  await publishChanges(site.context, types, server.id, batches)
  expect(results).toMatchObject([
    { status: 'accepted', code: 'rain' },
    { status: 'rejected', reason: 'data.sky must be one of clear, rain, not "green"' },
    { status: 'accepted' },
    {
      status: 'rejected',
      reason: expect.stringMatching(/^type must be one of heartbeat, match, .*, weather, not "storm"$/),
    },
  ])
  expect(said).toEqual([
    { stored: 'rain', isKnown: true, isFree: false },
    { published: ['rain'], isOurs: true },
  ])
})

test('[plugs.33] no two domains handle one type of event', () => {
  const names = eventTypes.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
