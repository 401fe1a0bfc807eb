import { bytesOf, hexOf } from '../light/tone.mjs'
import { outlines, pathOf } from './outline.mjs'
import { reduce } from './palette.mjs'
import { visibleTriangles } from './project.mjs'

/**
 * Baked faces as SVG paths, one a colour. What is hidden is left out, what touches and looks alike is one outline.
 * @param {object[]} faces as `bake` gives them
 * @param {{ colours: number, exposure?: number, veil?: (bytes: number[]) => number[], below?: number }} look
 *   how many colours, how bright when not as usual, what the air between does to them, and from which height on nothing is drawn
 */
export function paint(faces, { colours, exposure, veil = (bytes) => bytes, below = Infinity }) {
  const shown = [...visibleTriangles(faces).values()].filter(({ m }) => m < below)
  const found = new Map()
  for (const triangle of shown) {
    const { face } = triangle
    face.hex ??= hexOf(veil(bytesOf(face.light, exposure)))
    const group = found.get(face.hex)
    if (group) group.push(triangle)
    else found.set(face.hex, [triangle])
  }
  const groups = [...found.values()]
  const reduced = reduce(
    groups.map((group) => ({ bytes: bytesFrom(group[0].face.hex), weight: group.length })),
    colours,
  )
  const painted = new Map()
  groups.forEach((group, i) => {
    const hex = hexOf(reduced[i])
    if (!painted.has(hex)) painted.set(hex, [])
    painted.get(hex).push(...group.map(({ c, m }) => [c, m]))
  })
  return [...painted]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([hex, triangles]) => `<path fill="${hex}" stroke="${hex}" d="${pathOf(outlines(triangles))}"/>`)
    .join('')
}

const bytesFrom = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
