/**
 * Every limit of the product (docs/spec/rulings.md, Limits).
 * Sizes are in bytes, text lengths in code points, times in seconds.
 */
export const bodyLimits = {
  json: { bytes: 256 * 1024, structure: 1_000 },
  imagePost: { bytes: 8 * 1024 * 1024, structure: 1_000 },
  ingest: { bytes: 1024 * 1024, structure: 100_000 },
} as const

export type BodyKind = keyof typeof bodyLimits

export interface RateLimit {
  readonly points: number
  readonly seconds: number
  /**
   * Whom the count belongs to: the signed-in member (an address where nobody is signed in), always the address, a
   * member at an address, or a game server's key, which counts the events it sends.
   */
  readonly per: 'member' | 'address' | 'member-and-address' | 'key'
  /** A refused attempt is given back: a newcomer may try six names. It then counts as `general` alone. */
  readonly successesOnly?: true
}

const minute = 60
const hour = 60 * minute

/** Limits that an endpoint names. `general` covers every endpoint that names none. */
export const rateLimits = {
  register: { points: 5, seconds: hour, per: 'address', successesOnly: true },
  posts: { points: 10, seconds: 5 * minute, per: 'member' },
  avatars: { points: 10, seconds: hour, per: 'member' },
  likes: { points: 60, seconds: minute, per: 'member' },
  reports: { points: 10, seconds: hour, per: 'member' },
  contact: { points: 5, seconds: hour, per: 'address' },
  exports: { points: 5, seconds: hour, per: 'member' },
  search: { points: 60, seconds: minute, per: 'address' },
  /** Share images that are drawn; those that are kept are free. One takes some 100 ms of a processor. */
  shareImages: { points: 30, seconds: minute, per: 'address' },
  linkCodes: { points: 5, seconds: 10 * minute, per: 'member-and-address' },
  /** Codes that may be tried to finish a set-up. */
  secondFactor: { points: 10, seconds: 5 * minute, per: 'member' },
  /** Mails that confirm an address. */
  emailConfirmations: { points: 5, seconds: hour, per: 'member' },
  /** Requests for a recovery mail, and tries with a code. */
  recovery: { points: 20, seconds: hour, per: 'address' },
  /** Recovery mails: as often asked for under one name, and as often sent to one account. */
  recoveryMails: { points: 3, seconds: hour, per: 'member' },
  /** Tries with a code for one name from one network. */
  recoveryCodes: { points: 5, seconds: 10 * minute, per: 'member-and-address' },
  ingest: { points: 600, seconds: 1, per: 'key' },
  general: { points: 600, seconds: minute, per: 'address' },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits

/** Tries with a password or a code, per account. RATE_LIMITS=off does not lift them, PASSWORD_LIMIT=off does. */
export const guessLimits = {
  /** Passwords from one address. */
  password: { points: 5, seconds: 5 * minute },
  /** Passwords at sign-in from all addresses the account never signed in from. */
  strangerPassword: { points: 30, seconds: 5 * minute },
  /** Codes at sign-in, after the right password, from all addresses the account never signed in from. */
  strangerCode: { points: 10, seconds: hour },
  /** Passwords typed again by sessions of the account, from all addresses. Only sessions can use them up. */
  sessionPassword: { points: 20, seconds: hour },
  /** Codes typed by sessions of the account, after the right password, from all addresses. */
  sessionCode: { points: 10, seconds: hour },
} as const

export type GuessLimitName = keyof typeof guessLimits

export const sessionLimits = { idleSeconds: 14 * 24 * hour, absoluteSeconds: 60 * 24 * hour } as const

export const idempotencyLimits = { keyLength: 128, keepSeconds: 24 * hour } as const

export const socketLimits = {
  frameBytes: 4096,
  badFramesPerMinute: 10,
  perAddress: 100,
} as const

export const textLimits = {
  username: { least: 3, most: 32 },
  password: { least: 6, most: 128 },
  /** Whoever has a shorter one has no use of a staff rank. */
  staffPassword: { least: 8 },
  bio: 500,
  post: 500,
  reportReason: { least: 5, most: 100 },
  reportDetails: { least: 20, most: 5_000 },
  moderationReason: { least: 1, most: 500 },
  contactName: 100,
  contactSubject: 150,
  contactMessage: 5_000,
} as const

export const imageLimits = {
  bytes: 5_242_880,
  side: 2048,
  frames: 100,
  /** All frames of an animation together. */
  animationPixels: 12_000_000,
  /** Longest side of a stored animation: its encoder holds several whole frames. */
  animationSide: 1024,
  /** Longest side of a stored avatar. */
  avatarSide: 512,
  parallelDecodes: 1,
} as const

/** Large bodies that are read and handled at once, how many more wait, and how many of both belong to one member. */
export const uploadLimits = { largeBytes: 64 * 1024, parallel: 3, waiting: 20, perMember: 3 } as const
