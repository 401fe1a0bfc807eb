import { sides } from '../light/faces.mjs'
import { bytesOf } from '../light/tone.mjs'
import { materials } from '../model/materials.mjs'
import { pixelOf } from './raster.mjs'

/**
 * Baked faces made ready for the film: corners, normal, and the pixel they have while nothing special happens. A
 * place far away is `moved`, made smaller by `scale`, and seen through the air by `veil`.
 */
export function stageOf(faces, { moved = [0, 0, 0], scale = 1, veil = (bytes) => bytes } = {}) {
  return faces.map((face) => {
    const { normal, origin, edges } = sides[face.side]
    const [across, down] = edges
    const base = [face.x + origin[0], face.y + origin[1], face.z + origin[2]]
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].map(([s, t]) => base.map((part, k) => (part + across[k] * s + down[k] * t) * scale + moved[k]))
    const { glow, name } = materials[face.material]
    return {
      corners,
      middle: corners[0].map((part, k) => (part + corners[2][k]) / 2),
      normal,
      light: face.light,
      colour: materials[face.material].colour,
      floor: face.side === 1 && face.y === -1,
      eye: name === 'eye',
      glow: Math.min(1, glow * 0.42),
      pixel: pixelOf(veil(bytesOf(face.light)), Math.min(1, glow * 0.42)),
    }
  })
}

/**
 * The pixel of a face this frame: `flashes` are short lights `{ at, colour, power }`, `feet` darken the floor below
 * them, `rage` is how much the guardian's eyes flare.
 */
export function pixelNow(face, flashes, feet, rage) {
  if (face.eye && rage > 0)
    return pixelOf(bytesOf(face.light.map((part) => part * (1 + rage))), Math.min(1, face.glow + rage))
  const near = flashes.filter(({ at }) => distance(at, face.middle) < 26)
  const shadow = face.floor ? feet.reduce((sum, foot) => sum + shade(foot, face.middle), 0) : 0
  if (near.length === 0 && shadow < 0.02) return face.pixel
  const light = face.light.map((part) => part * (1 - Math.min(0.7, shadow)))
  for (const { at, colour, power } of near) {
    const way = at.map((part, k) => part - face.middle[k])
    const facing = way.reduce((sum, part, k) => sum + part * face.normal[k], 0)
    if (facing <= 0) continue
    const far = Math.hypot(...way)
    const amount = (power * facing) / far / (far * far + 10)
    for (let c = 0; c < 3; c += 1) light[c] += face.colour[c] * colour[c] * amount
  }
  return pixelOf(bytesOf(light), face.glow)
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
/** A jump takes the shadow with it: the higher, the wider and fainter. */
const shade = ([x, y, z], [fx, , fz]) =>
  (0.75 / (1 + y * 0.35)) * Math.exp(-((x - fx) ** 2 + (z - fz) ** 2) / (5 + y * 3))
