import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backupCommand, restoreCommand } from '../../src/server/cli/backup.ts'
import { readConfig } from '../../src/server/config.ts'
import { queueStaffRanks } from '../../src/server/domains/accounts/ranks/queries/sent-ranks.ts'
import { setRank } from '../../src/server/domains/accounts/users/queries.ts'
import { BackupSetup } from '../../src/server/platform/database/backup/testing.ts'
import { rootDir } from '../../src/server/store.ts'
import { event, gameServer, type TestGameServer } from '../../src/server/testing/game-server.ts'
import { rankWithAreas } from '../../src/server/testing/rank-with-areas.ts'
import { type TestApp, testApp } from '../../src/server/testing/test-app.ts'
import type { TestDatabase } from '../../src/server/testing/test-server.ts'

const setup = new BackupSetup()
let site: TestApp
let directory: string

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  directory = await mkdtemp(join(tmpdir(), 'ranks-'))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await site.close()
  await setup.close()
  await rm(directory, { recursive: true })
})

const configOf = (store: TestDatabase) =>
  readConfig(
    { DATABASE_URL: store.appUrl, MIGRATION_DATABASE_URL: store.ownerUrl, DATA_DIR: directory },
    rootDir,
  )

/** Ranks by XUID, as a game server acts on them, which then confirms them. */
async function ranksIn(app: TestApp, server: Pick<TestGameServer, 'send' | 'ack'>) {
  await queueStaffRanks(app.database)
  const { json } = await server.send(event('heartbeat', { playerCount: 0 }))
  await server.ack(json.outbox.map(({ id }: { id: string }) => id))
  return Object.fromEntries(
    json.outbox
      .filter(({ type }: { type: string }) => type === 'rank')
      .map(({ data }: { data: { xuid: string; rank: string } }) => [data.xuid, data.rank]),
  )
}

test('[guards.28] after a restore game servers are sent the ranks that hold then, also where they were confirmed before', async () => {
  const server = await gameServer(site)
  const link = async (xuid: string, code: string) => {
    const member = await site.member()
    await server.report(event('link.code', { xuid, gamertag: xuid, code }))
    expect((await member.post('/api/link', { code })).status).toBe(200)
    return member.user.username
  }
  const [raised, lowered] = [await link('raised', 'RANK2345'), await link('lowered', 'RANK2346')]
  await setRank(site.database.sql, lowered, 'Moderator')
  expect(await ranksIn(site, server)).toEqual({ raised: 'Member', lowered: 'Moderator' })
  const file = join(directory, 'a.backup')
  expect(await backupCommand([file], configOf(site.store))).toBe(0)
  await setRank(site.database.sql, raised, 'Admin')
  await setRank(site.database.sql, lowered, 'Member')
  expect(await ranksIn(site, server)).toEqual({ raised: 'Admin', lowered: 'Member' })

  const store = await setup.migrated()
  expect(await restoreCommand([file], configOf(store))).toBe(0)
  const app = await testApp({ store, environment: { RATE_LIMITS: 'off' } })
  try {
    const browser = app.browser()
    const restored = {
      send: (...events: unknown[]) =>
        browser.post('/api/ingest/events', { events }, { headers: server.headers }),
      ack: (ids: readonly string[]) => browser.post('/api/ingest/ack', { ids }, { headers: server.headers }),
    }
    expect(await ranksIn(app, restored)).toEqual({ raised: 'Member', lowered: 'Moderator' })
    const { rows } = await sql`SELECT FROM outbox WHERE type = 'rank' AND done_at IS NULL`.execute(
      app.database.sql,
    )
    expect(rows).toEqual([])
  } finally {
    await app.close()
  }
})

test('[owner.66] ranks come back with their areas, and those without a list with all of them', async () => {
  await rankWithAreas(site.database, 'Writer', 'admin', ['news'])
  await sql`INSERT INTO ranks (key, number, name, colour, power, level, position)
    VALUES ('Elder', 90, 'Elder', '#ffffff', 'moderator', 5, 6)`.execute(site.database.sql)
  const file = join(directory, 'b.backup')
  expect(await backupCommand([file], configOf(site.store))).toBe(0)
  const store = await setup.migrated()
  expect(await restoreCommand([file], configOf(store))).toBe(0)
  const app = await testApp({ store })
  try {
    const { rows } = await sql`SELECT key, areas FROM ranks WHERE number > 9 ORDER BY key`.execute(
      app.database.sql,
    )
    expect(rows).toEqual([
      { key: 'Elder', areas: null },
      { key: 'Writer', areas: ['news'] },
    ])
  } finally {
    await app.close()
  }
})
