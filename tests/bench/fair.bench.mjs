import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { emptySite } from './lib/empty-site.mjs'
import { median, round } from './lib/load.mjs'

// A season with planted boosters beside ordinary players, friends who play each other all evening, and friends of whom
// one always loses: what the detector finds, what it finds wrongly, and what looking at one more match takes.

const matches = Number(process.env.BENCH_FAIR ?? 100_000)
const players = Number(process.env.BENCH_PLAYERS ?? 10 * matches)
const active = Math.max(200, Math.round(matches / 50))
const planted = { one_sided: 13, feeding: 13, throwing: 12, input_switch: 12 }
const friends = 200
const unequalFriends = 50
const scans = 500
const day = 86_400_000
const inputs = ['touch', 'controller', 'keyboard']

export async function run() {
  const bench = await emptySite()
  try {
    const { client, sources } = bench
    const { scanUntilDone } = await sources('/src/server/domains/moderation/detector/detector.ts')
    const { defaultFairPlay } = await sources('/src/server/domains/content/default-words.ts')
    await client.query(
      `INSERT INTO users (gamertag) SELECT 'Bencher ' || n FROM generate_series(1, $1::int) AS n`,
      [players],
    )
    await client.query(
      `INSERT INTO game_identities (kind, value, user_id) SELECT 'xuid', id::text, id FROM users ORDER BY users.id`,
    )
    const { season, suspects } = makeSeason(Date.now() - day)
    for (let at = 0; at < season.length; at += 5_000) await store(client, season.slice(at, at + 5_000))
    await client.query('VACUUM ANALYZE')
    await client.query('SELECT refresh_mode_durations()')
    const database = bench.openDatabase()
    const scan = () =>
      scanUntilDone({ database, live: { publish: async () => {} } }, defaultFairPlay.detector)
    const begun = performance.now()
    await scan()
    const seconds = (performance.now() - begun) / 1_000
    const { rows } = await client.query(
      'SELECT pattern, subject_user_id AS one, other_user_id AS other FROM moderation_reports WHERE pattern IS NOT NULL',
    )
    const found = new Set(rows.flatMap(({ one, other }) => [suspects.get(one), suspects.get(other)]))
    found.delete(undefined)
    const wrong = {}
    for (const { pattern, one, other } of rows)
      if (!suspects.has(one) && !suspects.has(other)) wrong[pattern] = (wrong[pattern] ?? 0) + 1
    const times = []
    for (let n = 0; n < scans; n += 1) {
      await store(client, [ordinary(Date.now())])
      const start = performance.now()
      await scan()
      times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    print({
      matches: season.length,
      players,
      planted: new Set(suspects.values()).size,
      found: found.size,
      wrong,
      cases: rows.length,
      perSecond: round(season.length / seconds, 0),
      p50: round(median(times), 1),
      p99: round(times[Math.floor(times.length * 0.99)], 1),
    })
  } finally {
    await bench.stop()
  }
}

const skill = (number) => ((number * 7_919) % 1_000) / 1_000
const inputOf = (number) => inputs[number % 3]
/** Milliseconds of an ordinary match: half of them take less than a minute. */
const usualMs = () => 60_000 * Math.exp((Math.random() + Math.random() + Math.random() - 1.5) * 0.8)

/** A match as the ledger keeps it, of players by number. */
function duel(
  at,
  winner,
  loser,
  { ms = usualMs(), kills = Math.floor(Math.random() * 4), input = inputOf } = {},
) {
  return {
    id: randomUUID(),
    started: new Date(at - ms).toISOString(),
    ended: new Date(at).toISOString(),
    winner,
    loser,
    kills,
    winnerInput: input(winner),
    loserInput: input(loser),
  }
}

/** One of the two wins as their skills let them. */
const fair = (at, a, b) =>
  Math.random() < 1 / (1 + Math.exp(2 * (skill(b) - skill(a)))) ? duel(at, a, b) : duel(at, b, a)

function ordinary(at) {
  const one = Math.floor(Math.random() * active)
  return fair(at, 1 + one, 1 + ((one + 1 + Math.floor(Math.random() * (active - 1))) % active))
}

const somebody = () => 1 + Math.floor(Math.random() * active)

/** Matches of 20 days until `end`. Suspects are the numbers of who belongs to which planted group. */
function makeSeason(end) {
  const season = Array.from({ length: matches }, () => ordinary(end - Math.random() * 20 * day))
  const suspects = new Map()
  let next = active
  const fresh = () => (next += 1)
  let group = 0
  const suspect = () => {
    const number = fresh()
    suspects.set(number, group)
    return number
  }
  const evening = () => end - Math.random() * 15 * day
  const minutes = (n) => n * 4 * 60_000
  for (let n = 0; n < friends; n += 1) {
    const [a, b, at] = [fresh(), fresh(), evening()]
    for (let m = 0; m < 20; m += 1) season.push(fair(at + minutes(m), a, b))
  }
  const overDays = (n) => n * 8 * 3_600_000
  for (let n = 0; n < unequalFriends; n += 1) {
    const [a, b, at] = [fresh(), fresh(), evening()]
    for (let m = 0; m < 14; m += 1)
      season.push(duel(at - overDays(m), a, b, { ms: usualMs() * (0.6 + 0.4 * Math.random()) }))
  }
  const kinds = {
    one_sided(at) {
      const [a, b] = [suspect(), suspect()]
      for (let m = 0; m < 12; m += 1)
        season.push(
          duel(at + minutes(m), m === 5 ? b : a, m === 5 ? a : b, { ms: 8_000 + Math.random() * 8_000 }),
        )
    },
    feeding(at) {
      const [a, b] = [suspect(), suspect()]
      for (let m = 0; m < 14; m += 1)
        season.push(duel(at - overDays(m), a, b, { ms: 8_000 + Math.random() * 16_000 }))
    },
    throwing(at) {
      const a = suspect()
      for (let m = 0; m < 25; m += 1) season.push(fair(at - minutes(40 - m), a, somebody()))
      for (let m = 0; m < 6; m += 1)
        season.push(duel(at + minutes(m), somebody(), a, { ms: 5_000 + Math.random() * 8_000, kills: 0 }))
    },
    input_switch(at) {
      const a = suspect()
      const input = (wanted) => (number) => (number === a ? wanted : inputOf(number))
      for (let m = 0; m < 24; m += 1) {
        const [one, other] = m % 4 === 0 ? [a, somebody()] : [somebody(), a]
        season.push(duel(at - minutes(40 - m), one, other, { input: input('touch'), kills: 1 }))
      }
      for (let m = 0; m < 10; m += 1)
        season.push(duel(at + minutes(m), a, somebody(), { input: input('keyboard') }))
    },
  }
  for (const [kind, count] of Object.entries(planted))
    for (let n = 0; n < count; n += 1) {
      group += 1
      kinds[kind](evening())
    }
  return { season, suspects }
}

async function store(client, part) {
  await client.query('BEGIN')
  await client.query(
    `INSERT INTO matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash)
     SELECT id, 1, 'boxing', true, started, ended, sha256('bench')
     FROM jsonb_to_recordset($1::jsonb) AS one (id uuid, started timestamptz, ended timestamptz)`,
    [JSON.stringify(part)],
  )
  await client.query(
    `INSERT INTO match_players (identity_id, match_id, ended_at, gamertag, result, kills, deaths, assists, points, input)
     SELECT ids.id, one.id, ended, 'Bencher', result, part.kills, 1, 0, 5, input
     FROM jsonb_to_recordset($1::jsonb) AS one (id uuid, ended timestamptz, winner int, loser int, kills int,
       "winnerInput" text, "loserInput" text)
     CROSS JOIN LATERAL (VALUES (winner, 'win', 5, "winnerInput"), (loser, 'loss', one.kills, "loserInput"))
       AS part (number, result, kills, input)
     JOIN game_identities AS ids ON ids.user_id = part.number AND ids.kind = 'xuid'`,
    [JSON.stringify(part)],
  )
  await client.query('COMMIT')
}

function print(figures) {
  const { matches, players, planted, found, wrong, cases, perSecond, p50, p99 } = figures
  console.log(
    '\n| matches | players | planted | found | cases | of nobody planted | matches a second | p50, p99 of a scan |',
  )
  console.log('|---:|---:|---:|---:|---:|---|---:|---:|')
  console.log(
    `| ${matches} | ${players} | ${planted} | ${found} | ${cases} | ${JSON.stringify(wrong)} | ${perSecond} | ${p50}, ${p99} ms |`,
  )
  console.log(JSON.stringify({ bench: 'fair', ...figures }))
}
