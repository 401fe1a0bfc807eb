import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../../src/server/demo/random.ts'
import { launch } from '../e2e/support/browser.ts'
import { cutAtRandom } from '../e2e/support/live-cuts.ts'
import { LiveLine } from '../e2e/support/live-line.ts'
import { LiveStream } from '../e2e/support/live-stream.ts'
import { endSite, startSite } from '../e2e/support/site.ts'
import { Report, type Result } from './support/result.ts'
import { ThousandPages } from './thousand.ts'

const cuts = 100
const maxMs = 5_000

const seedOfRun = () => Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000)

/** The live connection of all kinds of pages is cut at random while things happen. */
export async function liveCuts(): Promise<Result[]> {
  const seed = seedOfRun()
  const report = new Report(`the live connection cut ${cuts} times, seed ${seed}`)
  const site = await startSite()
  const browser = await launch()
  try {
    const { shown, complaints, requests } = await cutAtRandom(site, browser, {
      seed,
      cuts,
      countsRequests: true,
      onShown(after) {
        for (const { cut, page, ms, difference } of after)
          if (ms > maxMs) console.log(`cut ${cut}, ${page}: ${ms} ms; ${difference ?? 'then the same'}`)
        const [{ cut: done } = { cut: 0 }] = after
        if (done % 10 === 0)
          console.log(`${done} cuts, the last: ${Math.max(...after.map(({ ms }) => ms))} ms`)
      },
    })
    report.none(
      'pages that still differ from the API a minute after a cut',
      shown.flatMap(({ cut, page, difference }) =>
        difference === undefined ? [] : `${page} after cut ${cut}`,
      ),
    )
    for (const page of Object.keys(requests)) {
      const times = shown.filter((one) => one.page === page).map(({ ms }) => ms)
      const late = times.filter((ms) => ms > maxMs).length
      report.within(
        `${page}: shows what the API says; ${requests[page]} requests, ${late} of ${times.length} times late`,
        maxMs,
        Math.max(...times),
      )
    }
    report.none('errors on pages', complaints)
  } finally {
    await browser.close()
    await endSite(site)
  }
  return report.results
}

/** 1,000 pages are back at once: after a cut, and after a proxy let all of them through in one moment. */
export async function thousandBack(): Promise<Result[]> {
  const seed = seedOfRun()
  const report = new Report(`1,000 pages are back at once, seed ${seed}`)
  const site = await startSite()
  const stream = await LiveStream.begin(site, new Random(seed))
  const line = await LiveLine.to(site.url)
  const pages = new ThousandPages(line, stream.playerId)
  try {
    await pages.settled()
    for (const [what, isHeld] of [
      ['after a cut', false],
      ['all let through in one moment', true],
    ] as const) {
      pages.missedAt.length = 0
      const count = line.requests.length
      const release = isHeld ? line.hold() : undefined
      line.cut('reset')
      if (isHeld) await pause(2_500)
      const begun = performance.now()
      release?.()
      await pages.settled()
      const came = line.requests.slice(count)
      // Where a proxy lets all through in one moment, their handshakes are that moment.
      const counted = isHeld ? came.filter(({ isHandshake }) => !isHandshake) : came
      const first = isHeld ? begun : counted[0]!.at
      const within = (second: number) =>
        counted.filter(({ at }) => Math.floor((at - first) / 1_000) === second).length
      report.promise(
        `${what}: requests in the first second`,
        '≤ 1,000',
        `${within(0)}; in the seconds after it ${[1, 2, 3, 4].map(within).join(', ')}`,
        within(0) <= 1_000,
      )
      report.promise(
        `${what}: requests for what was missed, each once`,
        String(pages.expected),
        String(pages.missedAt.length),
        pages.missedAt.length === pages.expected,
      )
      // How soon 1,000 pages in one process get to it is a matter of this machine.
      const lastMs = Math.max(...pages.missedAt) - begun
      report.promise(`${what}: the last of them`, 'told', `${(lastMs / 1_000).toFixed(2)} s`, true)
    }
    report.promise('requests that failed', '0', String(pages.failed), pages.failed === 0)
  } finally {
    pages.close()
    await line.close()
    await endSite(site)
  }
  return report.results
}
