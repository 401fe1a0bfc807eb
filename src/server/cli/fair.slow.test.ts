import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { rootDir } from '../store.ts'
import { event, gameServer, match, player } from '../testing/game-server.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { UsageError } from './arguments.ts'
import { fairCommand } from './fair.ts'

let site: TestApp
let config: Config
let said: string[]

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  config = readConfig(
    { DATABASE_URL: site.store.appUrl, MIGRATION_DATABASE_URL: site.store.ownerUrl },
    rootDir,
  )
})
beforeEach(() => {
  said = []
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
  return () => vi.restoreAllMocks()
})
afterAll(() => site.close())

test.each([[['scan']], [['scan', '--since', 'yesterday']], [['scan', '--since', '2026-02-31x']], [['look']]])(
  '[fair.79] fair %j is not understood',
  async (words) => {
    await expect(fairCommand(words, config)).rejects.toThrow(UsageError)
  },
)

test('[fair.79] fair scan looks again at the matches of a day and later, and is an entry of the audit log', async () => {
  const game = await gameServer(site)
  const ended = Date.now() - 3_600_000
  const duel = (winner: string, loser: string, n: number, seconds: number) =>
    event(
      'match',
      match([player(winner, { kills: 3 }), player(loser, { result: 'loss', kills: 1 })], {
        startedAt: new Date(ended - n * 60_000 - seconds * 1_000).toISOString(),
        endedAt: new Date(ended - n * 60_000).toISOString(),
      }),
    )
  await game.report(...Array.from({ length: 40 }, (_, n) => duel(`u${n}`, `v${n}`, n, 60)))
  await game.report(...Array.from({ length: 8 }, (_, n) => duel('boosted', 'booster', n, 5)))
  await sql`DELETE FROM detector_queue`.execute(site.database.sql)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  expect(await fairCommand(['scan', '--since', tomorrow], config)).toBe(0)
  expect(await fairCommand(['scan', '--since', '2020-01-01'], config)).toBe(0)
  expect(await fairCommand(['scan', '--since', '2020-01-01'], config)).toBe(0)
  expect(said).toEqual([
    'matches scanned: 0, cases opened: 0',
    'matches scanned: 48, cases opened: 1',
    'matches scanned: 48, cases opened: 0',
  ])
  const { rows } = await sql<{ actor_name: string; after: object }>`
    SELECT actor_name, after FROM audit_log WHERE action = 'fair.scan' ORDER BY id
  `.execute(site.database.sql)
  expect(rows[1]).toMatchObject({ actor_name: 'command line', after: { matches: 48, cases: 1 } })
})
