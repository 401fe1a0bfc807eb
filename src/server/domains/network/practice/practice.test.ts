import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { event, gameServer } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { seedPracticeModes } from './seed.ts'

let site: TestApp

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const shipped = () => site.content.current()['practice-modes']

describe('seeding', () => {
  let fresh: TestApp
  beforeEach(async () => {
    fresh = await testApp()
  })
  afterEach(() => fresh.close())

  const seed = () => seedPracticeModes(fresh.database, shipped())
  const rows = async () =>
    (
      await sql<{ category: string; name: string; description: string }>`
        SELECT category, name, description FROM practice_modes ORDER BY category DESC, position, id
      `.execute(fresh.database.sql)
    ).rows
  /** The shipped modes as table rows, FFA first. */
  const shippedRows = () =>
    (['ffa', 'duels'] as const).flatMap((category) =>
      shipped()[category].map((mode) => ({ category, ...mode })),
    )

  test('a table that holds a row already is not filled, and the row stays as it is', async () => {
    await sql`
      INSERT INTO practice_modes (category, name, description) VALUES ('duels', 'boxing', 'By staff')
    `.execute(fresh.database.sql)
    await seed()
    expect(await rows()).toEqual([{ category: 'duels', name: 'boxing', description: 'By staff' }])
  })

  test('an empty table is filled with the content, in its order', async () => {
    await seed()
    expect(await rows()).toEqual(shippedRows())
  })

  test('what staff changed or removed since stays so at the next start', async () => {
    await seed()
    await sql`UPDATE practice_modes SET description = 'Ours' WHERE name = 'Boxing'`.execute(
      fresh.database.sql,
    )
    await sql`DELETE FROM practice_modes WHERE name = 'Bedfight'`.execute(fresh.database.sql)
    const left = await rows()
    expect(left).toHaveLength(shippedRows().length - 1)
    await seed()
    expect(await rows()).toEqual(left)
  })

  test('processes that start at once fill it once', async () => {
    await Promise.all(Array.from({ length: 6 }, seed))
    expect(await rows()).toEqual(shippedRows())
  })
})

describe('the list', () => {
  beforeAll(() => seedPracticeModes(site.database, shipped()))
  beforeEach(() => sql`DELETE FROM heartbeats`.execute(site.database.sql))

  const list = (query: string) => site.browser().get(`/api/practice${query}`)

  test.each([
    ['none', '', 'category must be ffa or duels'],
    ['an empty one', '?category=', 'category must be ffa or duels'],
    ['an unknown one', '?category=bedwars', 'category must be ffa or duels'],
    ['another case', '?category=FFA', 'category must be ffa or duels'],
    ['two', '?category=ffa&category=duels', 'category may be given only once'],
  ])(
    '[minigames.08] GET /api/practice with another category answers 400: %s',
    async (_what, query, sentence) => {
      const response = await list(query)
      expect(response.status).toBe(400)
      expect(response.json).toMatchObject({ code: 'validation', fields: { category: sentence } })
    },
  )

  test('[minigames.07] GET /api/practice answers [{id, name, description, category, queue}], a category in its order, to anybody', async () => {
    for (const category of ['ffa', 'duels'] as const) {
      const { status, json } = await list(`?category=${category}`)
      expect(status).toBe(200)
      expect(json).toEqual(
        shipped()[category].map((mode) => ({ id: expect.any(Number), ...mode, category, queue: null })),
      )
    }
  })

  const queueOf = async (name: string) => {
    const { json } = await list('?category=duels')
    return json.find((mode: { name: string }) => mode.name === name).queue
  }
  const beat = (server: Awaited<ReturnType<typeof gameServer>>, queues: Record<string, number> | undefined) =>
    server.report(event('heartbeat', { playerCount: 20, ...(queues && { queues }) }))
  const age = (server: { id: number }, seconds: number) =>
    sql`
      UPDATE heartbeats SET received_at = now() - ${seconds} * interval '1 second' WHERE server_id = ${server.id}
    `.execute(site.database.sql)

  test('[minigames.07] queue is null where no heartbeat names the mode, and 0 where one says that nobody waits', async () => {
    const server = await gameServer(site)
    await beat(server, undefined)
    expect(await queueOf('Boxing')).toBeNull()
    await beat(await gameServer(site), { Boxing: 0, Chess: 9 })
    expect(await queueOf('Boxing')).toBe(0)
    expect(await queueOf('Sumo')).toBeNull()
  })

  test('[minigames.07] queue is the sum over all game servers, names compared without case', async () => {
    await beat(await gameServer(site), { Boxing: 3, 'THE BRIDGE': 1 })
    await beat(await gameServer(site), { bOXING: 4 })
    await beat(await gameServer(site), { boxing: 10, BOXING: 20 })
    expect(await queueOf('Boxing')).toBe(37)
    expect(await queueOf('The Bridge')).toBe(1)
    expect(await queueOf('Bedfight')).toBeNull()
  })

  test('[minigames.07] of each game server only the last heartbeat counts', async () => {
    const server = await gameServer(site)
    const at = (ms: number) => ({ at: new Date(Date.now() + ms).toISOString() })
    const said = (queues: Record<string, number>, ms: number) =>
      server.report(event('heartbeat', { playerCount: 1, queues }, at(ms)))
    await said({ Boxing: 5, Sumo: 2 }, -2_000)
    await said({ Boxing: 1 }, -1_000)
    await said({ Boxing: 9 }, -1_500)
    expect(await queueOf('Boxing')).toBe(1)
    expect(await queueOf('Sumo')).toBeNull()
  })

  test('[minigames.07] a heartbeat older than three of its intervals counts no more', async () => {
    const [old, fresh] = [await gameServer(site), await gameServer(site)]
    await beat(old, { Boxing: 5, Sumo: 2 })
    await beat(fresh, { Boxing: 1 })
    await age(old, 14)
    expect([await queueOf('Boxing'), await queueOf('Sumo')]).toEqual([6, 2])
    await age(old, 15)
    expect([await queueOf('Boxing'), await queueOf('Sumo')]).toEqual([1, null])
    await age(fresh, 3_600)
    expect(await queueOf('Boxing')).toBeNull()
  })

  test('[minigames.07] a game server whose key was revoked counts no more', async () => {
    const server = await gameServer(site)
    await beat(server, { Boxing: 5 })
    expect(await queueOf('Boxing')).toBe(5)
    await sql`UPDATE game_servers SET revoked_at = now() WHERE id = ${server.id}`.execute(site.database.sql)
    expect(await queueOf('Boxing')).toBeNull()
  })
})
