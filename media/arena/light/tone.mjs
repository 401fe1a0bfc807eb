/** How bright picture and film are; far islands are drawn brighter, before the night takes some of it away. */
const usualExposure = 1.75

/** Linear light as three bytes: a filmic shoulder, so that fires glow instead of clipping. */
export function bytesOf(light, exposure = usualExposure) {
  return light.map((value) => {
    const x = value * exposure
    const film = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)
    const clamped = Math.min(1, Math.max(0, film))
    const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
  })
}

export const hexOf = (bytes) => `#${bytes.map((b) => b.toString(16).padStart(2, '0')).join('')}`
