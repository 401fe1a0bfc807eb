import { drawn } from '../lattice/project.mjs'

/** The picture, in its own pixels. */
export const width = 1600
export const height = 900

/** Where the middle of the floor stands, and how many pixels a unit of the lattice takes. */
export const origin = { x: 1064, y: 654 }
export const scale = 2.46

/** A point of the world in pixels of the picture. */
export const onCanvas = (point) => {
  const [x, y] = drawn(point)
  return [origin.x + x * scale, origin.y + y * scale]
}
