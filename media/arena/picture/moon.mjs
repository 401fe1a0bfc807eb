import { moonCells, moonTones } from '../model/moon.mjs'
import { halo } from './sky.mjs'

const moon = { x: 1238, y: 250, radius: 19, cell: 10 }

/** The moon behind the guardian, in its halo. */
export function moonDisc() {
  const { x, y, radius, cell } = moon
  const cells = moonCells(radius)
  const discs = moonTones.map((fill, own) => {
    const list = cells.filter(({ tone }) => tone === own)
    return `<path fill="${fill}" d="${runs(list, x, y, cell)}"/>`
  })
  return `${halo('n', x, y, radius * cell * 2.6)}<g shape-rendering="crispEdges" opacity=".92">${discs.join('')}</g>`
}

/** Cells in rows as one subpath a run. */
function runs(list, x, y, cell) {
  const out = []
  for (const { column, row } of list) {
    const last = out.at(-1)
    if (last && last.row === row && last.end === column) last.end = column + 1
    else out.push({ row, begin: column, end: column + 1 })
  }
  return out
    .map(
      ({ row, begin, end }) =>
        `M${x + begin * cell} ${y + row * cell}h${(end - begin) * cell}v${cell}h-${(end - begin) * cell}z`,
    )
    .join('')
}
