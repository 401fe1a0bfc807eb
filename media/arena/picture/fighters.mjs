import { fighterBoxes } from '../fighters/fighter.mjs'
import { ember, frost } from '../fighters/kits.mjs'
import { pointAt } from '../fighters/matrix.mjs'
import { clash } from '../fighters/poses.mjs'
import { quadsOf } from '../fighters/quads.mjs'
import { lightAt } from '../light/open.mjs'
import { bytesOf, hexOf } from '../light/tone.mjs'
import { linear } from '../model/materials.mjs'
import { onCanvas } from './canvas.mjs'

const view = [2, 1, 2]
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const round = (value) => Math.round(value * 10) / 10
const kits = { ember, frost }

/** One fighter in the pose of the picture: an SVG of its own, and where it belongs on the canvas. */
export function fighterPicture(who, lamps) {
  const boxes = fighterBoxes(kits[who], clash[who]).sort((a, b) => depthOf(a) - depthOf(b))
  const shapes = boxes
    .flatMap(quadsOf)
    .filter(({ normal }) => dot(normal, view) > 1e-6)
    .map((quad) => ({ colour: colourOf(quad, lamps), points: quad.corners.map(onCanvas) }))
  const all = shapes.flatMap(({ points }) => points)
  const left = Math.floor(Math.min(...all.map(([x]) => x))) - 1
  const top = Math.floor(Math.min(...all.map(([, y]) => y))) - 1
  const width = Math.ceil(Math.max(...all.map(([x]) => x))) + 1 - left
  const height = Math.ceil(Math.max(...all.map(([, y]) => y))) + 1 - top
  const paths = shapes.map(({ colour, points }) => {
    const corners = points.map(([x, y]) => `${round(x - left)} ${round(y - top)}`)
    return `<path fill="${colour}" stroke="${colour}" d="M${corners.join('L')}z"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" stroke-width=".5" stroke-linejoin="round">${paths.join('')}</svg>\n`
  return { svg, left, top, width, height }
}

const depthOf = ({ place, from, to }) =>
  dot(
    pointAt(
      place,
      from.map((low, k) => (low + to[k]) / 2),
    ),
    view,
  )

function colourOf({ corners, normal, colour, glow }, lamps) {
  const middle = [0, 1, 2].map((k) => corners.reduce((sum, corner) => sum + corner[k], 0) / 4)
  const light = lightAt(middle, normal, lamps)
  return hexOf(bytesOf(linear(colour).map((part, c) => part * (light[c] + glow))))
}
