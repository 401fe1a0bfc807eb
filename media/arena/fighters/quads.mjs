import { pointAt, turnedBy } from './matrix.mjs'

/** Per side of a box: its axis and sign, the axes that run to the right and down on it, and their signs. */
const layout = {
  front: { axis: 2, sign: 1, across: [0, 1], down: [1, -1] },
  back: { axis: 2, sign: -1, across: [0, -1], down: [1, -1] },
  right: { axis: 0, sign: 1, across: [2, -1], down: [1, -1] },
  left: { axis: 0, sign: -1, across: [2, 1], down: [1, -1] },
  top: { axis: 1, sign: 1, across: [0, 1], down: [2, 1] },
  bottom: { axis: 1, sign: -1, across: [0, 1], down: [2, -1] },
}

/**
 * The painted cells of a box as quads `{ corners, normal, colour, glow }` in the world. Neighbours in a row that wear
 * the same paint are one quad.
 */
export function quadsOf({ place, from, to, skin, cells }) {
  return Object.entries(layout).flatMap(([side, { axis, sign, across, down }]) => {
    const columns = cells[across[0]]
    const rows = cells[down[0]]
    const normal = straight(turnedBy(place, unit(axis, sign)))
    const corner = (column, row) => {
      const at = [0, 0, 0]
      at[axis] = sign > 0 ? to[axis] : from[axis]
      for (const [[k, way], part] of [
        [across, column / columns],
        [down, row / rows],
      ])
        at[k] = way > 0 ? from[k] + (to[k] - from[k]) * part : to[k] - (to[k] - from[k]) * part
      return pointAt(place, at)
    }
    return Array.from({ length: rows }, (_, row) =>
      runs(columns, (column) => skin(side, column, row)).map(({ begin, end, paint }) => ({
        corners: [corner(begin, row), corner(end, row), corner(end, row + 1), corner(begin, row + 1)],
        normal,
        glow: 0,
        ...paint,
      })),
    ).flat()
  })
}

const straight = (v) => v.map((part) => part / Math.hypot(...v))
const unit = (axis, sign) => [0, 1, 2].map((k) => (k === axis ? sign : 0))

function runs(columns, paintAt) {
  const found = []
  for (let column = 0; column < columns; column += 1) {
    const paint = paintAt(column)
    const last = found.at(-1)
    if (last?.paint.colour === paint.colour && last.paint.glow === paint.glow) last.end = column + 1
    else found.push({ begin: column, end: column + 1, paint })
  }
  return found
}
