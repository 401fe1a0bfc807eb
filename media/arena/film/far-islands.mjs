import { throughAir } from '../light/air.mjs'
import { bake } from '../light/bake.mjs'
import { islet } from '../model/islet.mjs'
import { stageOf } from './stage.mjs'

/** Where they float, and how much of the night lies between. */
const places = [
  { moved: [-190, 20, -60], scale: 1.6, fog: 0.55, reach: 9, seed: 71 },
  { moved: [-70, 34, -230], scale: 1.7, fog: 0.6, reach: 8, seed: 83 },
  { moved: [-120, -18, 40], scale: 1.5, fog: 0.42, reach: 10, seed: 91, gate: true },
]

export const farIslands = () =>
  places.flatMap(({ moved, scale, fog, ...shape }) =>
    stageOf(bake(islet(shape), [], { rays: 64 }), {
      moved,
      scale,
      veil: throughAir(fog),
    }),
  )
