import { hash } from '../model/noise.mjs'
import { height, origin, width } from './canvas.mjs'

const round = (value) => Number(value.toFixed(3))

const stops = [
  [0, '#090a12'],
  [34, '#10132a'],
  [62, '#1e1a3a'],
  [82, '#3a2240'],
  [100, '#592b38'],
]

/** Gradients that other parts refer to by id. */
export const definitions = [
  `<linearGradient id="s" x2="0" y2="1">${stops.map(([at, colour]) => `<stop offset="${at}%" stop-color="${colour}"/>`).join('')}</linearGradient>`,
  glow('h', '#ff8a4a', 0.42),
  glow('n', '#b9c6ff', 0.36),
  glow('w', '#ff8a3d', 0.6),
  glow('p', '#fff0d6', 0.6),
].join('')

function glow(id, colour, strength) {
  const rings = [
    [0, strength],
    [35, strength * 0.42],
    [70, strength * 0.1],
    [100, 0],
  ]
  return `<radialGradient id="${id}">${rings.map(([at, opacity]) => `<stop offset="${at}%" stop-color="${colour}" stop-opacity="${round(opacity)}"/>`).join('')}</radialGradient>`
}

/** A round light: `id` names one of the gradients above. */
export const halo = (id, x, y, radius, flat = 1) =>
  `<ellipse fill="url(#${id})" cx="${round(x)}" cy="${round(y)}" rx="${radius}" ry="${round(radius * flat)}"/>`

/** The night, with a fire below the horizon. */
export const sky = () =>
  `<path fill="url(#s)" d="M0 0h${width}v${height}H0z"/>${halo('h', origin.x - 60, height - 60, 980, 0.42)}${stars()}`

const sizes = [
  { opacity: 0.35, side: 2, many: 150 },
  { opacity: 0.65, side: 3, many: 60 },
  { opacity: 1, side: 4, many: 14 },
]

const starAt = (i, size) => [
  Math.round(hash(i, size, 1) * width),
  Math.round(hash(i, size, 2) ** 1.5 * height * 0.74),
]

/** The middles of the brightest, which twinkle. */
export const brightStars = Array.from({ length: 7 }, (_, i) => starAt(i, 2).map((edge) => edge + 2))

const stars = () =>
  sizes
    .map(({ opacity, side, many }, size) => {
      const spots = Array.from({ length: many }, (_, i) => {
        const [x, y] = starAt(i, size)
        return `M${x} ${y}h${side}v${side}h-${side}z`
      })
      return `<path fill="#dfe4ff" opacity="${opacity}" d="${spots.join('')}"/>`
    })
    .join('')
