/** Solid shapes as questions: is this point inside? */

export const block =
  ([x0, y0, z0], [x1, y1, z1]) =>
  (x, y, z) =>
    x >= x0 && x <= x1 && y >= y0 && y <= y1 && z >= z0 && z <= z1

/** `power` 2 is an ellipsoid; higher ones come closer to a box with round corners. */
export const ball =
  ([cx, cy, cz], [rx, ry, rz], power = 2) =>
  (x, y, z) =>
    Math.abs((x - cx) / rx) ** power + Math.abs((y - cy) / ry) ** power + Math.abs((z - cz) / rz) ** power <=
    1

/** A round rod through points `[x, y, z, radius]`. */
export const tube = (points) => (x, y, z) =>
  points.some((from, i) => {
    const to = points[i + 1]
    if (to === undefined) return false
    const way = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
    const along = (x - from[0]) * way[0] + (y - from[1]) * way[1] + (z - from[2]) * way[2]
    const t = Math.min(1, Math.max(0, along / (way[0] ** 2 + way[1] ** 2 + way[2] ** 2)))
    const radius = from[3] + (to[3] - from[3]) * t
    return Math.hypot(x - from[0] - way[0] * t, y - from[1] - way[1] * t, z - from[2] - way[2] * t) <= radius
  })
