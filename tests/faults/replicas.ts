import { cpuGroup } from '../../scripts/lib/cpu-group.mjs'
import { freePort } from '../e2e/support/free-port.ts'
import { endSite, startSite } from '../e2e/support/site.ts'
import { temporaryDir } from '../e2e/support/temporary-dir.ts'
import { fleetOfAll } from './standby.ts'
import type { Machines } from './support/machines.ts'
import { cli } from './support/people.ts'
import { Report, type Result } from './support/result.ts'

/** Of a processor for each database, so that the databases are what is short, also on two processors. */
const processorsEach = 0.15

const visitors = 60
const roundMs = 10_000
const rounds = 3

const pathsOf = (id: number) => [
  `/api/leaderboard/around/${id}?gameType=overall`,
  `/api/stats/${id}`,
  `/api/stats/${id}/modes`,
  `/api/players/${id}/matches`,
  `/api/players/${id}/opponents`,
]

/** Reads a second of boards and player pages that no cache has, without a replica and with one. */
export async function readsWithReplica(): Promise<Result[]> {
  const report = new Report('replicas')
  const { machines } = await fleetOfAll()
  const players = await fill(machines)
  const primary = (await machines.primary())!
  const [standby] = await machines.standbys()
  const groups = [primary, standby!].map((n) =>
    cpuGroup(`faults-${process.pid}-db${n}`, machines.databasePids(n), processorsEach),
  )
  const { DATABASE_READ_URL: _, ...alone } = machines.environment
  const start = async (environment: Record<string, string>) => {
    const port = await freePort()
    const own = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
    return startSite({ ...environment, ...own }, await temporaryDir())
  }
  const sites = [await start(alone), await start({ ...alone, DATABASE_READ_URL: machines.urlOf(standby!) })]
  try {
    const perSecond: [number[], number[]] = [[], []]
    // In turns, so that what disturbs the machine disturbs both; the first round warms up.
    for (let round = 0; round <= rounds; round += 1)
      for (const [index, site] of sites.entries()) {
        const read = await readsPerSecond(site.url, players)
        if (round > 0) perSecond[index]?.push(read)
      }
    const [without, withOne] = perSecond.map((each) => each.toSorted((a, b) => a - b)[rounds >> 1] ?? 0)
    const ratio = withOne! / without!
    const measured = `${Math.round(without!)} without, ${Math.round(withOne!)} with: ${ratio.toFixed(2)}`
    report.promise('reads a second with one replica', '≥ 1.7 times those without', measured, ratio >= 1.7)
    return report.results
  } finally {
    await Promise.all(sites.map(endSite))
    for (const { leave } of groups) await leave()
  }
}

async function readsPerSecond(url: string, players: readonly number[]): Promise<number> {
  const until = performance.now() + roundMs
  let good = 0
  const visit = async () => {
    while (performance.now() < until) {
      const id = players[Math.floor(Math.random() * players.length)] ?? 1
      const paths = pathsOf(id)
      const path = paths[Math.floor(Math.random() * paths.length)]
      const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(30_000) })
      await response.arrayBuffer()
      if (response.ok) good += 1
    }
  }
  await Promise.all(Array.from({ length: visitors }, visit))
  return good / (roundMs / 1_000)
}

/** Players who met at random; returns their ids. */
async function fill(machines: Machines): Promise<number[]> {
  await machines.ask(`INSERT INTO users (gamertag) SELECT 'Reader ' || n FROM generate_series(1, 2000) AS n`)
  await machines.ask(
    `INSERT INTO game_identities (kind, value, user_id)
     SELECT 'xuid', (9000000 + id)::text, id FROM users WHERE gamertag LIKE 'Reader %' ORDER BY id`,
  )
  await machines.ask(
    `WITH met AS (
       SELECT gen_random_uuid() AS match_id, (ARRAY['boxing', 'nodebuff', 'sumo', 'bedfight'])[1 + n % 4] AS game_type,
         date_trunc('milliseconds', now()) - make_interval(secs => n * 60) AS ended_at, n * 7919 % 2000 AS a, (n * 7919 + 1 + n % 1999) % 2000 AS b
       FROM generate_series(1, 40000) AS n),
     stored AS (
       INSERT INTO matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash)
       SELECT match_id, (SELECT min(id) FROM game_servers), game_type, true, ended_at - interval '30 s', ended_at,
         sha256(match_id::text::bytea) FROM met),
     known AS (
       SELECT game_identities.id, row_number() OVER (ORDER BY game_identities.id) - 1 AS at
       FROM game_identities JOIN users ON users.id = user_id WHERE gamertag LIKE 'Reader %')
     INSERT INTO match_players (identity_id, match_id, ended_at, gamertag, result, kills, deaths, assists, points)
     SELECT known.id, match_id, ended_at, 'Reader', CASE WHEN at = a THEN 'win' ELSE 'loss' END, 3, 2, 0,
       CASE WHEN at = a THEN 12 ELSE -8 END
     FROM met JOIN known ON known.at IN (a, b)`,
  )
  const { code, output } = await cli(machines.environment, ['ledger', 'rebuild'])
  if (code !== 0) throw new Error(`no ledger: ${output}`)
  await machines.ask('VACUUM ANALYZE')
  const rows = await machines.ask<{ id: number }>(`SELECT id FROM users WHERE gamertag LIKE 'Reader %'`)
  return rows.map(({ id }) => id)
}
