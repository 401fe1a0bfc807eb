import { clash } from '../fighters/poses.mjs'
import { paint } from '../lattice/paint.mjs'
import { bake } from '../light/bake.mjs'
import { buildArena, lamps } from '../model/arena.mjs'
import { m } from '../model/materials.mjs'
import { hash } from '../model/noise.mjs'
import { height, onCanvas, origin, scale, width } from './canvas.mjs'
import { cloudBank } from './clouds.mjs'
import { distantIslands } from './distance.mjs'
import { moonDisc } from './moon.mjs'
import { definitions, halo, sky } from './sky.mjs'

/** Where the blades meet, and the light that comes of it. */
export const spark = [0.8, 11.4, -0.8]
const sparkLights = [
  { at: [1, 8, 1], colour: [1, 0.7, 0.4], power: 30 },
  { at: [5, 7, -2.5], colour: [0.3, 0.75, 1], power: 16 },
]
export const pictureLamps = [...lamps, ...sparkLights]

/** The arena with somebody standing in it, so that light is stopped where the fighters are. */
function crowded() {
  const world = buildArena()
  for (const { at } of Object.values(clash)) {
    const [x, , z] = at.map(Math.floor)
    world.box([x - 1, 0, z - 1], [x + 1, 9, z + 1], m.iron)
  }
  return world
}

/** The still picture, without the fighters: they are pictures of their own, so that they can move. */
export function scenePicture() {
  const faces = bake(buildArena(), pictureLamps, { obstacles: crowded() })
  const below = Math.ceil((height - origin.y) / scale) + 2
  const arena = paint(faces, { colours: 96, below })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<defs>${definitions}</defs>`,
    sky(),
    moonDisc(),
    cloudBank({ base: 720, swell: 150, step: 10, colour: '#2b2143', seed: 5, opacity: 0.55 }),
    `<g stroke-width=".3" stroke-linejoin="round">${distantIslands()}`,
    cloudBank({ base: 800, swell: 150, step: 10, colour: '#35203f', seed: 15, opacity: 0.8 }),
    `<g transform="translate(${origin.x} ${origin.y})scale(${scale})">${arena}</g></g>`,
    ...lamps.map(({ at }) => halo('w', ...onCanvas(at), 120)),
    halo('p', ...onCanvas(spark), 46),
    halo('w', ...onCanvas(spark), 100),
    embers(),
    cloudBank({ base: 905, swell: 130, step: 10, colour: '#1b1428', seed: 25, opacity: 0.9 }),
    '</svg>\n',
  ].join('')
}

/** Sparks in the air, held still: more and brighter the lower they fly. */
function embers() {
  const spots = Array.from({ length: 46 }, (_, i) => {
    const rise = hash(i, 51, 1)
    const x = origin.x - 470 + hash(i, 51, 2) * 940
    const side = rise < 0.3 ? 5 : rise < 0.65 ? 4 : 3
    return { x: Math.round(x), y: Math.round(800 - rise ** 1.3 * 620), side, bright: rise < 0.5 }
  })
  return [true, false]
    .map((bright) => {
      const path = spots
        .filter((spot) => spot.bright === bright)
        .map(({ x, y, side }) => `M${x} ${y}h${side}v${side}h-${side}z`)
      return `<path fill="${bright ? '#ffb057' : '#ff7d33'}" opacity="${bright ? 0.9 : 0.6}" d="${path.join('')}"/>`
    })
    .join('')
}
