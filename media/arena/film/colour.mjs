export const bytesFrom = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** The night sky by height above the horizon, in radians, low to high. */
const night = [
  [-0.3, '#140d1c'],
  [-0.02, '#5a2c3e'],
  [0.07, '#3d2444'],
  [0.18, '#1f1b3c'],
  [0.34, '#10132a'],
  [0.6, '#090a12'],
].map(([up, hex]) => [up, bytesFrom(hex)])

export function nightAt(up) {
  const next = night.findIndex(([height]) => height > up)
  if (next === 0) return night[0][1]
  if (next < 0) return night.at(-1)[1]
  const [low, from] = night[next - 1]
  const [high, to] = night[next]
  return from.map((part, c) => part + (to[c] - part) * ((up - low) / (high - low)))
}
