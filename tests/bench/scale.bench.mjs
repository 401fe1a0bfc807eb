import { execFile } from 'node:child_process'
import { statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { root } from '../../scripts/lib/root.mjs'
import { emptySite } from './lib/empty-site.mjs'
import { median, round } from './lib/load.mjs'
import { signUp } from './lib/people.mjs'
import { reads, writes } from './lib/scale-cases.mjs'
import { scalePlot } from './lib/scale-plot.mjs'
import { fillWorld, settleRatings } from './lib/world.mjs'

// Every read and write at a thousand to a million players. The sites of all sizes run side by side and are asked in
// turns: whatever disturbs the machine disturbs all of them, and their ratio says what the size costs.

const max = Number(process.env.BENCH_SCALE_MAX ?? 1_000_000)
const times = Number(process.env.BENCH_SCALE_ROUNDS ?? 100)
const only = process.env.BENCH_SCALE_ONLY
const plot = process.env.BENCH_SCALE_SVG ?? join(root, 'docs/performance/scale.svg')
const sizes = [
  { players: 1_000, posts: 100 },
  { players: 10_000, posts: 10_000 },
  { players: 100_000, posts: 100_000 },
  { players: 1_000_000, posts: 1_000_000 },
].filter(({ players }) => players <= max)

/** Comparing every figure with every match takes minutes in larger worlds, which are made by the same statements. */
const verifiedUpTo = 10_000
/** What passwords cost is most of these, and the same at any size. */
const slowOnes = new Set(['sign up', 'sign in'])

export async function run() {
  const worlds = []
  try {
    for (const size of sizes) worlds.push(await openWorld(size))
    const idle = worlds.map(({ megabytes }) => megabytes())
    const figures = []
    for (const [kind, cases] of Object.entries({ read: reads, write: writes })) {
      for (const [name, prepare] of Object.entries(cases)) {
        if (only !== undefined && !name.includes(only)) continue
        figures.push({
          kind,
          name,
          ...(await measure(worlds, prepare, slowOnes.has(name) ? times / 2 : times)),
        })
        console.log(line(figures.at(-1)))
      }
    }
    const afterwards = worlds.map(({ megabytes }) => megabytes())
    figures.push({ kind: 'memory', name: 'web process, idle, MB', values: idle, ratio: ratioOf(idle) })
    figures.push({
      kind: 'memory',
      name: 'web process, after it, MB',
      values: afterwards,
      ratio: ratioOf(afterwards),
    })
    print(figures)
    if (only === undefined) writeFileSync(plot, scalePlot(sizes, figures))
  } finally {
    for (const world of worlds) await world.stop()
  }
}

/** A database with so many players and posts, and a site on it. */
async function openWorld({ players, posts }) {
  const free = statfsSync(tmpdir())
  // A million players take some 5 GB and their making half as much again.
  if (free.bavail * free.bsize < players * 9_000)
    throw new Error(`${tmpdir()} lacks ${players * 9_000} bytes`)
  const bench = await emptySite()
  try {
    const { client, sources, secret } = bench
    const begun = performance.now()
    await fillWorld(client, { players, posts })
    const filled = performance.now()
    const { rateUntilDone } = await sources('/src/server/domains/rankings/ratings/worker.ts')
    await rateUntilDone(bench.openDatabase())
    const { rows } = await client.query(`SELECT pg_size_pretty(pg_database_size(current_database())) AS size`)
    console.log(
      `${players} players and ${posts} posts: ${rows[0].size}, made in ${seconds(begun, filled)} s, rated in ${seconds(filled)} s`,
    )
    const site = await bench.start()
    if (players <= verifiedUpTo) await verifyLedger(site.env)
    await settleRatings(client)
    const owner = { cookie: await signUp(site.url, 'bench-owner') }
    await client.query(`UPDATE users SET rank = 'Owner' WHERE username = 'bench-owner'`)
    const deepest = await client.query(
      'SELECT match_id FROM match_players WHERE identity_id = 1 ORDER BY ended_at DESC OFFSET 99 LIMIT 1',
    )
    return {
      ...site,
      players,
      posts,
      secret,
      owner,
      member: { cookie: await signUp(site.url, 'bench-member') },
      deepMatch: deepest.rows[0].match_id,
      gamertags: async (ids) => {
        const found = await client.query(
          'SELECT gamertag FROM unnest($1::int[]) WITH ORDINALITY AS wanted (id, place) JOIN users USING (id) ORDER BY place',
          [ids],
        )
        return found.rows.map(({ gamertag }) => gamertag)
      },
      stop: bench.stop,
    }
  } catch (error) {
    await bench.stop()
    throw error
  }
}

/** @param {number} from @param {number} [to] of performance.now() */
const seconds = (from, to = performance.now()) => round((to - from) / 1000, 1)

async function verifyLedger(env) {
  const verdict = await promisify(execFile)(process.execPath, ['scripts/cli.mjs', 'ledger', 'verify'], {
    cwd: root,
    env,
  })
  console.log(`  ledger verify: ${verdict.stdout.trim()}`)
}

async function measure(worlds, prepare, rounds) {
  const all = worlds.map(() => [])
  for (let n = -5; n < rounds; n += 1) {
    for (const [index, world] of worlds.entries()) {
      const work = await prepare(world)
      const begun = performance.now()
      await work()
      if (n >= 0) all[index].push(performance.now() - begun)
    }
  }
  const p99s = all.map((one) => [...one].sort((a, b) => a - b)[Math.ceil(one.length * 0.99) - 1])
  const values = all.map((one) => median(one))
  return { values: values.map((ms) => round(ms)), p99: p99s.map((ms) => round(ms)), ratio: ratioOf(values) }
}

const ratioOf = (values) => round(values.at(-1) / values[0])

const line = ({ name, values, p99, ratio }) =>
  `| ${name} | ${values.map((value, index) => `${value}${p99 ? ` / ${p99[index]}` : ''}`).join(' | ')} | ${ratio} |`

function print(figures) {
  console.log(
    `\n| median / p99, ms | ${sizes.map(({ players }) => players.toLocaleString('en')).join(' | ')} | large ÷ small |`,
  )
  console.log(`|---|${sizes.map(() => '---:').join('|')}|---:|`)
  for (const figure of figures) console.log(line(figure))
  for (const figure of figures) console.log(JSON.stringify({ bench: 'scale', sizes, ...figure }))
}
