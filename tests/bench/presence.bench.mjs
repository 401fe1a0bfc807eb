import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { emptySite } from './lib/empty-site.mjs'
import { median, round } from './lib/load.mjs'

// What it costs that 10,000 players are online and a game server says so every 5 s: a heartbeat without changes, one in
// which 2 % of the players left, came or changed mode, and what pages weigh and take meanwhile.

const players = Number(process.env.BENCH_PLAYERS ?? 10_000)
/** Players in a part, as the SDKs send them. */
const partSize = 1_500
const parts = Math.ceil(players / partSize)
const heartbeats = Number(process.env.BENCH_HEARTBEATS ?? 40)
/** A fiftieth, each half with others: those who leave are followed by as many who come. */
const moving = Math.floor(players / 100)
const modes = ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo']
/** Heartbeats before those that are measured. */
const warmUp = 3
const begun = Date.now() - 3_600_000

export async function run() {
  const bench = await emptySite()
  try {
    const { client } = bench
    await client.query(
      `INSERT INTO users (gamertag, gamertag_at) SELECT 'Bencher ' || n, now() FROM generate_series(1, $1::int) AS n`,
      [players + (warmUp + heartbeats) * moving],
    )
    await client.query(
      `INSERT INTO game_identities (kind, value, user_id) SELECT 'xuid', (2535400000000000 + id)::text, id FROM users`,
    )
    await client.query('VACUUM ANALYZE')
    const site = await bench.start()
    const empty = await weights(site.url)
    const online = Array.from({ length: players }, (_, n) => ({
      number: n + 1,
      mode: n % modes.length,
      since: n % 3_000,
    }))
    await send(bench, online)
    const figures = {
      'nothing changed': await measure(bench, site.pid, () => send(bench, online)),
      '2 % changed': await measure(bench, site.pid, (n) => {
        change(online, n)
        return send(bench, online)
      }),
    }
    print(figures, empty, await weights(site.url, () => send(bench, online)))
  } finally {
    await bench.stop()
  }
}

/** One in a hundred leaves, for somebody who was not here, and as many change mode. */
function change(online, n) {
  for (let at = 0; at < moving; at += 1) {
    const place = (at * 97 + n) % online.length
    online[place] = { number: players + n * moving + at + 1, mode: at % modes.length, since: 3_600 + n }
    const other = online[(at * 89 + n + 31) % online.length]
    other.mode = (other.mode + 1) % modes.length
  }
}

/** A heartbeat: all parts, one after the other. */
async function send({ report }, online) {
  const at = new Date().toISOString()
  for (let part = 1; part <= parts; part += 1) {
    const listed = online.slice((part - 1) * partSize, part * partSize).map(({ number, mode, since }) => ({
      xuid: String(2_535_400_000_000_000 + number),
      mode: modes[mode],
      since: new Date(begun + since * 1_000).toISOString(),
    }))
    const data = { playerCount: online.length, players: listed, part, parts }
    await report([{ id: randomUUID(), type: 'heartbeat', at, data }])
  }
}

/** Milliseconds and rows of one heartbeat, the mean of many. */
async function measure({ client }, pid, work) {
  for (let n = 0; n < warmUp; n += 1) await work(n)
  const before = await books(client, pid)
  const took = []
  for (let n = warmUp; n < warmUp + heartbeats; n += 1) {
    const start = performance.now()
    await work(n)
    took.push(performance.now() - start)
  }
  const after = await books(client, pid)
  const each = (key) => round((after[key] - before[key]) / heartbeats, 1)
  return {
    processMs: each('processMs'),
    databaseMs: each('databaseMs'),
    rows: each('rows'),
    tookMs: round(median(took), 0),
  }
}

/** Processor time of the site, time the database spent in its statements, rows of presence that were written. */
async function books(client, pid) {
  // Connections add their share to the statistics when they have been idle for a while.
  await new Promise((resolve) => setTimeout(resolve, 11_000))
  const { rows } = await client.query(
    `SELECT (SELECT active_time FROM pg_stat_database WHERE datname = current_database()) AS "databaseMs",
       (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::int FROM pg_stat_user_tables
        WHERE relname IN ('presence_players', 'presence_unknown', 'presence_parts')) AS rows`,
  )
  const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(') ')[1]
    .split(' ')
  return { ...rows[0], processMs: (Number(user) + Number(system)) * 10 }
}

/** Bytes over the network, gzipped, and milliseconds of what shows who is online. */
async function weights(url, beat = () => undefined) {
  const result = {}
  for (const path of ['/', '/api/presence?limit=24', '/api/presence']) {
    const times = []
    let bytes = 0
    for (let n = 0; n < 5; n += 1) {
      await beat()
      // Behind the cache for visitors.
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      const start = performance.now()
      bytes = await bytesOf(url + path)
      times.push(performance.now() - start)
    }
    result[path] = { bytes, ms: round(median(times), 1) }
  }
  return result
}

const bytesOf = (url) =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      let bytes = 0
      response.on('data', (chunk) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
    }).on('error', reject)
  })

function print(figures, empty, full) {
  console.log(
    `\n| a heartbeat of ${players} players in ${parts} parts | process, ms | database, ms | rows written | took, ms |`,
  )
  console.log('|---|---:|---:|---:|---:|')
  for (const [name, { processMs, databaseMs, rows, tookMs }] of Object.entries(figures))
    console.log(`| ${name} | ${processMs} | ${databaseMs} | ${rows} | ${tookMs} |`)
  console.log('\n| gzipped | bytes, nobody online | bytes | ms |\n|---|---:|---:|---:|')
  for (const [path, { bytes, ms }] of Object.entries(full))
    console.log(`| ${path} | ${empty[path].bytes} | ${bytes} | ${ms} |`)
  console.log(JSON.stringify({ bench: 'presence', players, parts, figures, empty, full }))
}
