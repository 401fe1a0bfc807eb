import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { verifyLedger } from '../domains/matches/ledger/rebuild.ts'
import { rootDir } from '../store.ts'
import { event, gameServer, match, player, type TestGameServer } from '../testing/game-server.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { UsageError } from './arguments.ts'
import { ledgerCommand } from './ledger.ts'

let site: TestApp
let server: TestGameServer
let config: Config
const said: string[] = []

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  config = readConfig(
    { DATABASE_URL: site.store.appUrl, MIGRATION_DATABASE_URL: site.store.ownerUrl },
    rootDir,
  )
})
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)))
})
afterEach(() => {
  said.length = 0
  vi.restoreAllMocks()
})
afterAll(() => site.close())

const played = async (fields: object = {}) => {
  const data = match([player('1', { points: 9 }), player('2', { result: 'loss', points: -4 })], fields)
  await server.report(event('match', data))
  return data
}
const entries = async () =>
  (
    await sql<{ after: unknown }>`SELECT after FROM audit_log WHERE action = 'match.void'`.execute(
      site.database.sql,
    )
  ).rows
const winner = async () => {
  const { rows } = await sql<{
    id: number
  }>`SELECT user_id AS id FROM game_identities WHERE value = '1'`.execute(site.database.sql)
  return (await site.browser().get(`/api/stats/${rows[0]?.id}`)).json
}

test.each([
  [['void']],
  [['void', '7']],
  [['void', 'not-a-uuid', 'at all']],
  [['void', '11111111-1111-4111-8111-111111111111', '--reason', ' ']],
  [['void', '11111111-1111-4111-8111-111111111111', '--reason', 'x'.repeat(501)]],
])('ledger %j is not understood', async (words) => {
  await expect(ledgerCommand(words, config)).rejects.toThrow(UsageError)
})

test('a match that nobody reported: exit 1, and nothing is written', async () => {
  expect(await ledgerCommand(['void', '11111111-1111-4111-8111-111111111111'], config)).toBe(1)
  expect(said).toEqual(['There is no match 11111111-1111-4111-8111-111111111111'])
  expect(await entries()).toEqual([])
})

test('ledger void takes a match out of all figures at once, with its reason in the audit log, and only once', async () => {
  await played()
  const { matchId } = await played({ endedAt: new Date().toISOString() })
  expect(await winner()).toMatchObject({ wins: 2, points: 18, winStreak: 2 })
  const heard: unknown[] = []
  const stop = site.context.live.listen('stats', (payload) => void heard.push(payload))

  expect(await ledgerCommand(['void', matchId.toUpperCase(), '--reason', 'The server lagged'], config)).toBe(
    0,
  )
  expect(said).toEqual([`Match ${matchId} is void`])
  expect(await winner()).toMatchObject({ wins: 1, points: 9, winStreak: 1 })
  expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })
  expect(await entries()).toEqual([{ after: { matchId, reason: 'The server lagged' } }])
  expect((await site.browser().get(`/api/matches/${matchId}`)).json).toMatchObject({
    voided: true,
  })
  await vi.waitFor(() => expect(JSON.stringify(heard)).toContain('"lastResult":"void"'), 15_000)
  stop()

  expect(await ledgerCommand(['void', matchId], config)).toBe(0)
  expect(said.at(-1)).toBe(`Match ${matchId} was void already`)
  expect(await winner()).toMatchObject({ wins: 1, points: 9 })
  expect(await entries()).toHaveLength(1)
  // A later void by its own game server is a duplicate.
  const response = await server.send(event('match.void', { matchId, reason: 'late' }))
  expect(response.json.results[0].status).toBe('duplicate')
  expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })
})
