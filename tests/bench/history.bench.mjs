import { emptySite } from './lib/empty-site.mjs'
import { round } from './lib/load.mjs'
import { processorMs } from './lib/processor-time.mjs'

// What a public call about a player costs the site and its database in processor time, for a player with 100 matches and
// for one with 100,000. Both met the same number of opponents, of whom one long ago and never since.

const [few, many] = [Number(process.env.BENCH_FEW ?? 100), Number(process.env.BENCH_HISTORY ?? 100_000)]
const calls = Number(process.env.BENCH_CALLS ?? 100)
const opponents = 40
const days = 360
const modes = ['boxing', 'nodebuff', 'sumo', 'bedfight']

export async function run() {
  const bench = await emptySite()
  try {
    const { client, sources } = bench
    const players = await fill(client)
    const database = bench.openDatabase()
    const { rebuildLedger } = await sources('/src/server/domains/matches/ledger/rebuild.ts')
    const { rateUntilDone } = await sources('/src/server/domains/rankings/ratings/worker.ts')
    await rebuildLedger(database)
    await rateUntilDone(database)
    await client.query('VACUUM ANALYZE')
    const site = await bench.start()
    const ask = async (path, method = 'GET') => {
      const response = await fetch(site.url + path, { method, headers: { origin: site.url } })
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
      await response.arrayBuffer()
    }
    // Any change ends what is kept for visitors, so that each call is answered anew.
    const forget = () => ask('/api/logout', 'POST')
    const spent = () => processorMs(client, site)
    const measured = async (path) => {
      for (let n = 0; n < 10; n += 1) await forget().then(() => path && ask(path))
      const before = await spent()
      for (let n = 0; n < calls; n += 1) await forget().then(() => path && ask(path))
      return ((await spent()) - before) / calls
    }
    const rows = []
    for (const pathOf of publicCalls) {
      // In turns, so that what disturbs the machine disturbs all three.
      const nothing = await measured(undefined)
      const [a, b] = [await measured(pathOf(players.few)), await measured(pathOf(players.many))]
      const [fewMs, manyMs] = [Math.max(0.1, a - nothing), Math.max(0.1, b - nothing)]
      const row = {
        call: pathOf({ id: ':id', old: ':other' }),
        [`${few} matches, ms`]: round(fewMs),
        [`${many} matches, ms`]: round(manyMs),
        ratio: round(manyMs / fewMs),
      }
      console.log(JSON.stringify(row))
      rows.push(row)
    }
    console.table(rows)
  } finally {
    await bench.stop()
  }
}

const publicCalls = [
  ({ id }) => `/api/users/${id}`,
  ({ id }) => `/api/stats/${id}`,
  ({ id }) => `/api/stats/${id}/modes`,
  ({ id }) => `/api/players/${id}/matches`,
  ({ id }) => `/api/players/${id}/milestones`,
  ({ id }) => `/api/players/${id}/points-history?gameType=overall&days=366`,
  ({ id }) => `/api/players/${id}/opponents`,
  ({ id }) => `/api/players/${id}/devices`,
  ({ id }) => `/api/players/${id}/places`,
  ({ id }) => `/api/players/${id}/ratings`,
  ({ id }) => `/api/players/${id}/rating-history?mode=boxing`,
  ({ id, old }) => `/api/head-to-head/${id}/${old}`,
  ({ id, old }) => `/api/head-to-head/${id}/${old}/opponents`,
  ({ id }) => `/api/leaderboard/around/${id}?gameType=overall`,
]

/** Two players with their opponents, and every match between them. @param {import('pg').Client} client */
async function fill(client) {
  await client.query(
    `INSERT INTO users (gamertag) SELECT 'Bencher ' || n FROM generate_series(1, ${2 * opponents + 2}) AS n`,
  )
  await client.query(
    `INSERT INTO game_identities (kind, value, user_id) SELECT 'xuid', id::text, id FROM users ORDER BY users.id`,
  )
  const { rows } = await client.query('SELECT id, user_id FROM game_identities ORDER BY id')
  const players = {}
  for (const [at, [name, matches]] of Object.entries({ few, many }).entries()) {
    const own = rows[at * (opponents + 1)]
    const first = own.id + 1
    // The last opponent was met in the first match only.
    await client.query(
      `CREATE TEMPORARY TABLE played ON COMMIT PRESERVE ROWS AS
       SELECT n, gen_random_uuid() AS match_id, (ARRAY['${modes.join("', '")}'])[1 + n % ${modes.length}] AS game_type,
         now() - interval '1 hour' - make_interval(secs => (${matches} - n) * ${(days * 86_400) / matches}) AS ended_at,
         CASE WHEN n = 1 THEN ${first + opponents - 1} ELSE ${first} + n % ${opponents - 1} END AS opponent,
         n * 7919::bigint % 10 < 6 AS won
       FROM generate_series(1, ${matches}) AS n`,
    )
    await client.query(
      `INSERT INTO matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash)
       SELECT match_id, 1, game_type, true, ended_at - interval '1 minute', ended_at, sha256(match_id::text::bytea)
       FROM played`,
    )
    await client.query(
      `INSERT INTO match_players (identity_id, match_id, ended_at, gamertag, result, kills, deaths, assists, points)
       SELECT who, match_id, ended_at, 'Bencher', CASE WHEN wins THEN 'win' ELSE 'loss' END, 3, 2, 0,
         CASE WHEN wins THEN 12 ELSE -8 END
       FROM played CROSS JOIN LATERAL (VALUES ($1::int, won), (opponent, NOT won)) AS sides (who, wins)`,
      [own.id],
    )
    await client.query('DROP TABLE played')
    const { rows: old } = await client.query('SELECT user_id FROM game_identities WHERE id = $1', [
      first + opponents - 1,
    ])
    players[name] = { id: own.user_id, old: old[0].user_id }
  }
  return players
}
