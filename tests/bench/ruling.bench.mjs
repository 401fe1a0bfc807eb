import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { duel, fighter } from './lib/duels.mjs'
import { emptySite } from './lib/empty-site.mjs'
import { round } from './lib/load.mjs'
import { signUp } from './lib/people.mjs'

// A ruling on 10,000 matches of one player: how long it takes to make, to apply and to rate again, how its progress
// moves meanwhile, and that restoring them gives every figure as before, bit for bit.

const matches = Number(process.env.BENCH_RULED ?? 10_000)
const opponents = 200
const hour = 3_600_000

export async function run() {
  const bench = await emptySite()
  try {
    const { client } = bench
    const site = await bench.start()
    await fill(bench)
    await untilRated(client)
    const staff = {}
    for (const [name, rank] of [
      ['maker', 'Moderator'],
      ['second', 'Admin'],
    ]) {
      staff[name] = await signUp(site.url, `bench-${name}`)
      await client.query('UPDATE users SET rank = $2 WHERE username = $1', [`bench-${name}`, rank])
    }
    const { rows } = await client.query(`SELECT user_id AS id FROM game_identities WHERE value = $1`, [
      fighter(0, '').xuid,
    ])
    const span = {
      userId: rows[0].id,
      from: new Date(Date.now() - 20 * 24 * hour).toISOString(),
      to: new Date().toISOString(),
    }
    const before = await digests(client)
    const excluded = await rule({ site, staff, span, client }, 'exclude')
    const meanwhile = await digests(client)
    const restored = await rule({ site, staff, span, client }, 'restore')
    const after = await digests(client)
    for (const [name, digest] of Object.entries(before)) {
      if (meanwhile[name] === digest) throw new Error(`the ruling changed nothing of ${name}`)
      if (after[name] !== digest) throw new Error(`${name} differ after the matches were restored`)
    }
    console.log(`\n| ${matches.toLocaleString('en')} matches, s | exclude | restore |\n|---|---:|---:|`)
    for (const [key, label] of [
      ['made', 'made'],
      ['applied', 'applied, from the second person on'],
      ['rated', 'ratings and records computed again'],
    ])
      console.log(`| ${label} | ${excluded[key]} | ${restored[key]} |`)
    console.log(`Restored as before: ${Object.keys(before).join(', ')}`)
    console.log(JSON.stringify({ bench: 'ruling', matches, excluded, restored }))
  } finally {
    await bench.stop()
  }
}

/** Matches of the player against 200 others, and half as many of those among each other. */
async function fill({ report }) {
  const begun = Date.now() - 19 * 24 * hour
  const name = (number) => fighter(number, `Bencher ${number}`)
  for (let first = 0; first < matches; first += 100) {
    const events = Array.from({ length: 150 }, (_, at) => {
      const n = first + at
      const one = at < 100 ? 0 : 1 + (n % opponents)
      const other = 1 + ((n * 7 + 3) % opponents)
      const rival = other === one ? 1 + (other % opponents) : other
      const [winner, loser] = n % 3 === 0 ? [rival, one] : [one, rival]
      const time = new Date(begun + (first + at / 2) * 90_000).toISOString()
      return duel({ at: time, gameType: 'boxing', winner: name(winner), loser: name(loser) })
    })
    for (let from = 0; from < events.length; from += 50) await report(events.slice(from, from + 50))
  }
}

/** The site's worker clears its queue in the transaction that stores ratings and records. */
async function untilRated(client) {
  for (;;) {
    const { rows } = await client.query('SELECT EXISTS (SELECT FROM rating_queue) AS waits')
    if (!rows[0].waits) return
    await pause(50)
  }
}

/** Makes a ruling, has the second person confirm it, and follows it to its end. */
async function rule({ site, staff, span, client }, action) {
  const ask = async (path, cookie, body) => {
    const response = await fetch(site.url + path, {
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const since = (at) => round((performance.now() - at) / 1_000)
  const begun = performance.now()
  const body = { action, span, reason: 'A benchmark of a long ruling' }
  const { id, matches: ruled } = await ask('/api/admin/rulings', staff.maker, body)
  if (ruled !== matches) throw new Error(`the ruling is on ${ruled} matches`)
  const made = since(begun)
  const confirmed = performance.now()
  await ask(`/api/admin/rulings/${id}/confirm`, staff.second, {})
  const progress = []
  for (;;) {
    const [ruling] = await ask('/api/admin/rulings?limit=1', staff.maker)
    if (progress.at(-1) !== ruling.done) progress.push(ruling.done)
    if (ruling.state === 'applied') break
    await pause(200)
  }
  const applied = since(confirmed)
  const rating = performance.now()
  await untilRated(client)
  return { made, applied, rated: since(rating), progress }
}

/** Everything that is derived from matches, by table. */
async function digests(client) {
  const { rows } = await client.query(`
    SELECT 'totals and streaks' AS name, md5(string_agg(to_jsonb(one)::text, '' ORDER BY board_id, user_id)) AS digest
    FROM player_stats AS one
    UNION ALL SELECT 'histograms', md5(string_agg(to_jsonb(one)::text, '' ORDER BY board_id, shift, node))
    FROM board_counts AS one WHERE players > 0
    UNION ALL SELECT 'ratings', md5(string_agg(to_jsonb(one)::text, '' ORDER BY track_id, season_id, user_id))
    FROM ratings AS one
    UNION ALL SELECT 'rating history', md5(string_agg(to_jsonb(one)::text, '' ORDER BY match_id, identity_id))
    FROM rating_history AS one
    UNION ALL SELECT 'records', md5(string_agg(to_jsonb(one)::text, '' ORDER BY low_id, high_id, season_id, game_type))
    FROM head_to_head AS one`)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
