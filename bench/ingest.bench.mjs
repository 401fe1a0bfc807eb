import { randomUUID } from 'node:crypto'
import { ingestHeaders } from './lib/ingest-headers.mjs'
import { compare, load, round } from './lib/load.mjs'
import { recordedSite } from './lib/recorded-site.mjs'
import { replay } from './lib/replay.mjs'

const clients = 4
const batch = 100
const seconds = Number(process.env.BENCH_SECONDS ?? 5)

/** Batches of a hundred matches against the same SQL statements sent by a bare client. */
export async function run() {
  const site = await recordedSite()
  try {
    const headers = await ingestHeaders(site)
    const ask = async (url) => {
      const answer = await fetch(`${url}/api/ingest/events`, { method: 'POST', headers, body: events() })
      const { results } = await answer.json()
      if (results?.some(({ status }) => status !== 'accepted') ?? true)
        throw new Error(`ingest answered ${answer.status}`)
    }
    const statements = await site.statementsOf(ask)
    console.log(JSON.stringify({ statements: statements.length }))
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

let clock = Date.now() - 3_600_000

/** A hundred duels between two hundred players. */
function events() {
  const list = Array.from({ length: batch }, (_, n) => {
    clock += 1
    const at = new Date(clock).toISOString()
    const player = (index, result) => ({
      xuid: String(2535400000000000 + index),
      gamertag: `Bencher ${index}`,
      result,
      kills: result === 'win' ? 3 : 1,
      deaths: result === 'win' ? 1 : 3,
      assists: 0,
      points: result === 'win' ? 12 : -8,
    })
    return {
      id: randomUUID(),
      type: 'match',
      at,
      data: {
        matchId: randomUUID(),
        gameType: ['nodebuff', 'boxing', 'sumo'][n % 3],
        ranked: true,
        startedAt: at,
        endedAt: at,
        players: [player(2 * n, 'win'), player(2 * n + 1, 'loss')],
      },
    }
  })
  return JSON.stringify({ events: list })
}
