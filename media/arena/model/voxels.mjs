/** Cells per side and up, and where the world's zero lies in them. */
const wide = 128
const tall = 112
const middle = 64
const below = 48

/** A block world of fixed extent: one material index a cell, 0 is air. Positions are whole numbers, y is up. */
export class Voxels {
  #cells = new Uint8Array(wide * wide * tall)

  #at(x, y, z) {
    const i = x + middle
    const j = y + below
    const k = z + middle
    if (i < 0 || j < 0 || k < 0 || i >= wide || j >= tall || k >= wide) return -1
    return (j * wide + k) * wide + i
  }

  /** Outside the extent everything is air. */
  get(x, y, z) {
    const at = this.#at(x, y, z)
    return at < 0 ? 0 : this.#cells[at]
  }

  /** @throws when the position lies outside: a model that is cut off silently looks like a bug in the renderer */
  set(x, y, z, material) {
    const at = this.#at(x, y, z)
    if (at < 0) throw new Error(`(${x}, ${y}, ${z}) lies outside the world`)
    this.#cells[at] = material
  }

  /** Fills a box, both corners included. */
  box([x0, y0, z0], [x1, y1, z1], material) {
    for (let y = y0; y <= y1; y += 1)
      for (let z = z0; z <= z1; z += 1) for (let x = x0; x <= x1; x += 1) this.set(x, y, z, material)
  }

  /** Fills the cells whose centre lies in an ellipsoid; `material` may depend on the cell. */
  ellipsoid([cx, cy, cz], [rx, ry, rz], material) {
    const pick = typeof material === 'function' ? material : () => material
    for (let y = Math.floor(cy - ry); y <= cy + ry; y += 1)
      for (let z = Math.floor(cz - rz); z <= cz + rz; z += 1)
        for (let x = Math.floor(cx - rx); x <= cx + rx; x += 1) {
          const reach = ((x + 0.5 - cx) / rx) ** 2 + ((y + 0.5 - cy) / ry) ** 2 + ((z + 0.5 - cz) / rz) ** 2
          if (reach <= 1) this.set(x, y, z, pick(x, y, z))
        }
  }

  /** Calls `visit(x, y, z, material)` for every cell that is not air. */
  each(visit) {
    for (let at = 0; at < this.#cells.length; at += 1) {
      const material = this.#cells[at]
      if (material === 0) continue
      const i = at % wide
      const k = Math.floor(at / wide) % wide
      visit(i - middle, Math.floor(at / (wide * wide)) - below, k - middle, material)
    }
  }
}
