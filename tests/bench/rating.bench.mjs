import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { duel, fighter } from './lib/duels.mjs'
import { emptySite } from './lib/empty-site.mjs'
import { round } from './lib/load.mjs'

// How long a mode takes to be rated from its first match on, in a process of its own beside a site that stores matches
// meanwhile, and what a new match costs behind so many.

const sizes = (process.env.BENCH_RATED ?? '10000,100000').split(',').map(Number)
const players = 2_000
const mebibyte = 1024 * 1024

const seeds = 20

export async function run() {
  await simulate()
  console.log(
    '\n| rated matches | seconds | matches a second | peak memory | ingest p50, p99 before | meanwhile | reads | mixtures | one more match |',
  )
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const matches of sizes) await measure(matches)
}

/** How well ratings order a closed pool after 30 matches each, over some seasons. */
async function simulate() {
  const bench = await emptySite()
  try {
    const {
      playSeason,
      players: pool,
      spearman,
    } = await bench.sources('/src/server/domains/rankings/ratings/testing/simulated-season.ts')
    const seasons = Array.from({ length: seeds }, (_, seed) => playSeason(seed + 1))
    const order = seasons.map(({ skills, ratings }) => spearman(skills, ratings))
    const drift = seasons.map(({ ratings }) => {
      const mean = ratings.reduce((sum, rating) => sum + rating, 0) / pool
      return Math.abs(mean - 1_500) / 15
    })
    const [worstOrder, worstDrift] = [Math.min(...order), Math.max(...drift)]
    console.log(
      `\n| seasons of ${pool} players, 30 matches each | lowest Spearman | largest drift of the mean |`,
    )
    console.log('|---:|---:|---:|')
    console.log(`| ${seeds} | ${round(worstOrder, 3)} | ${round(worstDrift, 2)} % |`)
    console.log(JSON.stringify({ bench: 'rating', seeds, worstOrder, worstDrift }))
  } finally {
    await bench.stop()
  }
}

async function measure(matches) {
  const bench = await emptySite()
  try {
    const { client, sources } = bench
    const { rateUntilDone } = await sources('/src/server/domains/rankings/ratings/worker.ts')
    const { verifyRatings } = await sources('/src/server/domains/rankings/ratings/rebuild.ts')
    await store(client, matches)
    const database = bench.openDatabase()
    const memory = watchMemory()
    const begun = performance.now()
    await rateUntilDone(database)
    const seconds = (performance.now() - begun) / 1_000
    const peak = memory.stop()

    await bench.start()
    const quiet = await report(bench, 50)
    const oneMore = await newMatch(bench, client)
    // Everything again, with rows that differ: the site stores matches of another mode meanwhile.
    await client.query(
      `UPDATE rating_history SET rating = rating + 1 WHERE track_id = (SELECT min(id) FROM rating_tracks)`,
    )
    let done = false
    const replay = client
      .query(`INSERT INTO rating_queue (mode) VALUES ('boxing')`)
      .then(() => rateUntilDone(database))
      .finally(() => (done = true))
    const readers = watchSums(client, () => done)
    const busy = await report(bench, 10_000, () => done)
    await replay
    const reads = await readers
    // The site rates what came meanwhile.
    while ((await client.query('SELECT FROM rating_queue LIMIT 1')).rowCount > 0) await pause(50)
    const verdict = await verifyRatings(database)
    if (verdict.differences > 0) throw new Error(`ratings: ${verdict.examples.join('; ')}`)
    print({ matches, seconds, peak, quiet, busy, reads, oneMore })
  } finally {
    await bench.stop()
  }
}

/** Matches of the last weeks between random players, as the ledger keeps them. */
async function store(client, matches) {
  await client.query(
    `INSERT INTO users (gamertag) SELECT 'Bencher ' || n FROM generate_series(1, $1::int) AS n`,
    [players],
  )
  await client.query(`INSERT INTO game_identities (kind, value, user_id)
    SELECT 'xuid', id::text, id FROM users WHERE gamertag LIKE 'Bencher %'`)
  await client.query(
    `INSERT INTO matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash)
     SELECT gen_random_uuid(), (SELECT min(id) FROM game_servers), 'boxing', true, at, at, sha256('bench')
     FROM generate_series(1, $1::int) AS n
     CROSS JOIN LATERAL (
       SELECT date_trunc('milliseconds', now() - interval '20 days' * (1 - n::float8 / $1::int)) AS at
     ) AS moment`,
    [matches],
  )
  await client.query(
    `WITH numbered AS (SELECT id, row_number() OVER (ORDER BY id)::int - 1 AS number FROM game_identities)
     INSERT INTO match_players (identity_id, match_id, ended_at, gamertag, result, kills, deaths, assists, points)
     SELECT numbered.id, match_id, ended_at, 'Bencher', result, 1, 1, 0, 5 FROM (
       SELECT match_id, ended_at, floor(random() * $1::int)::int AS one,
         1 + floor(random() * ($1::int - 1))::int AS step FROM matches
     ) AS pairs CROSS JOIN LATERAL (VALUES (one, 'win'), ((one + step) % $1::int, 'loss')) AS part (number, result)
     JOIN numbered USING (number)`,
    [players],
  )
  await client.query('ANALYZE')
}

/** Highest resident memory of this process above what it had, in mebibytes. */
function watchMemory() {
  global.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return round((peak - before) / mebibyte, 0)
    },
  }
}

/**
 * Reads all ratings of a mode again and again while they are replayed. Returns how often.
 * @throws when a read is neither what was there before nor what is there afterwards
 */
async function watchSums(client, isDone) {
  const seen = new Set()
  let reads = 0
  while (!isDone()) {
    const { rows } = await client.query(`
      SELECT (SELECT sum(rating) FROM rating_history WHERE track_id = one) AS history,
        (SELECT sum(rating) FROM ratings WHERE track_id = one) AS ratings
      FROM (SELECT id AS one FROM rating_tracks WHERE (mode, ladder) = ('boxing', 'solo')) AS track`)
    seen.add(JSON.stringify(rows[0]))
    reads += 1
  }
  if (seen.size > 2) throw new Error(`a reader saw a mixture: ${[...seen].join(' ')}`)
  return reads
}

const newDuel = () => {
  const one = Math.floor(Math.random() * players)
  return duel({
    at: new Date().toISOString(),
    gameType: 'sumo',
    winner: fighter(one, `Bencher ${one}`),
    loser: fighter(players + one, `Bencher ${players + one}`),
  })
}

/** Milliseconds of single matches sent one after the other, until `isDone`. */
async function report(bench, count, isDone = () => false) {
  const times = []
  for (let n = 0; n < count && !isDone(); n += 1) {
    const begun = performance.now()
    await bench.report([newDuel()])
    times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const at = (share) => round(times[Math.min(times.length - 1, Math.floor(times.length * share))], 1)
  return { p50: at(0.5), p99: at(0.99), requests: times.length }
}

/** Milliseconds from the answer to a match until its rating is there. */
async function newMatch(bench, client) {
  const event = newDuel()
  await bench.report([{ ...event, id: randomUUID(), data: { ...event.data, gameType: 'boxing' } }])
  const begun = performance.now()
  for (;;) {
    const { rowCount } = await client.query('SELECT FROM rating_history WHERE match_id = $1', [
      event.data.matchId,
    ])
    if (rowCount === 2) return round(performance.now() - begun, 0)
  }
}

function print({ matches, seconds, peak, quiet, busy, reads, oneMore }) {
  const perSecond = round(matches / seconds, 0)
  const of = ({ p50, p99 }) => `${p50}, ${p99} ms`
  console.log(
    `| ${matches} | ${round(seconds, 1)} | ${perSecond} | ${peak} MiB | ${of(quiet)} | ${of(busy)} | ${reads} | 0 | ${oneMore} ms |`,
  )
  console.log(
    JSON.stringify({
      bench: 'rating',
      matches,
      seconds: round(seconds, 1),
      perSecond,
      peak,
      quiet,
      busy,
      reads,
      oneMore,
    }),
  )
}
