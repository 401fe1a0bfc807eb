import { m } from './materials.mjs'

/** Where fires burn: the voxel position of each flame's foot. */
export const braziers = [
  [-21, 6, 10],
  [-21, 6, -10],
  [8, 3, 22],
  [22, 3, 8],
]

export function lightBraziers(world) {
  for (const [x, y, z] of braziers) {
    world.box([x - 1, 0, z - 1], [x + 1, 0, z + 1], m.trim)
    world.box([x, 1, z], [x, y - 3, z], m.iron)
    world.box([x - 1, y - 2, z - 1], [x + 1, y - 2, z + 1], m.iron)
    world.box([x - 2, y - 1, z - 1], [x + 2, y - 1, z + 1], m.iron)
    world.box([x - 1, y - 1, z - 2], [x + 1, y - 1, z + 2], m.iron)
    world.box([x - 1, y, z - 1], [x + 1, y, z + 1], m.flame)
    world.set(x, y, z, m.flameHot)
    world.set(x, y + 1, z, m.flameHot)
    world.set(x - 1, y + 1, z, m.flame)
    world.set(x, y + 1, z + 1, m.flame)
    world.set(x, y + 2, z, m.flame)
  }
}

/** Cloth on poles along the back of the floor, swallow-tailed; `x, z` is the pole's foot. */
const poles = [
  [-24, 2],
  [-24, -6],
]

export function raiseBanners(world) {
  for (const [x, z] of poles) {
    world.box([x, 0, z], [x, 16, z], m.woodDark)
    world.box([x, 15, z], [x, 15, z + 5], m.woodDark)
    for (let across = 1; across <= 5; across += 1) {
      const tails = across === 3 ? 6 : across === 2 || across === 4 ? 5 : 4
      for (let y = 14; y >= tails; y -= 1) world.set(x, y, z + across, bannerAt(across, y))
    }
  }
}

const bannerAt = (across, y) => {
  if (across === 1 || across === 5) return m.clothDark
  const mark = { 12: [2, 4], 11: [2, 3, 4], 10: [2, 3, 4], 9: [3] }[y]
  return mark?.includes(across) ? m.cream : m.cloth
}

/** A plank bridge that leaves to the front and is soon lost in the night. */
export function layBridge(world) {
  for (let z = 25; z < 52; z += 1) {
    const gone = z > 40 && (z % 3 === 0 || (z > 46 && z % 3 === 1))
    if (gone) continue
    world.box([-3, -2, z], [2, -2, z], z % 2 === 0 ? m.wood : m.woodDark)
    if (z < 42 && z % 5 === 1) for (const x of [-4, 3]) world.box([x, -2, z], [x, 1, z], m.woodDark)
  }
}
