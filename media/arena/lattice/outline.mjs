/** The three edges of a triangle, clockwise, as corner pairs. */
function edgesOf(c, m) {
  const leaning = (c + m) % 2 === 0
  const [a, b, tip] = leaning
    ? [
        [c + 1, m - 1],
        [c + 1, m + 1],
        [c, m],
      ]
    : [
        [c, m + 1],
        [c, m - 1],
        [c + 1, m],
      ]
  return [
    [a, b],
    [b, tip],
    [tip, a],
  ]
}

const name = ([u, v]) => `${u},${v}`

/** The outlines of a set of triangles `[c, m]`: closed rings of corners, without the corners of straight runs. */
export function outlines(triangles) {
  const edges = new Map()
  for (const [c, m] of triangles)
    for (const [from, to] of edgesOf(c, m)) {
      // An edge between two triangles of the set is met once each way, and is none of its outline.
      const back = `${name(to)}>${name(from)}`
      if (!edges.delete(back)) edges.set(`${name(from)}>${name(to)}`, [from, to])
    }
  const leaving = new Map()
  for (const [from, to] of edges.values()) {
    const list = leaving.get(name(from))
    if (list) list.push(to)
    else leaving.set(name(from), [to])
  }
  const rings = []
  for (const [start, list] of leaving)
    while (list.length > 0) rings.push(straightened(ringFrom(start.split(',').map(Number), leaving)))
  return rings
}

function ringFrom(start, leaving) {
  const ring = []
  let at = start
  do {
    ring.push(at)
    at = leaving.get(name(at)).pop()
  } while (at[0] !== start[0] || at[1] !== start[1])
  return ring
}

function straightened(ring) {
  return ring.filter((corner, i) => {
    const before = ring.at(i - 1)
    const after = ring[(i + 1) % ring.length]
    const turn =
      (corner[0] - before[0]) * (after[1] - corner[1]) - (corner[1] - before[1]) * (after[0] - corner[0])
    return turn !== 0
  })
}

/** Rings as the `d` of an SVG path; a lattice step to the right is three units wide. */
export function pathOf(rings) {
  let pen = [0, 0]
  return rings
    .map((ring) => {
      const moves = ring.map(([u, v]) => {
        const move = [3 * (u - pen[0]), v - pen[1]]
        pen = [u, v]
        return move
      })
      pen = ring[0]
      return `m${moves.map(pair).join(' ').replaceAll(' -', '-')}z`
    })
    .join('')
}

const pair = ([dx, dy]) => (dy < 0 ? `${dx}${dy}` : `${dx} ${dy}`)
