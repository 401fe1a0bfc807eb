const tickMs = 50
/** Ticks may come late by less than this; a larger difference is the work of somebody who sets the clock. */
const jumpMs = 10_000

/**
 * Returns a clock that is never set back, from a clock that may jump and from ticks, which lag when the server does.
 * Scripts have nothing better. Call it at least every few minutes, so that lag does not add up to a jump.
 */
export function monotonicClock(now: () => number, tick: () => number): () => number {
  let last = { wall: now(), tick: tick() }
  let elapsed = 0
  return () => {
    const current = { wall: now(), tick: tick() }
    const byWall = current.wall - last.wall
    const byTicks = (current.tick - last.tick) * tickMs
    const isJump = Math.abs(byWall - byTicks) > jumpMs
    elapsed += Math.max(0, isJump ? byTicks : byWall)
    last = current
    return elapsed
  }
}
