import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backupCommand, restoreCommand } from './cli/backup.ts'
import { readConfig } from './config.ts'
import { setRank } from './domains/accounts/users/queries.ts'
import { BackupSetup } from './platform/backup/testing.ts'
import { queueStaffRanks } from './platform/sent-ranks.ts'
import { rootDir } from './store.ts'
import { event, gameServer, type TestGameServer } from './testing/game-server.ts'
import { type TestApp, testApp } from './testing/test-app.ts'
import type { TestDatabase } from './testing/test-server.ts'

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
