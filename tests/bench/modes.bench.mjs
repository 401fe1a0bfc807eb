import { createHash, randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { duel, fighter } from './lib/duels.mjs'
import { emptySite } from './lib/empty-site.mjs'
import { median, round } from './lib/load.mjs'

// A site with 64 modes of its own beside one with the six that ship, each with the same matches between the same players:
// boards, ingest and rebuild, asked in turns, so that whatever disturbs the machine disturbs both. A player plays six modes
// of those there are, with others who play the same; with BENCH_SPREAD=1 each plays all of them, which makes more figures.

const players = 500
/** Players who play the same six modes. */
const group = 50
const modesOfPlayer = 6
const isSpread = process.env.BENCH_SPREAD === '1'
const matches = Number(process.env.BENCH_MATCHES ?? 20_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 30)
const shipped = ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo']
const own = Array.from({ length: 64 }, (_, n) => `own_${n}`)

export async function run() {
  const sites = []
  try {
    for (const modes of [shipped, own]) sites.push(await filled(modes))
    const figures = {}
    for (const [name, { prepare, work, times = rounds }] of Object.entries(cases)) {
      const all = sites.map(() => [])
      for (let n = -3; n < times; n += 1) {
        for (const [index, site] of sites.entries()) {
          await prepare?.(site)
          const begun = performance.now()
          await work(site, n)
          if (n >= 0) all[index].push(performance.now() - begun)
        }
      }
      const [six, many] = all.map((one) => round(median(one), 1))
      figures[name] = { six, many, ratio: round(many / six) }
    }
    print(figures)
  } finally {
    for (const site of sites) await site.stop()
  }
}

async function filled(modes) {
  const bench = await emptySite()
  const { client, sources } = bench
  await client.query(
    `INSERT INTO modes (key, name, listed, in_overall, position, made_by)
     SELECT key, initcap(key), true, true, 100, 'staff' FROM unnest($1::text[]) AS key ON CONFLICT (key) DO NOTHING`,
    [modes],
  )
  const site = await bench.start()
  for (let first = 0; first < matches; first += 100)
    await bench.report(Array.from({ length: 100 }, (_, n) => match(modes, first + n)))
  await client.query('VACUUM ANALYZE')
  const { rebuildLedger, verifyLedger } = await sources('/src/server/domains/matches/ledger/rebuild.ts')
  const database = bench.openDatabase()
  let next = matches
  await settled(bench)
  return {
    ...bench,
    modes,
    url: site.url,
    rebuild: () => rebuildLedger(database),
    verify: () => verifyLedger(database),
    matches() {
      next += 100
      return Array.from({ length: 100 }, (_, n) => match(modes, next - n))
    },
  }
}

/** Waits until ratings and the detector have gone through all matches. */
async function settled({ client }) {
  const waiting = 'SELECT FROM rating_queue UNION ALL SELECT FROM detector_queue LIMIT 1'
  while ((await client.query(waiting)).rowCount > 0) await pause(5)
}

/** @param {string[]} modes @param {number} n */
function match(modes, n) {
  const hash = createHash('sha256').update(`match ${n}`).digest()
  const winner = hash.readUInt32BE(0) % players
  const others = (step) => 1 + (hash.readUInt32BE(4) % (step - 1))
  const first = winner - (winner % group)
  const loser = isSpread
    ? (winner + others(players)) % players
    : first + ((winner - first + others(group)) % group)
  const mode = hash.readUInt32BE(8) % (isSpread ? modes.length : modesOfPlayer)
  const name = (number) => fighter(number, `Bencher ${number}`)
  const at = new Date(Date.now() - 1_000).toISOString()
  const gameType = modes[isSpread ? mode : ((first / group) * modesOfPlayer + mode) % modes.length]
  const event = duel({ at, gameType, winner: name(winner), loser: name(loser) })
  return { ...event, id: event.data.matchId }
}

const ask = async (url) => {
  const response = await fetch(url)
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  await response.text()
}

/** Another query each time, since answers are cached for a second. */
const fresh = () => `&x=${randomUUID()}`

const cases = {
  'board page, document': {
    work: ({ url, modes }) => ask(`${url}/leaderboards?gameType=${modes[0]}${fresh()}`),
  },
  'board, first page': {
    work: ({ url, modes }, n) => ask(`${url}/api/leaderboard?gameType=${modes[0]}&limit=${20 + (n + 3)}`),
  },
  'overall, first page': { work: ({ url }, n) => ask(`${url}/api/leaderboard?limit=${20 + (n + 3)}`) },
  modes: { work: ({ url }) => ask(`${url}/api/modes?${fresh()}`) },
  'ingest of 100 matches': { prepare: settled, work: (site) => site.report(site.matches()) },
  'until 100 matches are rated': {
    prepare: async (site) => {
      await site.report(site.matches())
    },
    work: settled,
  },
  'ledger rebuild': { prepare: settled, work: (site) => site.rebuild(), times: 15 },
  'ledger verify': { work: (site) => site.verify(), times: 15 },
}

function print(figures) {
  console.log('\n| median, ms | 6 modes | 64 modes | ratio |\n|---|---:|---:|---:|')
  for (const [name, { six, many, ratio }] of Object.entries(figures))
    console.log(`| ${name} | ${six} | ${many} | ${ratio} |`)
  console.log(JSON.stringify({ bench: 'modes', players, matches, isSpread, figures }))
}
