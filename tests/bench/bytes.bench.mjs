import { createHash } from 'node:crypto'
import { duel, fighter } from './lib/duels.mjs'
import { emptySite } from './lib/empty-site.mjs'
import { round } from './lib/load.mjs'
import { setClock, simulateClock } from './lib/simulated-clock.mjs'

// What a stored match costs in the database, by table and index, after two weeks of play. The clock is simulated, so
// that weeks end, the sweep runs and every run sees the same days. Bytes do not depend on what else the machine does.

const matches = Number(process.env.BENCH_MATCHES ?? 16_000)
const players = 2_000
const days = 14
const batch = 20
/** Matches after which autovacuum would come by: a twentieth of the rows on boards has changed. */
const vacuumEvery = 100
const dayMs = 86_400_000
// A Thursday to a Wednesday of one month: the running week is half over.
const begin = Date.parse(process.env.BENCH_BEGIN ?? '2026-03-05T00:00:00Z')
const gameTypes = ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo']

export async function run() {
  const bench = await emptySite()
  try {
    const { client, sources } = bench
    const { sweepLedger } = await sources('/src/server/domains/matches/ledger/queries/events.ts')
    const { sweepEndedBoards } = await sources('/src/server/domains/matches/ledger/ended-boards.ts')
    const { verifyLedger } = await sources('/src/server/domains/matches/ledger/rebuild.ts')
    const { newId } = await sources('/integrations/core/src/ids.ts')
    await simulateClock(client, new Date(begin))
    const database = bench.openDatabase()
    await bench.start()
    await client.query('VACUUM')
    const before = await sizes(client)
    for (let day = 0; day < days; day += 1) {
      await playDay(bench, newId, day)
      await sweepLedger(database.sql)
      await sweepEndedBoards(database)
    }
    await client.query('VACUUM')
    const { rows } = await client.query('SELECT count(*)::int AS matches FROM matches')
    if (rows[0].matches !== matches) throw new Error(`${rows[0].matches} matches are stored`)
    const verdict = await verifyLedger(database)
    if (verdict.differences > 0) throw new Error(`ledger verify: ${verdict.examples.join('; ')}`)
    print(before, await sizes(client))
  } finally {
    await bench.stop()
  }
}

/** A day's matches in the order of their ends, each batch at its time. */
async function playDay({ client, report }, newId, day) {
  const perDay = matches / days
  const [from, to] = [Math.round(day * perDay), Math.round((day + 1) * perDay)]
  for (let first = from; first < to; first += batch) {
    const events = Array.from({ length: Math.min(batch, to - first) }, (_, n) => match(first + n, newId))
    await setClock(client, new Date(Date.parse(events.at(-1).at) + 1_000))
    await report(events)
    if (first % vacuumEvery < batch) await client.query('VACUUM')
  }
}

/** Two of the players in one of the modes, the same in every run, as the SDKs send it. */
function match(n, newId) {
  const hash = createHash('sha256').update(`match ${n}`).digest()
  const winner = hash.readUInt32BE(0) % players
  const loser = (winner + 1 + (hash.readUInt32BE(4) % (players - 1))) % players
  const name = (number) => fighter(number, `Bencher ${number}`)
  const ended = begin + Math.floor((n * days * dayMs) / matches)
  const event = duel({
    at: new Date(ended).toISOString(),
    gameType: gameTypes[hash.readUInt32BE(8) % gameTypes.length],
    winner: name(winner),
    loser: name(loser),
  })
  const id = newId(ended)
  return {
    ...event,
    id,
    data: { ...event.data, matchId: id, startedAt: new Date(ended - 180_000).toISOString() },
  }
}

/** Bytes of each table (with TOAST and maps) and index. */
async function sizes(client) {
  const { rows } = await client.query(
    `SELECT relname AS name, pg_table_size(pg_class.oid)::int AS bytes FROM pg_class
     WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

/** What ratings add to the ledger. */
const isOfRatings = (name) => /^rating|^matches_of_mode$/.test(name)

function print(before, after) {
  const grown = [...after]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (before.get(name) ?? 0)) / matches }))
    .sort((a, b) => b.bytes - a.bytes)
  const sum = (parts) =>
    round(
      parts.reduce((total, { bytes }) => total + bytes, 0),
      0,
    )
  const shown = grown.filter(({ bytes }) => bytes >= 0.5).map(({ name, bytes }) => [name, round(bytes, 1)])
  console.log('\n| bytes a match | |\n|---|---:|')
  for (const [name, bytes] of shown) console.log(`| ${name} | ${bytes} |`)
  const ledger = sum(grown.filter(({ name }) => !isOfRatings(name)))
  const ratings = sum(grown.filter(({ name }) => isOfRatings(name)))
  console.log(`| ledger | ${ledger} |\n| ratings | ${ratings} |`)
  console.log(
    JSON.stringify({
      bench: 'bytes',
      matches,
      players,
      days,
      ledger,
      ratings,
      parts: Object.fromEntries(shown),
    }),
  )
}
