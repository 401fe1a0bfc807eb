/** A place in space: three axes and an origin, each `[x, y, z]`. */
export const still = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], o: [0, 0, 0] }

const turned = (v, axis, s, c) => {
  const [a, b] = [(axis + 1) % 3, (axis + 2) % 3]
  const out = [...v]
  out[a] = v[a] * c - v[b] * s
  out[b] = v[a] * s + v[b] * c
  return out
}

/** The direction `v` of a place, in the world. */
export const turnedBy = ({ x, y, z }, [a, b, c]) => [0, 1, 2].map((k) => x[k] * a + y[k] * b + z[k] * c)

/** The point `v` of a place, in the world. */
export const pointAt = (place, v) => turnedBy(place, v).map((part, k) => part + place.o[k])

/** A place inside another: moved to `at`, then turned by `[x, y, z]` degrees, x first. */
export function within(place, at, [rx = 0, ry = 0, rz = 0] = []) {
  let axes = [still.x, still.y, still.z]
  ;[rx, ry, rz].forEach((degrees, axis) => {
    const angle = (degrees * Math.PI) / 180
    const [s, c] = [Math.sin(angle), Math.cos(angle)]
    axes = axes.map((v) => turned(v, axis, s, c))
  })
  const [x, y, z] = axes.map((v) => turnedBy(place, v))
  return { x, y, z, o: pointAt(place, at) }
}
