import { createContext, use, useSyncExternalStore } from 'react'

/** The maximum age of a reported time: the `Date` header has whole seconds, and a page is cached for one. */
const slackMs = 1_000

/** Between which bounds the server's clock is ahead of the device's, by all that was heard so far. */
let bounds: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
let aheadMs = 0
const listeners = new Set<() => void>()

/**
 * Learns from what the server says of its time. Each statement narrows the difference down; one that contradicts the
 * earlier ones counts alone, because the device's clock was set meanwhile.
 * @param saidMs the server's time, between `slackMs` before it was asked and when the answer came
 * @param sentMs when it was asked, and `receivedMs` when the answer came, by the device's clock
 */
export function noteServerTime(saidMs: number, sentMs: number, receivedMs: number): void {
  if (!Number.isFinite(saidMs)) return
  const [from, to] = [saidMs - receivedMs, saidMs + slackMs - sentMs]
  const fits = from <= bounds[1] && to >= bounds[0]
  bounds = fits ? [Math.max(bounds[0], from), Math.min(bounds[1], to)] : [from, to]
  const [least, most] = bounds
  // A device whose clock may be right is believed.
  const next = least <= 0 && most >= 0 ? 0 : (least + most) / 2
  if (next === aheadMs) return
  aheadMs = next
  for (const listener of [...listeners]) listener()
}

/** The element of a document that says when it was rendered. */
export const serverTimeName = 'server-time'

/** When the document was rendered, in milliseconds. */
export function timeOfDocument(): number | undefined {
  const said = document.querySelector<HTMLMetaElement>(`meta[name=${serverTimeName}]`)?.content
  return said === undefined ? undefined : Number(said)
}

/** Learns from the document itself, before any call. */
export function noteTimeOfDocument(): void {
  const said = timeOfDocument()
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (said === undefined || loaded === undefined) return
  const { timeOrigin } = performance
  noteServerTime(said, timeOrigin + loaded.requestStart, timeOrigin + loaded.responseStart)
}

/** The server's time in milliseconds, which every age, countdown and "today" goes by: devices may be minutes off. */
export const serverNow = () => Date.now() + aheadMs

/** Calls the listener when another difference to the server's clock was learned. Returns a function that stops. */
export function onClockSet(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A clock that goes in steps while somebody looks at it, and catches up when a page that slept is looked at again. */
function steppingClock(stepMs: number, read = serverNow) {
  const watchers = new Set<() => void>()
  let now = 0
  let timer: ReturnType<typeof setInterval> | undefined
  function tick() {
    now = read()
    for (const each of watchers) each()
  }
  return {
    subscribe(watcher: () => void) {
      if (watchers.size === 0) {
        now = read()
        timer = setInterval(tick, stepMs)
        listeners.add(tick)
        document.addEventListener('visibilitychange', tick)
      }
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
        if (watchers.size > 0) return
        clearInterval(timer)
        listeners.delete(tick)
        document.removeEventListener('visibilitychange', tick)
      }
    },
    read() {
      // Before anybody looks the clock stands still; the first to look sets it, and later ones see the same time.
      if (watchers.size === 0 && Math.abs(read() - now) > stepMs) now = read()
      return now
    },
  }
}

const ages = steppingClock(15_000)
const seconds = steppingClock(1_000, () => Math.floor(serverNow() / 1_000) * 1_000)

/** When the document was made, in milliseconds: what ages are counted from until the page is alive. */
export const TimeOfDocument = createContext<number | null>(null)

/** The server's time for ages, in milliseconds; null before a page is alive that does not say when it was made. */
export function useClock() {
  const at = use(TimeOfDocument)
  return useSyncExternalStore<number | null>(ages.subscribe, ages.read, () => at)
}

/** The same to the second, for countdowns. */
export const useSeconds = () =>
  useSyncExternalStore<number | null>(seconds.subscribe, seconds.read, () => null)
