import { seatFox } from './fox.mjs'
import { braziers, layBridge, lightBraziers, raiseBanners } from './furniture.mjs'
import { plantPines } from './pines.mjs'
import { hangRock, layFloor, raiseSeat } from './platform.mjs'
import { Voxels } from './voxels.mjs'

/** The whole place, without its fighters. */
export function buildArena() {
  const world = new Voxels()
  hangRock(world)
  layFloor(world)
  raiseSeat(world)
  plantPines(world)
  seatFox(world)
  lightBraziers(world)
  raiseBanners(world)
  layBridge(world)
  return world
}

/** Lights that throw shadows: the fires. Brightness falls with the square of the distance. */
export const lamps = braziers.map(([x, y, z]) => ({
  at: [x + 0.5, y + 3.2, z + 0.5],
  colour: [1, 0.55, 0.24],
  power: 95,
}))
