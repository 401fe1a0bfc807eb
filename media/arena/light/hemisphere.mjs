const golden = Math.PI * (3 - Math.sqrt(5))

/**
 * Directions over the half-space around a normal, denser towards it as the cosine law wants. The same for every face:
 * neighbours then differ by what they see and not by chance.
 */
export function hemisphere(normal, count) {
  const axis = normal.findIndex((n) => n !== 0)
  const sign = normal[axis]
  return Array.from({ length: count }, (_, i) => {
    const radius = Math.sqrt((i + 0.5) / count)
    const angle = i * golden
    const flat = [radius * Math.cos(angle), radius * Math.sin(angle)]
    const rise = sign * Math.sqrt(1 - radius * radius)
    const direction = [0, 0, 0]
    direction[axis] = rise
    direction[(axis + 1) % 3] = flat[0]
    direction[(axis + 2) % 3] = flat[1]
    // A component of exactly zero would never leave its plane of cells.
    return direction.map((d) => (Math.abs(d) < 1e-6 ? 1e-6 : d))
  })
}
