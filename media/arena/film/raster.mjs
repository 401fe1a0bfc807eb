/**
 * Draws flat quads with a depth buffer. A pixel is one number: red, green, blue, and how much it glows beyond itself,
 * a byte each from the lowest.
 */
export class Raster {
  constructor(width, height) {
    this.width = width
    this.height = height
    this.pixels = new Uint32Array(width * height)
    /** One over the distance: grows towards the viewer, 0 is endlessly far. */
    this.near = new Float32Array(width * height)
  }

  /** Begins a frame; `rows` gives the pixel of each row. */
  clear(rows) {
    this.near.fill(0)
    for (let y = 0; y < this.height; y += 1) this.pixels.fill(rows[y], y * this.width, (y + 1) * this.width)
  }

  /** A convex quad whose corners are `[x, y, 1 / distance]` on the screen; the last is even across a flat thing. */
  quad(corners, pixel) {
    const [a, b, c] = corners
    const spread = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
    if (Math.abs(spread) < 1e-9) return
    const perX = ((b[2] - a[2]) * (c[1] - a[1]) - (c[2] - a[2]) * (b[1] - a[1])) / spread
    const perY = ((c[2] - a[2]) * (b[0] - a[0]) - (b[2] - a[2]) * (c[0] - a[0])) / spread
    let top = Infinity
    let bottom = -Infinity
    for (const [, y] of corners) {
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
    const last = Math.min(this.height - 1, Math.ceil(bottom - 0.5) - 1)
    for (let y = Math.max(0, Math.ceil(top - 0.5)); y <= last; y += 1) {
      const [left, right] = span(corners, y + 0.5)
      const end = Math.min(this.width - 1, Math.ceil(right - 0.5) - 1)
      let x = Math.max(0, Math.ceil(left - 0.5))
      let depth = a[2] + perX * (x + 0.5 - a[0]) + perY * (y + 0.5 - a[1])
      for (let at = y * this.width + x; x <= end; x += 1, at += 1, depth += perX)
        if (depth > this.near[at]) {
          this.near[at] = depth
          this.pixels[at] = pixel
        }
    }
  }
}

/** Where a row enters and leaves a convex outline. */
function span(corners, row) {
  let left = Infinity
  let right = -Infinity
  for (let i = 0; i < corners.length; i += 1) {
    const from = corners[i]
    const to = corners[(i + 1) % corners.length]
    if (from[1] <= row === to[1] <= row) continue
    const x = from[0] + ((row - from[1]) / (to[1] - from[1])) * (to[0] - from[0])
    if (x < left) left = x
    if (x > right) right = x
  }
  return [left, right]
}

export const pixelOf = ([r, g, b], glow = 0) =>
  (r | (g << 8) | (b << 16) | (Math.round(glow * 255) << 24)) >>> 0
