import { m } from './materials.mjs'
import { hash, hills } from './noise.mjs'
import { Voxels } from './voxels.mjs'

/** A small island with pines, and a gate on it if it has one. `reach` is half its width. */
export function islet({ reach, seed, gate }) {
  const world = new Voxels()
  for (let x = -reach - 2; x < reach + 2; x += 1)
    for (let z = -reach - 2; z < reach + 2; z += 1) {
      const edge = reach - Math.hypot(x + 0.5, z + 0.5) + (hills(x + 40, z + 40, 3, seed) - 0.5) * 3
      if (edge < 0) continue
      const depth = Math.round(edge * 1.2 + hills(x + 40, z + 40, 2.5, seed + 1) * 5)
      for (let y = -1; y > -2 - depth; y -= 1)
        world.set(x, y, z, y === -1 ? m.moss : hash(x, y, z) > 0.6 ? m.rockLight : m.rock)
    }
  const spots = Array.from({ length: gate ? 2 : 4 }, (_, i) => [
    Math.round((hash(i, seed, 1) - 0.5) * reach * 1.3),
    Math.round((hash(i, seed, 2) - 0.5) * reach * 1.3),
    7 + Math.round(hash(i, seed, 3) * 5),
  ])
  for (const [x, z, height] of spots) pine(world, x, z, height)
  if (gate) {
    for (const side of [-4, 4]) world.box([side, 0, 0], [side + 1, 10, 1], m.cloth)
    world.box([-7, 11, 0], [8, 12, 1], m.cloth)
    world.box([-5, 8, 0], [6, 8, 1], m.clothDark)
  }
  return world
}

function pine(world, x, z, height) {
  for (let level = 1; level <= height; level += 1) {
    const reach = (1 - level / (height + 1)) * 3.4
    for (let dx = -3; dx <= 3; dx += 1)
      for (let dz = -3; dz <= 3; dz += 1)
        if (Math.abs(dx) + Math.abs(dz) <= reach) world.set(x + dx, level, z + dz, m.leaf)
  }
}
