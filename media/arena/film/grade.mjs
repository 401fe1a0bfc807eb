/**
 * From the large frame to the small one: four pixels become one, what glows lights up its surroundings, the corners
 * darken. Writes bytes of red, green and blue.
 */
export function grade(raster, halos, out) {
  const width = raster.width / 2
  const height = raster.height / 2
  const bloom = bloomOf(raster)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = y * 2 * raster.width + x * 2
      const four = [from, from + 1, from + raster.width, from + raster.width + 1]
      const dark = vignette(x / width - 0.5, y / height - 0.5)
      for (let c = 0; c < 3; c += 1) {
        let sum = 0
        for (const at of four) sum += (raster.pixels[at] >>> (8 * c)) & 255
        // As light on a screen and not as a sum: a sum clips red first, and fire turns yellow.
        const lit = 255 - (255 - sum / 4) * (1 - Math.min(1, bloom.at(x, y, c)))
        out[(y * width + x) * 3 + c] = lit * dark
      }
    }
  for (const halo of halos) shine(out, width, height, halo)
}

const vignette = (x, y) => 1 - 0.55 * Math.max(0, x * x + y * y - 0.12)

const block = 8

/** What glows, gathered in blocks and spread; read back smoothly. */
function bloomOf(raster) {
  const columns = raster.width / block
  const rows = raster.height / block
  const light = new Float32Array(columns * rows * 3)
  for (let y = 0; y < raster.height; y += 2)
    for (let x = 0; x < raster.width; x += 2) {
      const pixel = raster.pixels[y * raster.width + x]
      const glow = pixel >>> 24
      if (glow === 0) continue
      const at = (Math.floor(y / block) * columns + Math.floor(x / block)) * 3
      const share = (glow / 255) * (4 / block / block / 255)
      for (let c = 0; c < 3; c += 1) light[at + c] += ((pixel >>> (8 * c)) & 255) * share
    }
  let spread = light
  for (const reach of [2, 4, 7])
    spread = blurred(blurred(spread, columns, rows, reach, 3), columns, rows, reach, columns * 3)
  return {
    at(x, y, c) {
      const i = Math.min(columns - 1.001, Math.max(0, (x * 2) / block - 0.5))
      const j = Math.min(rows - 1.001, Math.max(0, (y * 2) / block - 0.5))
      const [i0, j0] = [Math.floor(i), Math.floor(j)]
      const [s, t] = [i - i0, j - j0]
      const cell = (column, row) => spread[(row * columns + column) * 3 + c] * 0.9
      return (
        (cell(i0, j0) * (1 - s) + cell(i0 + 1, j0) * s) * (1 - t) +
        (cell(i0, j0 + 1) * (1 - s) + cell(i0 + 1, j0 + 1) * s) * t
      )
    },
  }
}

/** One direction of a box blur; `step` is the distance of neighbours in the array. */
function blurred(light, columns, rows, reach, step) {
  const out = new Float32Array(light.length)
  const across = step === 3
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const at = (row * columns + column) * 3
      const place = across ? column : row
      const end = (across ? columns : rows) - 1
      for (let c = 0; c < 3; c += 1) {
        let sum = 0
        for (let k = -reach; k <= reach; k += 1)
          sum += light[at + c + (Math.min(end, Math.max(0, place + k)) - place) * step]
        out[at + c] = sum / (2 * reach + 1)
      }
    }
  return out
}

/** Adds a soft round light around a fire: `{ x, y, radius, colour, strength }` in pixels of the small frame. */
function shine(out, width, height, { x, y, radius, colour, strength }) {
  const [left, right] = [Math.max(0, Math.floor(x - radius)), Math.min(width - 1, Math.ceil(x + radius))]
  const [top, bottom] = [Math.max(0, Math.floor(y - radius)), Math.min(height - 1, Math.ceil(y + radius))]
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) {
      const far = Math.hypot(column - x, row - y) / radius
      if (far >= 1) continue
      const amount = strength * (1 - far) ** 3
      const at = (row * width + column) * 3
      for (let c = 0; c < 3; c += 1) out[at + c] += ((255 - out[at + c]) * colour[c] * amount) / 255
    }
}
