import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event, gameServer, match, player, type TestGameServer } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { lockIdentitiesExclusive } from '../../matches/ledger/queries/locks.ts'
import { verifyLedger } from '../../matches/ledger/rebuild.ts'
import { rebuildRatings, verifyRatings } from './rebuild.ts'
import { rateUntilDone } from './worker.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

let played = 0
const duel = () => {
  played += 1
  const [winner, loser] = [`busy-${played % 7}`, `busy-${7 + (played % 5)}`]
  return event('match', match([player(winner), player(loser, { result: 'loss' })]))
}

/** Stores matches one after the other while `work` runs, and says how many. */
async function whileMatchesArrive<T>(work: () => Promise<T>): Promise<{ result: T; stored: number }> {
  const before = played
  let isOver = false
  const arriving = (async () => {
    while (!isOver) await server.report(duel())
  })()
  try {
    await expect.poll(() => played).toBeGreaterThan(before + 2)
    return { result: await work(), stored: played - before }
  } finally {
    isOver = true
    await arriving
  }
}

test('[inputs.08] a proof while matches arrive is clean: what is not rated yet is no difference', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { result, stored } = await whileMatchesArrive(async () => [
      await verifyLedger(site.database),
      await verifyRatings(site.database),
    ])
    for (const verdict of result) expect(verdict).toMatchObject({ differences: 0, examples: [], pending: [] })
    expect(result[1]?.rows).toBeGreaterThan(0)
    expect(stored).toBeGreaterThan(2)
  }
})

test('[inputs.08] a difference is a difference, also while matches arrive', async () => {
  await rateUntilDone(site.database)
  const { result } = await whileMatchesArrive(async () => {
    await sql`UPDATE rating_history SET rating = rating + 100 WHERE match_id = (
      SELECT match_id FROM rating_history JOIN matches USING (match_id) ORDER BY ended_at LIMIT 1)`.execute(
      site.database.sql,
    )
    await sql`UPDATE player_stats SET kills = kills + 1 WHERE user_id = (SELECT min(user_id) FROM player_stats)`.execute(
      site.database.sql,
    )
    return [await verifyLedger(site.database), await verifyRatings(site.database)]
  })
  for (const verdict of result) {
    expect(verdict.differences).toBeGreaterThan(0)
    expect(verdict.pending).toEqual([])
  }
  await rebuildRatings(site.database)
})

test('[inputs.08] without time to wait, what is being computed is said and not compared', async () => {
  await server.report(duel())
  expect(await verifyRatings(site.database, { waitMs: 0, holdMs: 50 })).toEqual({
    rows: 0,
    differences: 0,
    examples: [],
    pending: ['ratings are being computed from new matches'],
  })
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, pending: [] })
})

test('[inputs.08] matches never wait for a proof that nothing can end: it gives way and says so', async () => {
  await server.report(duel())
  const holder = await site.database.sql.startTransaction().execute()
  // As while another process rates for long.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('vulx: ratings', 0))`.execute(holder)
  const verdict = await verifyRatings(site.database, { waitMs: 1, holdMs: 50 })
  expect(verdict.pending).toEqual(['ratings are being computed from new matches'])
  await holder.rollback().execute()
  const other = await site.database.sql.startTransaction().execute()
  await lockIdentitiesExclusive(other)
  expect((await verifyRatings(site.database, { waitMs: 1, holdMs: 50 })).pending).toEqual([
    'the ledger is locked',
  ])
  await other.rollback().execute()
  await server.report(duel())
})
