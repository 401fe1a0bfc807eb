import { m } from './materials.mjs'
import { hash, hills } from './noise.mjs'

/** Half the width of the duel floor. */
export const floorReach = 25

/** How far a cell is from the middle, measured so that equal distances are octagons. */
export const octagon = (x, z) => {
  const dx = Math.abs(x + 0.5)
  const dz = Math.abs(z + 0.5)
  return Math.max(dx, dz, (dx + dz) * Math.SQRT1_2)
}

/** The fox's seat: a round shelf behind the floor. */
export const seat = { x: 4, z: -24, reach: 17 }
const seatDistance = (x, z) => Math.hypot(x + 0.5 - seat.x, z + 0.5 - seat.z)

/** Slabs of two by two, in three tones; a ring of inlay and a medallion tell fighters where the middle is. */
function paving(x, z) {
  const d = octagon(x, z)
  if (d > 23) return hash(x >> 1, 7, z >> 1) > 0.7 ? m.trimLight : m.trim
  if (d > 19 && d <= 20) return m.inlay
  if (d > 18 && d <= 21) return m.trim
  if (d <= 5 && d > 4) return m.inlay
  if (d <= 4) return m.trim
  const tone = hash(x >> 1, 3, z >> 1)
  return tone > 0.72 ? m.stoneLight : tone > 0.3 ? m.stone : m.stoneDark
}

/** The floor, its two steps, and the low wall that breaks off where the bridge begins. */
export function layFloor(world) {
  for (let x = -30; x < 30; x += 1)
    for (let z = -30; z < 30; z += 1) {
      const d = octagon(x, z)
      if (d <= floorReach) world.set(x, -1, z, paving(x, z))
      if (d <= floorReach + 1.5) world.set(x, -2, z, hash(x >> 1, 2, z >> 1) > 0.6 ? m.trimLight : m.trim)
      if (d <= floorReach + 3) world.set(x, -3, z, hash(x >> 1, 1, z >> 1) > 0.5 ? m.stoneDark : m.stone)
    }
}

/** The rock that carries it all: wide below the floor, broken off in steps further down. */
export function hangRock(world) {
  for (let x = -40; x < 40; x += 1)
    for (let z = -54; z < 40; z += 1) {
      const edge = Math.min(octagon(x, z) - (floorReach + 2.5), seatDistance(x, z) - seat.reach)
      const ragged = hills(x, z, 5, 11) * 7 + hills(x, z, 2.5, 12) * 4
      const depth = Math.round((-edge + 1) * 1.05 + ragged - 4)
      if (edge > 0.4 || depth < 1) continue
      for (let y = -4; y > -4 - depth; y -= 1) world.set(x, y, z, rockAt(x, y, z))
    }
}

function rockAt(x, y, z) {
  if (y >= -5) return hash(x, y, z) > 0.45 ? m.moss : m.mossLight
  if (hills(x * 1.3 + y * 1.7, z * 1.3 - y, 4, 31) > 0.88) return m.crystal
  const tone = hills(x + y * 2, z - y * 2, 3, 21)
  return tone > 0.66 ? m.rockLight : tone > 0.33 ? m.rock : m.rockDark
}

/** The shelf of the fox, three steps up, grown over at its edge. */
export function raiseSeat(world) {
  for (let x = seat.x - 18; x <= seat.x + 18; x += 1)
    for (let z = seat.z - 18; z <= seat.z + 18; z += 1) {
      const d = seatDistance(x, z)
      for (let y = -4; y < 3; y += 1) {
        if (d > seat.reach - Math.max(0, y) * 1.4 - (y >= 0 ? 1 : 0)) continue
        const mossy = d > seat.reach - Math.max(0, y) * 1.4 - 2.4 && hills(x, z, 3, 5) > 0.45
        const tone = hash(x >> 1, y, z >> 1)
        world.set(x, y, z, mossy ? (tone > 0.5 ? m.moss : m.mossLight) : tone > 0.5 ? m.trim : m.trimLight)
      }
    }
}
