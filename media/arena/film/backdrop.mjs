import { moonCells, moonTones } from '../model/moon.mjs'
import { hash, hills } from '../model/noise.mjs'
import { bytesFrom } from './colour.mjs'
import { pixelOf } from './raster.mjs'

/** Far things as quads in the world: stars, the moon, and clouds in rings around everything. */
export function backdrop() {
  return [...stars(), ...moon(), ...cloudRings()]
}

const away = (around, up, distance) => [
  Math.sin(around) * Math.cos(up) * distance,
  Math.sin(up) * distance,
  Math.cos(around) * Math.cos(up) * distance,
]

/** A square that looks at the middle of the world. */
function tile(around, up, distance, half, pixel) {
  const middle = away(around, up, distance)
  const right = [Math.cos(around) * half, 0, -Math.sin(around) * half]
  const top = away(around, up + Math.PI / 2, half)
  const at = (s, t) => middle.map((part, k) => part + right[k] * s + top[k] * t)
  return { corners: [at(-1, 1), at(1, 1), at(1, -1), at(-1, -1)], pixel }
}

const stars = () =>
  Array.from({ length: 260 }, (_, i) => {
    const around = Math.PI * (1.25 + (hash(i, 1, 61) - 0.5) * 0.9)
    const up = 0.02 + hash(i, 2, 61) * 0.62
    const bright = hash(i, 3, 61)
    const light = Math.round(90 + bright * 150)
    return tile(
      around,
      up,
      900,
      0.6 + bright * 0.9,
      pixelOf([light * 0.9, light * 0.92, light].map(Math.round), bright > 0.9 ? 0.25 : 0),
    )
  })

const moonAt = { around: Math.PI * 1.262, up: 0.085, distance: 860, cell: 5.4 }

function moon() {
  const { around, up, distance, cell } = moonAt
  const pixels = moonTones.map((tone) => pixelOf(bytesFrom(tone), 0.03))
  const step = cell / distance
  // Seen from inside the world, right is towards smaller angles. Cells overlap a little, or the sky shows between.
  return moonCells(17).map(({ column, row, tone }) =>
    tile(
      around - ((column + 0.5) * step) / Math.cos(up),
      up - (row + 0.5) * step,
      distance,
      cell / 2 + 0.12,
      pixels[tone],
    ),
  )
}

const rings = [
  { distance: 640, top: -74, swell: 74, colour: '#2a2143', step: 0.026 },
  { distance: 420, top: -84, swell: 60, colour: '#33203e', step: 0.03 },
  { distance: 240, top: -78, swell: 36, colour: '#1d152b', step: 0.04 },
]
const cloudRings = () =>
  rings.flatMap(({ distance, top, swell, colour, step }, ring) => {
    const pixel = pixelOf(bytesFrom(colour))
    return Array.from({ length: Math.ceil(2.6 / step) }, (_, i) => {
      const wave = hills(i + 20, ring * 7 + 3, 6, 5 + ring) * 0.7 + hills(i + 20, ring * 5 + 9, 2, 6) * 0.3
      const height = top + Math.round((wave * swell) / 5) * 5
      const [left, right] = [i, i + 1].map((n) => Math.PI * 1.25 - 1.3 + n * step)
      const corner = (around, y) => [Math.sin(around) * distance, y, Math.cos(around) * distance]
      return {
        corners: [corner(left, height), corner(right, height), corner(right, -300), corner(left, -300)],
        pixel,
      }
    })
  })
