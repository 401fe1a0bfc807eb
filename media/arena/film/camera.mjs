import { loopSeconds, periodic } from './loop.mjs'

/** Second, degrees around, degrees up, distance, and what it looks at. It ends where it begins. */
const ride = [
  [0, 55, 7, 126, 2, 20, -9],
  [1.4, 49, 7, 92, 0, 14, -5],
  [2.6, 45, 7, 50, 0, 9, 0],
  [3.7, 48, 6, 43, 1.5, 9, -1.5],
  [4.7, 57, 4, 42, 3, 10, -3],
  [5.5, 55, 6, 62, 4, 13, -6],
  [6.8, 42, 9, 104, 2, 17, -9],
  [7.9, 48, 8, 126, 2, 20, -9],
]

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const unit = (v) => v.map((part) => part / Math.hypot(...v))
const less = (a, b) => a.map((part, k) => part - b[k])
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** The camera at a second of the loop; `shake` is how many voxels it is thrown about. */
export function cameraAt(seconds, shake = 0) {
  const [around, up, distance, ...target] = periodic(ride, seconds, loopSeconds)
  const [a, e] = [(around * Math.PI) / 180, (up * Math.PI) / 180]
  const offset = [Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e)]
  const wobble = [Math.sin(seconds * 71), Math.sin(seconds * 93), 0].map((w) => w * shake)
  const eye = target.map((part, k) => part + offset[k] * distance + wobble[k])
  const forward = unit(
    less(
      target.map((part, k) => part + wobble[k] * 0.5),
      eye,
    ),
  )
  const right = unit(cross(forward, [0, 1, 0]))
  return { eye, forward, right, up: cross(right, forward), pitch: Math.asin(forward[1]) }
}

/** Half the height of the picture at distance one. */
export const spread = Math.tan((30 / 2) * (Math.PI / 180))

/** A function from the world to the screen: `[x, y, 1 / distance]`, or nothing for what is behind the lens. */
export function projector({ eye, forward, right, up }, width, height) {
  const zoom = height / 2 / spread
  return (point) => {
    const way = less(point, eye)
    const distance = dot(way, forward)
    if (distance < 1) return undefined
    return [
      width / 2 + (dot(way, right) / distance) * zoom,
      height / 2 - (dot(way, up) / distance) * zoom,
      1 / distance,
    ]
  }
}
