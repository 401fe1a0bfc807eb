/** A number in [0, 1) that depends on whole numbers only: the same world comes out every time. */
export function hash(x, y = 0, z = 0) {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(z, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}

const smooth = (t) => t * t * (3 - 2 * t)
const mix = (a, b, t) => a + (b - a) * t

/** Smooth noise over the plane in [0, 1]; `size` is the width of a hill in cells. */
export function hills(x, z, size, seed = 0) {
  const i = Math.floor(x / size)
  const k = Math.floor(z / size)
  const s = smooth(x / size - i)
  const t = smooth(z / size - k)
  const near = mix(hash(i, seed, k), hash(i + 1, seed, k), s)
  return mix(near, mix(hash(i, seed, k + 1), hash(i + 1, seed, k + 1), s), t)
}
