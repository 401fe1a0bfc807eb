/** Pictures of the look: PNG for the logo, WebP for the top of Home. */
export const lookPictureKinds = ['logo', 'hero'] as const

export type LookPictureKind = (typeof lookPictureKinds)[number]

export const lookPictureLimits = {
  /** Of the file of a logo. */
  logoBytes: 2 * 1024 * 1024,
  /** Least size of a hero picture in pixels. */
  heroWidth: 1_600,
  heroHeight: 900,
  /** Of a hero picture as it is served. */
  heroBytes: 180_000,
  heroAlt: 200,
} as const

/** Hex of the SHA-256 of its bytes. */
export const pictureHashPattern = /^[0-9a-f]{64}$/

export const lookPicturePath = (kind: LookPictureKind, hash: string) =>
  `/look/${hash}.${kind === 'logo' ? 'png' : 'webp'}`
