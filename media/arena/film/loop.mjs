export const framesPerSecond = 24
export const loopSeconds = 9

/**
 * A smooth closed path through keyframes `[second, ...values]` (Catmull-Rom in time): the end joins the beginning, so
 * nobody sees where the film starts over.
 */
export function periodic(keys, seconds, length) {
  const count = keys.length
  const key = (i) => {
    const turn = Math.floor(i / count)
    const [time, ...values] = keys[i - turn * count]
    return { time: time + turn * length, values }
  }
  let i = count - 1
  while (i >= 0 && keys[i][0] > seconds) i -= 1
  const [before, from, to, after] = [key(i - 1), key(i), key(i + 1), key(i + 2)]
  const t = (seconds - from.time) / (to.time - from.time)
  return from.values.map((value, k) => {
    const slopeIn = ((to.values[k] - before.values[k]) / (to.time - before.time)) * (to.time - from.time)
    const slopeOut = ((after.values[k] - value) / (after.time - from.time)) * (to.time - from.time)
    const t2 = t * t
    const t3 = t2 * t
    return (
      (2 * t3 - 3 * t2 + 1) * value +
      (t3 - 2 * t2 + t) * slopeIn +
      (3 * t2 - 2 * t3) * to.values[k] +
      (t3 - t2) * slopeOut
    )
  })
}
