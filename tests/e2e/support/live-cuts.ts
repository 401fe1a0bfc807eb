import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { Random } from '../../../src/server/demo/random.ts'
import { LiveLine } from './live-line.ts'
import { LiveStream } from './live-stream.ts'
import type { Site } from './site.ts'
import { WatchedTab } from './watched-pages.ts'

/** What a page showed after a cut. */
interface Shown {
  readonly cut: number
  readonly page: string
  /** Milliseconds from the cut, or from when the page's own connection stood again where that was refused. */
  readonly ms: number
  /** What still differed after `longestMs`; undefined when nothing did. */
  readonly difference: string | undefined
}

interface Cuts {
  readonly shown: readonly Shown[]
  readonly complaints: readonly string[]
  /** Requests of each page after a cut without anything that happened meanwhile; empty unless they are counted. */
  readonly requests: Readonly<Record<string, number>>
}

interface CutsOptions {
  readonly seed: number
  readonly cuts: number
  /** All of them when missing. */
  readonly pages?: readonly string[]
  /** Takes 5 s more. */
  readonly countsRequests?: boolean
  /** Called after each cut. */
  readonly onShown?: (after: readonly Shown[]) => void
}

const lookEveryMs = 100

/** A page that differs for longer is different. */
const longestMs = 60_000

/** By then a page has fetched what it missed (src/web/platform/live/live-socket.ts). */
const catchUpMs = 5_000

/**
 * Cuts the live connection of open pages at random while things happen, by a reset, in an orderly way or for up to 3 s,
 * and compares what each page shows with the API.
 */
export async function cutAtRandom(
  site: Site,
  browser: Browser,
  { seed, cuts, pages, countsRequests = false, onShown }: CutsOptions,
): Promise<Cuts> {
  const random = new Random(seed)
  const stream = await LiveStream.begin(site, random)
  const line = await LiveLine.to(site.url)
  try {
    const { tabs, complaints } = await WatchedTab.openAll(
      browser,
      { siteUrl: site.url, lineUrl: line.url },
      stream,
      pages,
    )
    const requests = countsRequests ? await requestsAfterCut(line, tabs) : {}
    const shown: Shown[] = []
    for (let cut = 1; cut <= cuts; cut += 1) {
      await stream.run(random.whole(300, 2_000))
      const isLong = random.next() < 0.3
      const accept = isLong ? line.refuse() : undefined
      line.cut(random.pick(['reset', 'end']))
      const cutAt = performance.now()
      await stream.run(random.whole(0, isLong ? 3_000 : 900))
      accept?.()
      const acceptedAt = performance.now()
      const after = await stream.keepPresence(() =>
        Promise.all(
          tabs.map(async (tab) => {
            const since = () => (isLong ? tab.connectedSince(acceptedAt) : cutAt)
            return { cut, page: tab.name, ...(await showsTheTruth(tab, since)) }
          }),
        ),
      )
      shown.push(...after)
      onShown?.(after)
    }
    return { shown, complaints, requests }
  } finally {
    await line.close()
  }
}

/** Waits until the page shows what the API says, for `longestMs` after `since`. */
async function showsTheTruth(tab: WatchedTab, since: () => number | undefined) {
  for (;;) {
    const difference = await tab.difference()
    const ms = performance.now() - (since() ?? performance.now())
    if (difference === undefined || ms > longestMs) return { ms: Math.round(ms), difference }
    await pause(lookEveryMs)
  }
}

/** Requests that each page makes for a cut, while nothing else happens; what it polls is among them. */
async function requestsAfterCut(
  line: LiveLine,
  tabs: readonly WatchedTab[],
): Promise<Record<string, number>> {
  const before = tabs.map(({ requests }) => requests.length)
  line.cut('reset')
  await pause(catchUpMs)
  return Object.fromEntries(tabs.map(({ name, requests }, at) => [name, requests.length - before[at]!]))
}
