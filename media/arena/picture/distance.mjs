import { paint } from '../lattice/paint.mjs'
import { throughAir } from '../light/air.mjs'
import { bake } from '../light/bake.mjs'
import { islet } from '../model/islet.mjs'

/** Far to near: where, how large, and how much of the night lies between. */
const islets = [
  { x: 300, y: 380, scale: 1.5, fog: 0.62, reach: 9, seed: 71 },
  { x: 640, y: 292, scale: 1.1, fog: 0.72, reach: 8, seed: 77 },
  { x: 1500, y: 452, scale: 1.9, fog: 0.52, reach: 8, seed: 83 },
  { x: 92, y: 560, scale: 2.1, fog: 0.42, reach: 10, seed: 91, gate: true },
]

export const distantIslands = () =>
  islets
    .map(({ x, y, scale, fog, ...shape }) => {
      const faces = bake(islet(shape), [], { rays: 64 })
      const paths = paint(faces, { colours: 14, exposure: 2.6, veil: throughAir(fog) })
      return `<g transform="translate(${x} ${y})scale(${scale})">${paths}</g>`
    })
    .join('')
