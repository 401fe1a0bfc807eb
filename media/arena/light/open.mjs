import { night } from './bake.mjs'

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** The light that falls on something in the open, which moves and therefore has no baked light: no shadows. */
export function lightAt(at, normal, lamps) {
  const up = normal[1] * 0.5 + 0.5
  const light = night.zenith.map((high, c) => (night.nadir[c] + (high - night.nadir[c]) * up) * 1.25)
  const moon = Math.max(0, dot(normal, night.moon.towards))
  for (let c = 0; c < 3; c += 1) light[c] += night.moon.colour[c] * moon
  for (const { at: from, colour, power } of lamps) {
    const way = from.map((coordinate, axis) => coordinate - at[axis])
    const distance = Math.hypot(...way)
    const wrapped = (dot(normal, way) / distance + 0.3) / 1.3
    if (wrapped <= 0) continue
    const amount = (power * wrapped) / (distance * distance + 14)
    for (let c = 0; c < 3; c += 1) light[c] += colour[c] * amount
  }
  return light
}
