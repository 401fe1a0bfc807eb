import pg from 'pg'
import { duel, fighter, requireAccepted } from './lib/duels.mjs'
import { ingestHeaders } from './lib/ingest-headers.mjs'
import { compare, load, round } from './lib/load.mjs'
import { recordedSite } from './lib/recorded-site.mjs'
import { replay } from './lib/replay.mjs'

const clients = 4
const batch = 100
/** Batches after which the size of the database is compared. */
const growth = 50
const seconds = Number(process.env.BENCH_SECONDS ?? 5)

/** Batches of a hundred matches against the same SQL statements sent by a bare client. */
export async function run() {
  const site = await recordedSite()
  try {
    const headers = await ingestHeaders(site)
    const ask = async (url) => {
      const response = await fetch(`${url}/api/ingest/events`, { method: 'POST', headers, body: events() })
      requireAccepted(await response.json())
    }
    const statements = await site.statementsOf(ask)
    console.log(JSON.stringify({ statements: statements.length }))
    console.log(JSON.stringify(await bytesPerMatch(site, ask)))
    const row = await compare({
      name: 'POST /api/ingest/events, 100 matches',
      site: () =>
        load(`${site.url}/api/ingest/events`, {
          connections: clients,
          duration: seconds,
          requests: [
            {
              method: 'POST',
              headers,
              setupRequest: (request) => ({ ...request, body: events() }),
            },
          ],
        }),
      bare: () => replay({ databaseUrl: site.databaseUrl, statements, clients, seconds }),
    })
    console.table([{ ...row, eventsPerSecond: round(row.perSecond * batch, 0) }])
  } finally {
    await site.stop()
  }
}

/** How much the database grows by a stored match, with its indexes and what follows from it; without the WAL. */
async function bytesPerMatch({ url, databaseUrl }, ask) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const look = async () => {
      const { rows } = await client.query(
        'SELECT pg_database_size(current_database())::int AS bytes, (SELECT count(*) FROM matches)::int AS matches',
      )
      return rows[0]
    }
    const before = await look()
    for (let n = 0; n < growth; n += 1) await ask(url)
    const after = await look()
    const matches = after.matches - before.matches
    return { matches, bytesPerMatch: round((after.bytes - before.bytes) / matches, 0) }
  } finally {
    await client.end()
  }
}

let clock = Date.now() - 3_600_000

/** A hundred duels between two hundred players. */
function events() {
  const list = Array.from({ length: batch }, (_, n) => {
    clock += 1
    return duel({
      at: new Date(clock).toISOString(),
      gameType: ['nodebuff', 'boxing', 'sumo'][n % 3],
      winner: fighter(2 * n, `Bencher ${2 * n}`),
      loser: fighter(2 * n + 1, `Bencher ${2 * n + 1}`),
    })
  })
  return JSON.stringify({ events: list })
}
