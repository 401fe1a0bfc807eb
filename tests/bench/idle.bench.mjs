import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { emptySite } from './lib/empty-site.mjs'
import { round } from './lib/load.mjs'
import { processorMs } from './lib/processor-time.mjs'

const settleMs = 30_000
const seconds = Number(process.env.BENCH_IDLE_SECONDS ?? 120)

/** What a site costs that nobody visits: a processor's time, memory, and transactions of its jobs. */
export async function run() {
  const empty = await emptySite()
  try {
    const site = await empty.start({ STATUS_POLL_MS: '5000' })
    const transactions = async () => {
      const { rows } = await empty.client.query(
        'SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()',
      )
      return rows[0].count
    }
    await sleep(settleMs)
    const [begunAt, spent, committed] = [
      performance.now(),
      await processorMs(empty.client, site),
      await transactions(),
    ]
    await sleep(seconds * 1_000)
    const ms = performance.now() - begunAt
    console.log(
      JSON.stringify({
        processorPercent: round(((await processorMs(empty.client, site)) - spent) / ms, 4) * 100,
        transactionsPerMinute: round(((await transactions()) - committed) / (ms / 60_000), 0),
        siteMb: round(
          Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${site.pid}/smaps_rollup`, 'utf8'))[1]) / 1024,
          0,
        ),
      }),
    )
  } finally {
    await empty.stop()
  }
}
