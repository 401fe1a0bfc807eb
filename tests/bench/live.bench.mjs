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

/** One status update to thousands of sockets, time to the last of them, against a bare loop of `ws`. */
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
      ours.push((await heard).ms)
      theirs.push((await ask({ measure: 'bare' })).ms)
    }
    console.log(
      JSON.stringify({
        name: `a status update to ${sockets} sockets, ms from the first to the last`,
        site: round(median(ours), 1),
        bare: round(median(theirs), 1),
        ratio: round(median(ours) / median(theirs)),
      }),
    )
  } finally {
    watchers.kill()
    await bare.stop()
    await site.stop()
  }
}
