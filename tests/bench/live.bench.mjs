import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../scripts/lib/root.mjs'
import { sampleSite } from '../../scripts/lib/sample-site.mjs'
import { bareProcess } from './lib/bare.mjs'
import { median, round } from './lib/load.mjs'

const sockets = Number(process.env.BENCH_SOCKETS ?? 5000)
const rounds = 12

/**
 * One status update to thousands of sockets, against a bare loop of `ws`. The site is measured from the game server's
 * pong to the last socket, the bare loop from its first send.
 */
export async function run() {
  const site = await sampleSite({ environment: { STATUS_POLL_MS: '1000' } })
  const bare = await bareProcess('bare-sockets.mjs', {})
  const watchers = fork(join(root, 'tests/bench/lib/watchers.mjs'))
  const ask = async (message) => {
    watchers.send(message)
    const [response] = await once(watchers, 'message')
    if (response.error) throw new Error(response.error)
    return response
  }
  try {
    const ours = []
    const theirs = []
    await ask({ open: `${site.url.replace('http', 'ws')}/ws`, name: 'site', sockets })
    await ask({ open: `${bare.url.replace('http', 'ws')}/`, name: 'bare', sockets })
    for (let n = 0; n < rounds; n += 1) {
      const heard = ask({ measure: 'site' })
      // They listen after a moment of silence: what came before it would be missed, and comes once.
      await sleep(500)
      site.setOnline(100 + n)
      const { lastAt } = await heard
      ours.push(lastAt - site.firstPongAt())
      const wave = await ask({ measure: 'bare' })
      theirs.push(wave.lastAt - wave.sentAt)
    }
    console.log(
      JSON.stringify({
        name: `a status update to ${sockets} sockets, from the send to the last`,
        siteMs: round(median(ours), 1),
        bareMs: round(median(theirs), 1),
        // Of speeds, as everywhere: site ÷ bare, higher is better.
        ratio: round(median(theirs) / median(ours)),
      }),
    )
  } finally {
    watchers.kill()
    await bare.stop()
    await site.stop()
  }
}
