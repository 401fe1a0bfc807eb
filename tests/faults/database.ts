import { setTimeout as pause } from 'node:timers/promises'
import { type Arena, withArena } from './support/arena.ts'
import { LiveClient } from './support/live-client.ts'
import { Acknowledged, loadReads, promiseNothingLost, slowest, write } from './support/load.ts'
import { ingestRequest, matchEvent, postRequest } from './support/people.ts'
import type { Kind } from './support/postgres.ts'
import { memoryOf, waitFor } from './support/processes.ts'
import { Readiness } from './support/readiness.ts'
import { Report, type Result } from './support/result.ts'

export interface Trouble {
  readonly name: string
  readonly begin: (arena: Arena) => Promise<void> | void
  readonly end: (arena: Arena) => Promise<void> | void
  /** Whether the site can serve meanwhile, so that readiness stays 200. */
  readonly serves: boolean
}

const troubles: readonly Trouble[] = [
  {
    name: 'database killed',
    begin: ({ cluster }) => cluster.kill(),
    end: ({ cluster }) => cluster.start(),
    serves: false,
  },
  {
    name: 'database hung',
    begin: ({ cluster }) => cluster.hang(),
    end: ({ cluster }) => cluster.resume(),
    serves: false,
  },
  {
    name: 'database refuses',
    begin: ({ line }) => line.refuse(),
    end: ({ line }) => line.listen(),
    serves: false,
  },
  {
    name: 'database slow, 300 ms',
    begin({ line }) {
      line.delayMs = 300
    },
    end({ line }) {
      line.delayMs = 0
    },
    serves: true,
  },
  {
    name: 'connections cut in answers',
    begin({ line }) {
      line.resetAfterBytes = 20_000
    },
    end({ line }) {
      line.resetAfterBytes = Number.POSITIVE_INFINITY
    },
    serves: true,
  },
]

const lastsMs = 8_000
const responseMs = 5_000
const readinessMs = 2_000
const recoveryMs = 10_000
const maxMegabytes = 512

/** Five ways in which a database fails, one after the other, on one site that is never restarted. */
export async function databaseFaults(kind: Kind, names?: readonly string[]): Promise<Result[]> {
  const results: Result[] = []
  await withArena(kind, async (arena) => {
    const done = new Acknowledged()
    for (const trouble of troubles) {
      if (names !== undefined && !names.includes(trouble.name)) continue
      const report = new Report(`${trouble.name} (${kind})`)
      await meet(arena, trouble, report, done)
      await promiseNothingLost(report, arena.cluster, arena.direct, done)
      results.push(...report.results)
    }
  })
  return results
}

/** One trouble while everybody goes on asking and writing. */
export async function meet(
  arena: Arena,
  trouble: Trouble,
  report: Report,
  done: Acknowledged,
): Promise<void> {
  const { site, who } = arena
  const readiness = new Readiness(() => site.url)
  const socket = new LiveClient(site.url)
  let finish = () => {}
  const over = new Promise<void>((resolve) => {
    finish = resolve
  })
  const asking = loadReads(site.url, who, over)
  const writing = write(() => site.url, { ...who, cookies: who.cookies.slice(4) }, done, over)
  await pause(1_500)
  const before = memoryOf(site.pid)

  const begun = performance.now()
  await trouble.begin(arena)
  await pause(lastsMs)
  await trouble.end(arena)
  const ended = performance.now()
  const recovered = await timeUntilWritable(arena)
  const live = await timeUntilLive(arena, socket)
  const memory = memoryOf(site.pid)
  await pause(1_000)
  finish()
  const [requests, written] = await Promise.all([asking, writing])
  await readiness.stop()
  socket.close()

  const longest = slowest(requests, written)
  const count = requests.responses.length + written.responses.length
  report.within(`longest of ${count} answers (${longest.what}, ${longest.status})`, responseMs, longest.ms)
  report.none('answers that are neither right nor 503 with Retry-After', [
    ...requests.wrong,
    ...written.wrong,
  ])
  if (trouble.serves) report.within('longest wait for /health/ready', readinessMs, readiness.longestMs)
  else report.within('/health/ready turns 503', readinessMs, readiness.firstAfter(begun, false))
  report.within('a post, a match and /health/ready work again', recoveryMs, recovered)
  report.within('live messages arrive again', recoveryMs, live === undefined ? undefined : live - ended)
  report.promise(
    'memory of the process afterwards',
    `≤ ${maxMegabytes} MB`,
    `${memory} MB (${before} MB before)`,
    memory <= maxMegabytes,
  )
}

/** Milliseconds from now until a post and a match are taken and readiness is 200. */
function timeUntilWritable({ site, who }: Arena): Promise<number | undefined> {
  const ok = (path: string, init: RequestInit, status: number) =>
    fetch(site.url + path, { ...init, signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.status === status,
      () => false,
    )
  return waitFor(
    async () =>
      (await ok('/api/posts', postRequest(who.cookies[1] ?? '', 'is it back?'), 201)) &&
      (await ok('/api/ingest/events', ingestRequest(who.key, [matchEvent(1).event]), 200)) &&
      (await ok('/health/ready', {}, 200)),
    60_000,
  )
}

/** The moment at which the result of a match that is sent from now on reaches a browser. */
async function timeUntilLive({ site, who }: Arena, socket: LiveClient): Promise<number | undefined> {
  const since = performance.now()
  await waitFor(
    async () => {
      await fetch(`${site.url}/api/ingest/events`, ingestRequest(who.key, [matchEvent(1).event]))
      return socket.arrivalAfter(since) !== undefined
    },
    60_000,
    200,
  )
  return socket.arrivalAfter(since)
}
