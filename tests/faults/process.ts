import { setTimeout as pause } from 'node:timers/promises'
import { postWorst } from '../e2e/support/worst-posts.ts'
import { withArena } from './support/arena.ts'
import { Acknowledged, loadReads, promiseNothingLost, write } from './support/load.ts'
import type { Kind } from './support/postgres.ts'
import { Report, type Result } from './support/result.ts'

const kills = 10
const writesPerKill = 1_000
const longestRoundMs = 120_000
const backMs = 10_000

/** In the middle of the work: not before enough of it is acknowledged. */
async function killAfter(site: { kill(): Promise<unknown> }, done: Acknowledged, writes: number) {
  const ends = performance.now() + longestRoundMs
  while (done.count < writes && performance.now() < ends) await pause(10)
  await site.kill()
}

/** kill -9 of the site in the middle of eight writers, again and again. */
export async function killedUnderLoad(kind: Kind): Promise<Result[]> {
  const report = new Report(`kill -9 × ${kills} under 8 writers (${kind})`)
  await withArena(kind, async (arena) => {
    const done = new Acknowledged()
    const back: number[] = []
    let interrupted = 0
    for (let round = 0; round < kills; round += 1) {
      const { site, who } = arena
      const killed = killAfter(site, done, (round + 1) * writesPerKill)
      const written = await write(() => site.url, who, done, killed)
      interrupted += written.wrong.length
      const begun = performance.now()
      await arena.restart()
      back.push(performance.now() - begun)
    }
    report.promise('requests that a kill cut off', '> 0', String(interrupted), interrupted > 0)
    report.within('the longest way back to readiness', backMs, Math.max(...back))
    const all = kills * writesPerKill
    report.promise('acknowledged writes', `≥ ${all}`, String(done.count), done.count >= all)
    await promiseNothingLost(report, arena.cluster, arena.direct, done)
  })
  return report.results
}

const stops = 5
const stopMs = 8_000

/** SIGTERM in the middle of eight writers: nothing that was begun is cut. */
export async function stoppedUnderLoad(kind: Kind): Promise<Result[]> {
  const report = new Report(`SIGTERM × ${stops} under 8 writers (${kind})`)
  await withArena(kind, async (arena) => {
    const done = new Acknowledged()
    const wrong: string[] = []
    const exits: (number | null)[] = []
    const times: number[] = []
    for (let round = 0; round < stops; round += 1) {
      const { site, who } = arena
      const stopped = pause(1_500 + round * 170).then(async () => {
        const begun = performance.now()
        exits.push(await site.stop())
        times.push(performance.now() - begun)
      })
      const written = await write(() => site.url, who, done, stopped)
      wrong.push(...written.wrong)
      await arena.restart()
    }
    const [stored] = await arena.cluster.ask<{ n: number }>(
      'SELECT ((SELECT count(*) FROM posts) + (SELECT count(*) FROM post_likes) + (SELECT count(*) FROM matches))::int AS n',
    )
    const unanswered = (stored?.n ?? 0) - done.count
    report.promise('writes that were stored and not answered', '0', String(unanswered), unanswered === 0)
    report.none(
      'answers with 5xx',
      wrong.filter((one) => !one.includes('no answer')),
    )
    // After the door is closed; a connection that nobody has taken yet is reset by the system.
    const late = wrong.length
    report.promise('attempts after the door was closed', 'refused', String(late), true)
    report.promise(
      'exit',
      '0',
      exits.join(', '),
      exits.every((code) => code === 0),
    )
    report.within('the longest stop', stopMs, Math.max(...times))
    await promiseNothingLost(report, arena.cluster, arena.direct, done)
  })
  return report.results
}

const loadMs = 90_000
const heapMegabytes = 96

/** Pages, reads and writes for a while with little memory: what stays of each would fill it. */
export async function memoryUnderLoad(kind: Kind): Promise<Result[]> {
  const report = new Report(`${heapMegabytes} MB of heap for ${loadMs / 1000} s of load (${kind})`)
  const environment = { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` }
  await withArena(
    kind,
    async ({ site, who }) => {
      const over = pause(loadMs)
      const { responses, wrong } = await loadReads(site.url, who, over)
      report.none(`of ${responses.length} responses, wrong or missing`, wrong)
    },
    { environment },
  )
  return report.results
}

const picturesMs = 600_000
const groupMegabytes = 512

/** Ten members use the posting limit up with the pictures that take most memory, in a memory cgroup. */
export async function worstPictures(): Promise<Result[]> {
  const report = new Report(
    `${groupMegabytes} MB for site and database, worst pictures for ${picturesMs / 60_000} minutes (embedded 18)`,
  )
  const { statuses, kinds, peakMb, kills, ready } = await postWorst({
    groupMb: groupMegabytes,
    until: { ms: picturesMs },
  })
  const { 201: stored = 0, 429: refused = 0, 503: postponed = 0, ...others } = statuses
  report.promise('pictures stored', '≥ 100', `${stored} of ${kinds.size} kinds`, stored >= 100)
  report.promise('posts over the limit of a member', '> 0', String(refused), refused > 0)
  // How many depends on the machine: one picture at a time is decoded, and who would wait too long is told to come again.
  report.promise('posts that were told to come again', 'told', String(postponed), true)
  report.none(
    'other answers',
    Object.entries(others).map(([status, count]) => `${count} × ${status}`),
  )
  report.promise('processes killed for want of memory', '0', String(kills), kills === 0)
  report.promise('highest memory of the site with its decoder', 'told', `${Math.round(peakMb)} MB`, true)
  report.promise('ready afterwards', '200', String(ready), ready === 200)
  return report.results
}
