/** Bytes of sRGB as lightness and two colour axes that are even to the eye (OKLab). */
function evenOf([r, g, b]) {
  const [R, G, B] = [r, g, b].map((byte) => {
    const s = byte / 255
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * R + 0.5363325363 * G + 0.0514459929 * B)
  const n = Math.cbrt(0.2119034982 * R + 0.6806995451 * G + 0.1073969566 * B)
  const s = Math.cbrt(0.0883024619 * R + 0.2817188376 * G + 0.6299787005 * B)
  return [
    0.2104542553 * l + 0.793617785 * n - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * n + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * n - 0.808675766 * s,
  ]
}

const apart = (a, b) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2

/**
 * Reduces colours (`[r, g, b]` with a `weight`) to `count`: k-means in an even colour space, begun with the farthest
 * of all so that small bright things keep a colour of their own. Returns for each its colour out of the palette.
 */
export function reduce(colours, count) {
  const points = colours.map(({ bytes, weight }) => ({ at: evenOf(bytes), bytes, weight }))
  const centres = [points[0].at]
  const nearest = points.map(({ at }) => apart(at, centres[0]))
  while (centres.length < Math.min(count, points.length)) {
    const worth = nearest.map((d, i) => d * Math.sqrt(points[i].weight))
    const next = points[worth.indexOf(Math.max(...worth))].at
    centres.push(next)
    points.forEach(({ at }, i) => {
      nearest[i] = Math.min(nearest[i], apart(at, next))
    })
  }
  let owners = []
  for (let round = 0; round < 24; round += 1) {
    owners = points.map(({ at }) => closest(at, centres))
    centres.forEach((_, c) => {
      const mine = points.filter((_, i) => owners[i] === c)
      const weight = mine.reduce((sum, p) => sum + p.weight, 0)
      if (weight > 0)
        centres[c] = [0, 1, 2].map((k) => mine.reduce((s, p) => s + p.at[k] * p.weight, 0) / weight)
    })
  }
  // The palette holds real colours of the picture: of each group the one nearest to its middle.
  const chosen = centres.map((centre, c) => {
    const mine = points.filter((_, i) => owners[i] === c)
    return mine.length === 0
      ? [0, 0, 0]
      : mine.reduce((best, p) => (apart(p.at, centre) < apart(best.at, centre) ? p : best)).bytes
  })
  return owners.map((owner) => chosen[owner])
}

function closest(at, centres) {
  let best = 0
  for (let c = 1; c < centres.length; c += 1) if (apart(at, centres[c]) < apart(at, centres[best])) best = c
  return best
}
