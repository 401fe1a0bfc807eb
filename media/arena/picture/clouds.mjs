import { hills } from '../model/noise.mjs'
import { height, width } from './canvas.mjs'

/** A bank of clouds in square steps: everything below a ragged line. */
export function cloudBank({ base, swell, step, colour, seed, opacity = 1 }) {
  let level = 0
  let path = ''
  for (let x = 0; x < width; x += step) {
    const wave = hills(x / step, 3, 9, seed) * 0.7 + hills(x / step, 8, 3, seed + 1) * 0.3
    const next = Math.round((base - wave * swell) / step) * step
    path += path === '' ? `M0 ${next}h${step}` : next === level ? `h${step}` : `V${next}h${step}`
    level = next
  }
  const merged = path.replace(
    /(?:h\d+)+/g,
    (run) =>
      `h${run
        .split('h')
        .slice(1)
        .reduce((sum, part) => sum + Number(part), 0)}`,
  )
  return `<path fill="${colour}" opacity="${opacity}" d="${merged}V${height}H0z"/>`
}
