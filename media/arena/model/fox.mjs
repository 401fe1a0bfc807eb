import { head } from './fox-head.mjs'
import { m } from './materials.mjs'
import { hills } from './noise.mjs'
import { seat } from './platform.mjs'
import { ball, block, tube } from './shapes.mjs'

/** Voxels to one unit of the sculpture. */
const size = 1.36

/** Fur in large, quiet patches: a statue, not static. */
const fur = (x, y, z) => {
  const tone = hills(x + z * 0.8 + 50, y + z * 0.5 + 50, 3.4, 41)
  return tone > 0.64 ? m.furLight : tone > 0.26 ? m.fur : m.furDeep
}

/** Mirrored: every x below is the distance from the fox's middle. */
const body = [
  { shape: ball([0, 5.2, -3], [7.8, 6.6, 7.2]), material: fur },
  {
    shape: tube([
      [0, 6, -2, 6.4],
      [0, 11, 0.4, 5.4],
      [0, 16, 2, 4.6],
    ]),
    material: fur,
  },
  { shape: ball([5.6, 4.4, 0.2], [3.4, 5, 5]), material: fur },
  {
    shape: ball([0, 11.4, 4], [3.5, 6.4, 2.5]),
    material: (x, y) => (Math.floor(y * 1.3 + x) % 3 === 0 ? m.creamDeep : m.cream),
  },
  { shape: block([1.2, 0, 2.8], [4.2, 10, 5.8]), material: (_, y) => (y < 4.4 ? m.sock : m.fur) },
  { shape: block([1, 0, 3], [4.4, 1.6, 7.6]), material: () => m.sock },
  { shape: block([5.2, 0, 0.4], [8.6, 1.8, 7]), material: () => m.sock },
]

/** Around the right side to the front, fat in the middle, with a white tip. Not mirrored. */
const tail = {
  shape: tube([
    [5, 2.4, -8.6, 2.2],
    [9.4, 2.7, -8, 2.8],
    [12, 3.1, -4.4, 3.3],
    [12.7, 3.4, -0.4, 3.6],
    [12, 3.2, 3.4, 3.4],
    [10.4, 2.7, 6.6, 2.7],
    [8.4, 2, 9, 1.5],
  ]),
  material: (x, y, z) => (z > 3.2 + Math.abs(Math.sin(x * 2.1 + y)) ? m.cream : fur(x, y, z)),
}

/** The guardian of the arena: a seated fox that faces +z, three times as tall as a fighter. */
export function seatFox(world) {
  const parts = [...body, ...head(fur)]
  for (let y = 0; y < 48; y += 1)
    for (let z = -18; z < 24; z += 1)
      for (let x = -20; x < 24; x += 1) {
        const at = [(x + 0.5) / size, (y + 0.5) / size, (z + 0.5) / size]
        const mirrored = [Math.abs(at[0]), at[1], at[2]]
        const part = parts.findLast(({ shape }) => shape(...mirrored))
        const material = tail.shape(...at) ? tail.material(...at) : part?.material(...mirrored)
        if (material !== undefined) world.set(seat.x + x, 3 + y, seat.z - 1 + z, material)
      }
}
