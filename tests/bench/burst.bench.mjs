import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../scripts/lib/root.mjs'
import { sampleSite } from '../../scripts/lib/sample-site.mjs'
import { duel, fighter, requireAccepted } from './lib/duels.mjs'
import { ingestHeaders } from './lib/ingest-headers.mjs'
import { round } from './lib/load.mjs'

const sockets = Number(process.env.BENCH_SOCKETS ?? 1000)
const seconds = 5
const requestsASecond = 10
const matchesARequest = 20
const gameType = 'boxing'
const at = () => performance.timeOrigin + performance.now()

/**
 * 200 matches a second while 1,000 browsers have the board open: how many messages they hear, each of which makes a
 * browser ask for its board again, and how long after the match was sent a message that names its player arrives.
 */
export async function run() {
  const site = await sampleSite()
  const watchers = fork(join(root, 'tests/bench/lib/board-watchers.mjs'))
  const ask = async (message) => {
    watchers.send(message)
    const [response] = await once(watchers, 'message')
    if (response.error) throw new Error(response.error)
    return response.heard
  }
  try {
    const headers = await ingestHeaders(site)
    await ask({ url: `${site.url.replace('http', 'ws')}/ws`, gameType, sockets })
    const sentAt = new Map()
    const responses = []
    for (let n = 0; n < seconds * requestsASecond; n += 1) {
      const batch = matches(n)
      for (const name of batch.names) sentAt.set(name, at())
      responses.push(report(site.url, headers, batch.body))
      await sleep(1_000 / requestsASecond)
    }
    const tookMs = await Promise.all(responses)
    await sleep(2_500)
    const heard = await ask({})
    const delays = heard.map(([name, when]) => when - sentAt.get(name)).sort((a, b) => a - b)
    console.log(
      JSON.stringify({
        name: `${requestsASecond * matchesARequest} matches a second for ${seconds} s, ${sockets} watchers`,
        messages: heard.length,
        refetchesAWatcher: round(heard.length / sockets, 1),
        medianMs: round(delays[Math.floor(delays.length / 2)], 0),
        p99Ms: round(delays[Math.floor(delays.length * 0.99)], 0),
        slowestRequestMs: round(Math.max(...tookMs), 0),
      }),
    )
  } finally {
    watchers.kill()
    await site.stop()
  }
}

async function report(url, headers, body) {
  const begun = at()
  const response = await fetch(`${url}/api/ingest/events`, { method: 'POST', headers, body })
  requireAccepted(await response.json())
  return at() - begun
}

/** Duels that have just ended, each between two players of their own. */
function matches(request) {
  const names = []
  const events = Array.from({ length: matchesARequest }, (_, n) => {
    const [winner, loser] = [0, 1].map((side) => {
      const index = (request * matchesARequest + n) * 2 + side
      names.push(`Burst ${index}`)
      return fighter(500_000 + index, `Burst ${index}`)
    })
    return duel({ at: new Date().toISOString(), gameType, winner, loser })
  })
  return { names, body: JSON.stringify({ events }) }
}
