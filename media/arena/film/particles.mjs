import { lamps } from '../model/arena.mjs'
import { hash } from '../model/noise.mjs'
import { blows, onLine } from './choreography.mjs'
import { loopSeconds } from './loop.mjs'

/** Glowing squares at a second of the loop: `{ at, half, colour, glow }`. */
export const particlesAt = (seconds) => [
  ...embers(seconds),
  ...blows.flatMap((blow) => sparks(blow, seconds)),
]

/** Embers rise from the fires for ever; each life divides the loop, so none is seen to vanish when it starts over. */
function embers(seconds) {
  return lamps.flatMap(({ at: [x, y, z] }, fire) =>
    Array.from({ length: 16 }, (_, i) => {
      const life = loopSeconds / (2 + (i % 3))
      const t = (seconds / life + hash(i, fire, 5)) % 1
      const turn = hash(i, fire, 6) * 6.28 + t * 5
      const drift = 0.6 + t * 3.4 * hash(i, fire, 7)
      return {
        at: [x + Math.cos(turn) * drift, y + t * (12 + 14 * hash(i, fire, 8)), z + Math.sin(turn) * drift],
        half: 0.2 * (1 - t) + 0.06,
        colour: t < 0.4 ? '#ffc468' : '#ff7d33',
        glow: 0.8 * (1 - t),
      }
    }),
  )
}

/** A burst that flies apart and falls. */
function sparks({ time, kind, along, height, power }, seconds) {
  const since = seconds - time
  const life = 0.45 + power * 0.5
  if (since < 0 || since > life) return []
  const start = onLine(along, height)
  const t = since / life
  return Array.from({ length: Math.round(16 + power * 34) }, (_, i) => {
    const around = hash(i, time * 100, 1) * 6.283
    const rise = hash(i, time * 100, 2) * 2 - 0.5
    const speed = (5 + 12 * hash(i, time * 100, 3)) * (0.6 + power * 0.6)
    return {
      at: [
        start[0] + Math.cos(around) * speed * since,
        start[1] + rise * speed * since - 14 * since * since,
        start[2] + Math.sin(around) * speed * since,
      ],
      half: (0.16 + 0.2 * hash(i, 9, 4)) * (1 - t) * (0.7 + power * 0.6),
      colour: kind === 'parry' ? (i % 3 === 0 ? '#8fe6ff' : '#ffe2b0') : i % 3 === 0 ? '#ffe2b0' : '#ff8a3d',
      glow: 1 - t,
    }
  })
}

/** The short lights of blows: they colour the floor and the fighters. */
export const flashesAt = (seconds) =>
  blows.flatMap(({ time, along, height, power }) => {
    const since = seconds - time
    if (since < 0 || since > 0.4) return []
    return [
      { at: onLine(along, height - 2), colour: [1, 0.62, 0.3], power: 60 * power * (1 - since / 0.4) ** 2 },
    ]
  })

/** How hard the camera is shaken, and how much the guardian's eyes flare. */
export const shakeAt = (seconds) =>
  blows.reduce((sum, { time, power }) => sum + fading(seconds - time, 0.35) * power * 0.32, 0)
export const rageAt = (seconds) => fading(seconds - blows.at(-1).time, 1.6) * 1.6
const fading = (since, length) => (since < 0 || since > length ? 0 : (1 - since / length) ** 2)
