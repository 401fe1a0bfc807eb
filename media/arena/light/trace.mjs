/**
 * Walks a ray cell by cell (Amanatides and Woo). Returns what stops it before `reach`: the solid cell and the side
 * through which the ray came in, numbered as in faces.mjs; nothing when it gets there.
 */
export function trace(world, from, towards, reach) {
  const cell = from.map(Math.floor)
  const step = towards.map(Math.sign)
  const delta = towards.map((d) => (d === 0 ? Infinity : Math.abs(1 / d)))
  const next = towards.map((d, axis) => {
    if (d === 0) return Infinity
    const edge = d > 0 ? cell[axis] + 1 - from[axis] : from[axis] - cell[axis]
    return edge * delta[axis]
  })
  for (;;) {
    const axis = next[0] < next[1] ? (next[0] < next[2] ? 0 : 2) : next[1] < next[2] ? 1 : 2
    if (next[axis] > reach) return undefined
    cell[axis] += step[axis]
    next[axis] += delta[axis]
    if (world.get(cell[0], cell[1], cell[2]) !== 0)
      return { x: cell[0], y: cell[1], z: cell[2], side: step[axis] > 0 ? axis + 3 : axis }
  }
}
