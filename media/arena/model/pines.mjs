import { m } from './materials.mjs'
import { hash } from './noise.mjs'

/** Foot and height of each pine. */
const pines = [
  [-13, 0, -29, 16],
  [-20, -3, -22, 12],
  [20, 0, -33, 14],
]

export function plantPines(world) {
  for (const [x, y, z, height] of pines) {
    world.box([x, y - 4, z], [x, y + height - 2, z], m.woodDark)
    for (let level = 3; level <= height; level += 1) {
      const taper = (1 - (level - 3) / (height - 2)) * 4.6
      const reach = level % 3 === 0 ? taper : taper - 1
      for (let dx = -5; dx <= 5; dx += 1)
        for (let dz = -5; dz <= 5; dz += 1)
          if (Math.abs(dx) + Math.abs(dz) <= reach)
            world.set(x + dx, y + level, z + dz, hash(x + dx, level, z + dz) > 0.55 ? m.leafLight : m.leaf)
    }
  }
}
