/**
 * The picture's view looks along (2, 1, 2): 45 degrees around, 19.5 degrees down. From there every corner of every
 * voxel falls on one lattice of whole numbers, u = x - z and v = x + z - 4y, and every visible face is made of the
 * lattice's triangles: what hides what is decided exactly, triangle by triangle.
 *
 * A triangle is named by its column c (between u = c and c + 1) and the height m of its upright edge's middle; that
 * edge is on the left when c + m is odd. One lattice step to the right is three times as wide as one down is tall.
 */
const trianglesOf = [
  // +x: the side that looks to the right.
  ({ x, y, z }) => {
    const u = x + 1 - z
    const v = x + 1 + z - 4 * (y + 1)
    return [1, 2, 3, 4].map((down) => [u - 1, v + down])
  },
  // +y
  ({ x, y, z }) => {
    const u = x - z
    const m = x + z - 4 * (y + 1) + 1
    return [
      [u, m],
      [u - 1, m],
    ]
  },
  // +z: the side that looks to the left.
  ({ x, y, z }) => {
    const u = x - (z + 1)
    const v = x + z + 1 - 4 * (y + 1)
    return [1, 2, 3, 4].map((down) => [u, v + down])
  },
]

/** How near to the viewer the face is where the triangle lies on it. */
function nearness({ x, y, z, side }, c, m) {
  const u = c + ((c + m) % 2 === 0 ? 2 / 3 : 1 / 3)
  if (side === 1) return 2 * (m + 4 * (y + 1)) + (y + 1)
  const [sum, height] =
    side === 0 ? [2 * (x + 1) - u, 2 * (x + 1) - u - m] : [2 * (z + 1) + u, 2 * (z + 1) + u - m]
  return 2 * sum + height / 4
}

/** The face that shows in each triangle: a map from `${c},${m}` to the face. */
export function visibleTriangles(faces) {
  const shown = new Map()
  for (const face of faces) {
    if (face.side > 2) continue
    for (const [c, m] of trianglesOf[face.side](face)) {
      const name = `${c},${m}`
      const depth = nearness(face, c, m)
      const before = shown.get(name)
      if (before === undefined || depth > before.depth) shown.set(name, { face, depth, c, m })
    }
  }
  return shown
}

/** Lattice position of a point of the world, as x and y of the drawing. */
export const drawn = ([x, y, z]) => [3 * (x - z), x + z - 4 * y]
