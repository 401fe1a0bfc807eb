import { materials } from '../model/materials.mjs'
import { facesOf, middleOf, sides } from './faces.mjs'
import { hemisphere } from './hemisphere.mjs'
import { trace } from './trace.mjs'

/** The night: its glow from above and from below, and the moon. Linear light. */
export const night = {
  zenith: [0.11, 0.13, 0.24],
  nadir: [0.12, 0.065, 0.1],
  moon: { towards: [-0.25, 0.78, 0.57], colour: [0.17, 0.22, 0.36] },
}

const far = 70
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const key = ({ x, y, z, side }) => (((y + 64) * 160 + z + 80) * 160 + x + 80) * 6 + side

/** Light of lamps and moon that falls straight on a point with this normal. */
function direct(world, lamps, at, normal) {
  const sum = [0, 0, 0]
  const moon = dot(normal, night.moon.towards)
  if (moon > 0 && !trace(world, at, night.moon.towards, far))
    for (let c = 0; c < 3; c += 1) sum[c] += night.moon.colour[c] * moon
  for (const lamp of lamps) {
    const way = lamp.at.map((coordinate, axis) => coordinate - at[axis])
    const distance = Math.hypot(...way)
    const towards = way.map((w) => w / distance)
    const facing = dot(normal, towards)
    // A flame is no point: what lies at its edge still gets a little, so light wraps around corners.
    const wrapped = (facing + 0.15) / 1.15
    if (wrapped <= 0 || distance > 60) continue
    const seen = 1 - shade(world, at, lamp.at, distance)
    const amount = (lamp.power * wrapped * seen) / (distance * distance + 14)
    for (let c = 0; c < 3; c += 1) sum[c] += lamp.colour[c] * amount
  }
  return sum
}

const jitter = [
  [0, 0, 0],
  [0.9, 0.4, 0],
  [-0.9, -0.3, 0.3],
  [0, 0.5, 0.9],
  [0.2, -0.4, -0.9],
]
/** How much of a flame is hidden, 0 to 1; five points of it stand for all, which makes shadows soft. */
function shade(world, at, flame, distance) {
  let hidden = 0
  for (const offset of jitter) {
    const way = flame.map((coordinate, axis) => coordinate + offset[axis] - at[axis])
    const length = Math.hypot(...way)
    // The bowl and the fire itself do not count.
    if (
      trace(
        world,
        at,
        way.map((w) => w / length),
        distance - 3.4,
      )
    )
      hidden += 1
  }
  return hidden / jitter.length
}

/**
 * Every face of a world with the light it sends out, linear rgb: lamps and moon with shadows, and one bounce of
 * both, gathered with the glow of the sky over the half-space each face looks at. `obstacles` is the world that
 * stops light, when it holds more than what is seen.
 */
export function bake(world, lamps, { rays = 256, obstacles = world } = {}) {
  const faces = facesOf(world)
  const known = new Map()
  for (const face of faces) {
    face.direct = direct(obstacles, lamps, middleOf(face), sides[face.side].normal)
    known.set(key(face), face)
  }
  const fans = sides.map(({ normal }) => hemisphere(normal, rays))
  for (const face of faces) {
    const at = middleOf(face)
    const sum = [0, 0, 0]
    for (const towards of fans[face.side]) {
      const hit = trace(obstacles, at, towards, far)
      const light = hit ? sentBy(known.get(key(hit))) : sky(towards)
      for (let c = 0; c < 3; c += 1) sum[c] += light[c]
    }
    const { colour, glow } = materials[face.material]
    face.light = colour.map((part, c) => part * (face.direct[c] + sum[c] / rays) + part * glow)
  }
  return faces
}

const none = [0, 0, 0]
function sentBy(face) {
  if (face === undefined) return none
  const { colour, glow } = materials[face.material]
  // Fires are lamps already; counted here too they would burn out everything beside them.
  const own = Math.min(glow, 2.6)
  return colour.map((part, c) => part * (face.direct[c] + own))
}

function sky([, up]) {
  const t = up * 0.5 + 0.5
  return night.zenith.map((high, c) => night.nadir[c] + (high - night.nadir[c]) * t)
}
