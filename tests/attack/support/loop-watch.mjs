// Loaded into the site under attack (NODE_OPTIONS=--import): says on standard error how long its event loop stood
// still. Time that the main thread only waited for a processor is taken off: other programs are no fault of the site.
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const everyMs = 20
const reportedFromMs = 50

/** Milliseconds that the main thread ran, and that it waited for a processor; undefined where the kernel does not say. */
const scheduled = () => {
  try {
    const [ran, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
  } catch {
    return undefined
  }
}

if (isMainThread) {
  let lastTick = performance.now()
  let last = scheduled()
  setInterval(() => {
    const tick = performance.now()
    const now = scheduled()
    const waited = now && last ? now.waited - last.waited : 0
    const stoodStill = tick - lastTick - everyMs - waited
    if (stoodStill >= reportedFromMs) {
      const ran = Math.round(now && last ? now.ran - last.ran : stoodStill)
      process.stderr.write(
        `event loop stood still for ${Math.round(stoodStill)} ms and ran for ${ran} ms of them\n`,
      )
    }
    lastTick = tick
    last = now
  }, everyMs).unref()
}
