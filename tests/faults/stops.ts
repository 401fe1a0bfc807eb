import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Random } from '../../src/server/demo/random.ts'
import { type Interruption, interruptStart, startAgain } from '../e2e/support/interrupted-start.ts'
import { migratedDataDir } from '../e2e/support/site.ts'
import { temporaryDir } from '../e2e/support/temporary-dir.ts'
import { Report, type Result } from './support/result.ts'

const rounds = 200
/** Starts beside each other, which also makes the machine slow. */
const lanes = 4
/** A start beside three others takes about as long. */
const longestMs = 8_000

const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const

const interruptionOf = (random: Random): Interruption => ({
  signal: random.pick(signals),
  afterMs: random.whole(0, longestMs),
  againAfterMs: random.whole(1, 4) === 1 ? random.whole(1, 1_500) : undefined,
  heldMs: random.whole(1, 3) === 1 ? 0 : random.whole(20, 150),
})

/** First and later starts are told to stop at random moments, while their database is slow at random. */
export async function stoppedStarts(): Promise<Result[]> {
  const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000)
  const random = new Random(seed)
  const report = new Report(`SIGTERM, SIGHUP and SIGINT × ${rounds} while the site starts, seed ${seed}`)
  const wrong: string[] = []
  const wrongAfterwards: string[] = []
  const plan = Array.from({ length: rounds }, (_, round) => ({ round, when: interruptionOf(random) }))
  const lane = async () => {
    for (let next = plan.shift(); next !== undefined; next = plan.shift()) {
      const { round, when } = next
      const isFirst = round % 2 === 0
      const dir = isFirst ? await temporaryDir() : await migratedDataDir()
      const dataDir = isFirst ? join(dir, 'data') : dir
      const title = `${round}: ${isFirst ? 'first' : 'later'} start, ${JSON.stringify(when)}`
      const interrupted = await interruptStart(dataDir, when)
      const again = await startAgain(dataDir)
      wrong.push(...interrupted.map((what) => `${title}: ${what}`))
      wrongAfterwards.push(...again.map((what) => `${title}: ${what}`))
      if (interrupted.length + again.length > 0) console.log(title, interrupted, again)
      if (round % 20 === 0) console.log(`${rounds - plan.length} begun`)
      await rm(dir, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  report.none('what was left running, and exits that are not true', wrong)
  report.none('next starts that failed, or left something', wrongAfterwards)
  return report.results
}
