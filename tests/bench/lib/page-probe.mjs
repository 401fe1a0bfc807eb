/**
 * Runs inside a page, from before its first byte: what the browser itself says of paints, shifts and tasks, the time from
 * a click or a key to the frame that follows it, and the time between frames. A task of less than 50 ms is not long.
 */
export function probe() {
  const seen = { lcpMs: 0, shift: 0, longTasks: [], interactions: [], frames: [] }
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => {
    seen.lcpMs = entry.startTime
  })
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.shift += entry.value
  })
  observe('longtask', (entry) => seen.longTasks.push(entry.duration))
  const untilPainted = (event) =>
    requestAnimationFrame(() => {
      // The message is heard when the frame that begins here has been made.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => seen.interactions.push(performance.now() - event.timeStamp)
      port2.postMessage(undefined)
    })
  for (const type of ['click', 'keydown']) addEventListener(type, untilPainted, { capture: true })
  let last = 0
  const frame = (now) => {
    if (last > 0) seen.frames.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  window.probed = {
    begin() {
      for (const list of [seen.longTasks, seen.interactions, seen.frames]) list.length = 0
    },
    end: () => structuredClone(seen),
  }
}

const restMs = 500

/** Watches what is asked for; what it returns resolves when there has been nothing for a while. @param {import('playwright-core').Page} page */
function settled(page) {
  let last = Date.now()
  const open = new Set()
  const begin = (request) => open.add(request)
  const end = (request) => {
    open.delete(request)
    last = Date.now()
  }
  const events = { request: begin, requestfinished: end, requestfailed: end }
  for (const [name, listener] of Object.entries(events)) page.on(name, listener)
  return async () => {
    last = Date.now()
    while (open.size > 0 || Date.now() - last < restMs) await page.waitForTimeout(50)
    for (const [name, listener] of Object.entries(events)) page.off(name, listener)
  }
}

/** What `act` costs the page, with what it sets off until the network rests. @param {import('playwright-core').Page} page */
export async function costOf(page, act) {
  const rest = settled(page)
  await page.evaluate(() => window.probed.begin())
  await act()
  await rest()
  const { interactions, longTasks, frames } = await page.evaluate(() => window.probed.end())
  return {
    paintMs: interactions.length === 0 ? Number.NaN : Math.max(...interactions),
    longestTaskMs: Math.max(0, ...longTasks),
    blockedMs: longTasks.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0),
    longestFrameMs: Math.max(0, ...frames),
  }
}
