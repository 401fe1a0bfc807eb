import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { siteProcess } from '../../scripts/lib/site-process.mjs'
import { load, median, round } from './lib/load.mjs'

/** From the command to readiness, on an empty directory and on one that has been used; memory idle and after load. */
export async function run() {
  const cold = []
  const warm = []
  let memory
  for (let n = 0; n < 3; n += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'bench-start-'))
    chmodSync(dataDir, 0o755)
    try {
      const first = await start(dataDir)
      cold.push(first.seconds)
      await first.stop()
      for (let again = 0; again < 2; again += 1) {
        const next = await start(dataDir)
        warm.push(next.seconds)
        if (n === 0 && again === 1) memory = await remember(next)
        await next.stop()
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  console.log(
    JSON.stringify({ coldSeconds: round(median(cold)), warmSeconds: round(median(warm)), ...memory }),
  )
}

async function start(dataDir) {
  const begun = performance.now()
  const site = await siteProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', RATE_LIMITS: 'off' })
  return { ...site, seconds: (performance.now() - begun) / 1000 }
}

/** Resident memory of the web process, from Linux's own books. */
async function remember({ pid, url }) {
  const megabytes = () =>
    round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024, 0)
  await sleep(3_000)
  const idleMb = megabytes()
  for (const path of ['/', '/social', '/api/leaderboard', '/shop?n=1'])
    await load(url + path, { duration: 5 })
  const loadedMb = megabytes()
  await sleep(20_000)
  return { idleMb, loadedMb, afterwardsMb: megabytes() }
}
