// Loaded into the site under attack (NODE_OPTIONS=--import): says on standard error how long its event loop stood
// still. Time that the main thread only waited for a processor is taken off: other programs are no fault of the site.
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const everyMs = 20
const worthTellingMs = 50

/** Milliseconds for which the kernel kept the main thread waiting so far; 0 where it does not say. */
const waitedMs = () => {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

if (isMainThread) {
  let lastTick = performance.now()
  let lastWaited = waitedMs()
  setInterval(() => {
    const now = performance.now()
    const waited = waitedMs()
    const stoodStill = now - lastTick - everyMs - (waited - lastWaited)
    if (stoodStill >= worthTellingMs)
      process.stderr.write(`event loop stood still for ${Math.round(stoodStill)} ms\n`)
    lastTick = now
    lastWaited = waited
  }, everyMs).unref()
}
