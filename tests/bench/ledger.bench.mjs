import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { root } from '../../scripts/lib/root.mjs'
import { siteProcess } from '../../scripts/lib/site-process.mjs'
import { duel, fighter, requireAccepted } from './lib/duels.mjs'
import { serverSources } from './lib/server-sources.mjs'

// Boards, search and ingest at a thousand and at a million players: each figure beside its own at the smaller size.

const sizes = (process.env.BENCH_PLAYERS ?? '1000,1000000').split(',').map(Number)
const rounds = 40

export async function run() {
  const vite = await serverSources()
  const { openEmbeddedPostgres } = await vite.ssrLoadModule(
    '/src/server/platform/database/embedded-postgres.ts',
  )
  const { migrate } = await vite.ssrLoadModule('/src/server/platform/database/migrations.ts')
  const { appRole } = await vite.ssrLoadModule('/src/server/platform/database/embedded-postgres/roles.ts')
  const { hashKey } = await vite.ssrLoadModule('/src/server/domains/matches/ledger/queries/keys.ts')
  const results = new Map()
  for (const players of sizes) {
    const dataDir = join(root, `.cache/bench-ledger`)
    rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir, { recursive: true })
    const log = { info() {}, warn: console.error, error: console.error }
    const store = await openEmbeddedPostgres({ dataDir, log, as: 'guest' })
    const schema = { directory: join(root, 'migrations'), sqlDirectory: join(root, 'sql'), appRole }
    await migrate({ url: store.ownerUrl, ...schema, log })
    const secret = `bench-${randomUUID()}`
    const client = new pg.Client({ connectionString: store.ownerUrl })
    await client.connect()
    const begun = performance.now()
    await load(client, players, hashKey(secret))
    console.log(`${players} players, ${players * 3} rows on boards, loaded in ${seconds(begun)} s`)
    const middle = await client.query(
      'SELECT user_id FROM player_stats WHERE board_id = 1 ORDER BY user_id OFFSET $1 LIMIT 1',
      [Math.floor(players / 2)],
    )
    await client.end()
    const site = await siteProcess({
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      STATUS_POLL_MS: '60000',
    })
    try {
      results.set(players, await measure(site.url, players, middle.rows[0].user_id, secret))
    } finally {
      await site.stop()
      await store.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  await vite.close()
  print(results)
}

/** Rows as the projection would have written them: three boards, a histogram that agrees with them. */
async function load(client, players, secretHash) {
  await client.query('SELECT setseed(0.42)')
  await client.query(`INSERT INTO game_servers (name, secret_hash) VALUES ('Bench', $1)`, [secretHash])
  await client.query('DROP INDEX users_shown_name_parts')
  // One name in 20 holds "quartz" (50,000 of a million); some 150 hold "zephyr", whatever the size.
  await client.query(
    `INSERT INTO users (gamertag, gamertag_at)
     SELECT CASE WHEN n % 20 = 0 THEN 'Quartz' WHEN n % ($1 / 150) = 1 THEN 'Zephyr' ELSE 'Player' END
       || substr(md5(n::text), 1, 8) || n, now()
     FROM generate_series(1, $1::int) AS n`,
    [players],
  )
  await client.query(
    `INSERT INTO game_identities (kind, value, user_id) SELECT 'xuid', (2535400000000000 + id)::text, id FROM users`,
  )
  await client.query(
    `INSERT INTO boards (game_type, period, starts_on)
     VALUES ('overall', 'all', '1970-01-01'), ('boxing', 'all', '1970-01-01'),
       ('boxing', 'month', date_trunc('month', now() AT TIME ZONE 'UTC')::date)`,
  )
  await client.query(
    `INSERT INTO player_stats (board_id, user_id, matches, kills, deaths, assists, wins, losses, points, win_streak,
       best_streak, last_ended_at, last_match_id)
     SELECT boards.id, users.id, 40, 100, 80 + users.id % 50, 3, 20 + users.id % 30, 20,
       floor(power(random(), 3) * 20000)::int, 2, 7, now() - interval '1 day', gen_random_uuid()
     FROM users CROSS JOIN boards`,
  )
  await client.query(
    `INSERT INTO board_counts (board_id, shift, node, players)
     SELECT board_id, shift, bucket >> shift, count(*) FROM player_stats,
       unnest(CASE WHEN abs(points) < 1024 THEN ARRAY[22, 16, 8, 0] ELSE ARRAY[22, 16] END) AS shift
     GROUP BY 1, 2, 3`,
  )
  await client.query('CREATE INDEX users_shown_name_parts ON users USING gin (name_parts(lower(shown_name)))')
  await client.query('VACUUM ANALYZE')
}

async function measure(url, players, middleId, secret) {
  const get = (path) => () => ask(url + path)
  const figures = {}
  const cases = {
    'first page': get('/api/leaderboard?gameType=overall'),
    'page at 90 %': get(`/api/leaderboard?gameType=overall&offset=${Math.floor(players * 0.9)}`),
    'around a middle player': get(`/api/leaderboard/around/${middleId}`),
    'stats of a player': get(`/api/stats/${middleId}`),
    'board search, at most 200 names': get('/api/leaderboard?search=zephyr'),
    'player search, at most 200 names': get('/api/players/search?username=zephyr'),
    'player search, 5 % of all names': get('/api/players/search?username=quartz'),
    'ingest of one match': () => ingest(url, secret, middleId),
  }
  for (const [name, work] of Object.entries(cases)) {
    for (let n = 0; n < 5; n += 1) await work()
    const times = []
    for (let n = 0; n < rounds; n += 1) {
      const begun = performance.now()
      await work()
      times.push(performance.now() - begun)
    }
    times.sort((a, b) => a - b)
    figures[name] = times[Math.floor(times.length / 2)]
  }
  return figures
}

async function ask(url) {
  const response = await fetch(url)
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  await response.text()
}

async function ingest(url, secret, middleId) {
  const [winner, loser] = [middleId, middleId - 1].map((id) => fighter(id, `Bench${id}`))
  const match = duel({ at: new Date().toISOString(), gameType: 'boxing', winner, loser })
  const response = await fetch(`${url}/api/ingest/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ events: [match] }),
  })
  requireAccepted(await response.json())
}

const seconds = (begun) => ((performance.now() - begun) / 1000).toFixed(1)

function print(results) {
  const [small, large] = sizes
  const rows = Object.keys(results.get(small)).map((name) => {
    const values = sizes.map((size) => results.get(size)[name])
    return { name, values, ratio: large === undefined ? undefined : values[1] / values[0] }
  })
  console.log(
    `\n| median of ${rounds}, ms | ${sizes.map((size) => `${size} players`).join(' | ')} | large ÷ small |`,
  )
  console.log(`|---|${sizes.map(() => '---:').join('|')}|---:|`)
  for (const { name, values, ratio } of rows) {
    console.log(
      `| ${name} | ${values.map((value) => value.toFixed(2)).join(' | ')} | ${ratio?.toFixed(2) ?? ''} |`,
    )
  }
  for (const { name, values, ratio } of rows) {
    console.log(JSON.stringify({ bench: 'ledger', name, sizes, ms: values.map((v) => +v.toFixed(3)), ratio }))
  }
}
