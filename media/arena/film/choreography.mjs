import { moves } from './moves.mjs'

/**
 * The duel, second by second: `[time, move, along, height]`. `along` is the place on the line between the two, with
 * the challenger coming from the left (negative). Between two entries everything moves evenly, with soft ends.
 */
const script = {
  ember: [
    [0, 'guard', -9, 0],
    [1.3, 'guard', -9, 0],
    [1.5, 'run', -8, 0],
    [2.15, 'windup', -4.4, 1.2],
    [2.36, 'slash', -4.1, 0],
    [2.6, 'guard', -4.6, 0],
    [2.95, 'dodge', -6.4, 1.6],
    [3.25, 'guard', -6, 0],
    [3.48, 'windup', -3.6, 0.6],
    [3.62, 'slash', -2.6, 0],
    [3.88, 'backhand', -2.2, 0],
    [4.08, 'windup', -1.4, 0.5],
    [4.22, 'slash', -0.4, 0],
    [4.5, 'crouch', 1, 0],
    [4.66, 'rise', 1.8, 1.6],
    [4.95, 'rise', 2, 1.1],
    [5.3, 'guard', 1.8, 0],
    [5.9, 'triumph', 1.8, 0],
    [6.8, 'triumph', 1.8, 0],
    [7.2, 'walk', 0.4, 0],
    [8.5, 'walk', -9, 0],
    [9, 'guard', -9, 0],
  ],
  frost: [
    [0, 'guard', 9, 0],
    [1.5, 'guard', 9, 0],
    [2.1, 'block', 4.2, 0],
    [2.36, 'block', 4.1, 0],
    [2.55, 'block', 4.6, 0],
    [2.78, 'windup', 3.4, 0.6],
    [2.95, 'slash', 1, 0],
    [3.3, 'guard', 2.4, 0],
    [3.62, 'block', 2.6, 0],
    [3.72, 'hurt', 4.4, 0.8],
    [4, 'hurt', 4.4, 0],
    [4.22, 'hurt', 4.8, 0],
    [4.34, 'hurt', 6.2, 0.9],
    [4.6, 'hurt', 6, 0],
    [4.66, 'hurt', 6, 0.3],
    [4.95, 'thrown', 8.2, 5.6],
    [5.2, 'thrown', 9.8, 4.4],
    [5.5, 'kneel', 10.8, -1.5],
    [6.3, 'kneel', 10.8, -1.5],
    [7, 'walk', 10.6, 0],
    [8.3, 'walk', 9, 0],
    [8.6, 'guard', 9, 0],
    [9, 'guard', 9, 0],
  ],
}

/** What the blows do: `power` 1 is the last, hardest one. `along` and `height` say where. */
export const blows = [
  { time: 2.38, kind: 'parry', along: 0.2, height: 10.5, power: 0.5 },
  { time: 3.64, kind: 'hit', combo: 1, along: 2.6, height: 7.6, power: 0.55 },
  { time: 4.24, kind: 'hit', combo: 2, along: 4.6, height: 7.6, power: 0.65 },
  { time: 4.67, kind: 'hit', combo: 3, along: 5.8, height: 8.4, power: 1 },
]

/** The line of the duel runs across the picture. */
export const onLine = (along, height = 0) => [along * Math.SQRT1_2, height, -along * Math.SQRT1_2]

const facing = { ember: 120, frost: -30 }
const soft = (t) => t * t * (3 - 2 * t)
const mix = (a, b, t) => (Array.isArray(b) ? b.map((part, k) => mix(a[k], part, t)) : a + (b - a) * t)

/** The pose of a fighter at a second of the loop. */
export function poseAt(who, seconds) {
  const track = script[who]
  const next = Math.max(
    1,
    track.findIndex(([time]) => time > seconds),
  )
  const [fromTime, fromMove, ...from] = track[next - 1]
  const [toTime, toMove, ...to] = track[next]
  const t = soft(Math.min(1, (seconds - fromTime) / (toTime - fromTime)))
  const [a, b] = [moves(fromMove, seconds), moves(toMove, seconds)]
  const pose = Object.fromEntries(Object.keys(a).map((part) => [part, mix(a[part], b[part], t)]))
  const [along, height] = mix(from, to, t)
  return { ...pose, at: onLine(along, height), facing: facing[who] }
}

/** How red a fighter flashes: only who was hit, for a third of a second. */
export const hurtAt = (who, seconds) =>
  who === 'frost'
    ? Math.max(
        0,
        ...blows.filter(({ kind }) => kind === 'hit').map(({ time }) => within(seconds - time, 0.34)),
      )
    : 0

const within = (since, length) => (since < 0 || since > length ? 0 : 1 - since / length)
