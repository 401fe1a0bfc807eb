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
   * Owner of the count: the signed-in member (or the address of a visitor), always the address, a member at an address,
   * a game server's key, which counts its events, or an API key.
   */
  readonly per: 'member' | 'address' | 'member-and-address' | 'key' | 'api-key'
  /** A rejected attempt is returned, so that a newcomer can try several names. It still counts as `general`. */
  readonly successesOnly?: true
}

const minute = 60
const hour = 60 * minute

/** Limits by name. `general` applies to endpoints that name none. */
export const rateLimits = {
  register: { points: 5, seconds: hour, per: 'address', successesOnly: true },
  /** Attempts to make the first Owner. */
  setup: { points: 10, seconds: hour, per: 'address' },
  /** Invitations that are looked at or accepted. */
  invites: { points: 20, seconds: hour, per: 'address' },
  /** Pings of game servers that an Owner tries. */
  serverPings: { points: 10, seconds: minute, per: 'member' },
  /** Mails by which an Owner tries the mail server. */
  testMails: { points: 10, seconds: hour, per: 'member' },
  posts: { points: 10, seconds: 5 * minute, per: 'member' },
  comments: { points: 20, seconds: 5 * minute, per: 'member' },
  avatars: { points: 10, seconds: hour, per: 'member' },
  likes: { points: 60, seconds: minute, per: 'member' },
  follows: { points: 60, seconds: minute, per: 'member' },
  blocks: { points: 30, seconds: minute, per: 'member' },
  reports: { points: 10, seconds: hour, per: 'member' },
  contact: { points: 5, seconds: hour, per: 'address' },
  newsletter: { points: 5, seconds: hour, per: 'address' },
  exports: { points: 5, seconds: hour, per: 'member' },
  /** Names that are suggested while a mention is typed. */
  mentions: { points: 60, seconds: minute, per: 'member' },
  search: { points: 60, seconds: minute, per: 'address' },
  /** Rendered share images and scenes; cached ones do not count. Rendering one takes about 100 ms of CPU. */
  shareImages: { points: 30, seconds: minute, per: 'address' },
  /** Links of Discord that were begun or finished. */
  discordLinks: { points: 20, seconds: 10 * minute, per: 'member' },
  /** Teams of cups that are made. */
  teams: { points: 10, seconds: hour, per: 'member' },
  /** Codes of teams in cups. */
  teamCodes: { points: 10, seconds: 10 * minute, per: 'member' },
  linkCodes: { points: 5, seconds: 10 * minute, per: 'member-and-address' },
  /** Attempts to confirm a second factor. */
  secondFactor: { points: 10, seconds: 5 * minute, per: 'member' },
  /** Mails that confirm an address. */
  emailConfirmations: { points: 5, seconds: hour, per: 'member' },
  /** Requests for a recovery mail, and attempts with a code. */
  recovery: { points: 20, seconds: hour, per: 'address' },
  /** Recovery mails, counted both per requested name and per account. */
  recoveryMails: { points: 3, seconds: hour, per: 'member' },
  /** Attempts with a code, per name and network. */
  recoveryCodes: { points: 5, seconds: 10 * minute, per: 'member-and-address' },
  /** Attempts to restore a deleted account, after the right password. */
  accountRestores: { points: 5, seconds: 24 * hour, per: 'member' },
  /** Recovery codes that an admin gives to members. */
  issuedCodes: { points: 10, seconds: 24 * hour, per: 'member' },
  /** Wrong codes of punishments; right ones do not count. */
  appealCodes: { points: 10, seconds: hour, per: 'address' },
  ingest: { points: 600, seconds: 1, per: 'key' },
  /** Stable calls without a key, unless a page of the site or a member makes them. They also count as `general`. */
  api: { points: 60, seconds: minute, per: 'address' },
  /** Calls with an API key. They count as nothing else. */
  apiKey: { points: 600, seconds: minute, per: 'api-key' },
  general: { points: 600, seconds: minute, per: 'address' },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits

/** Password and code attempts, per account. PASSWORD_LIMIT=off disables them, RATE_LIMITS=off does not. */
export const guessLimits = {
  /** Passwords from one address. */
  password: { points: 5, seconds: 5 * minute },
  /** Passwords at sign-in from all addresses that the account never signed in from. */
  strangerPassword: { points: 30, seconds: 5 * minute },
  /** Codes at sign-in, after the right password, from all addresses that the account never signed in from. */
  strangerCode: { points: 10, seconds: hour },
  /** Passwords confirmed within sessions of the account, from all addresses. Only its own sessions can exhaust it. */
  sessionPassword: { points: 20, seconds: hour },
  /** Codes confirmed within sessions of the account, after the right password, from all addresses. */
  sessionCode: { points: 10, seconds: hour },
} as const

export type GuessLimitName = keyof typeof guessLimits

export const sessionLimits = {
  idleSeconds: 14 * 24 * hour,
  absoluteSeconds: 60 * 24 * hour,
  /** How long a session changes settings of Owners after its password was entered. */
  confirmedSeconds: 15 * minute,
} as const

export const idempotencyLimits = { keyLength: 128, keepSeconds: 24 * hour } as const

export const socketLimits = {
  frameBytes: 4096,
  badFramesPerMinute: 10,
  perAddress: 100,
} as const

export const textLimits = {
  username: { min: 3, max: 32 },
  password: { min: 6, max: 128 },
  /** Minimum for a staff rank to take effect. */
  staffPassword: { min: 8 },
  bio: 500,
  post: 500,
  comment: 500,
  reportReason: { min: 5, max: 100 },
  reportDetails: { min: 20, max: 5_000 },
  moderationReason: { min: 1, max: 500 },
  contactName: 100,
  contactSubject: 150,
  contactMessage: 5_000,
  staffReply: { min: 1, max: 2_000 },
} as const

export const imageLimits = {
  bytes: 5_242_880,
  side: 2048,
  frames: 100,
  /** Sum over all frames of an animation. */
  animationPixels: 12_000_000,
  /** Maximum side of a stored animation: the encoder holds several frames in memory. */
  animationSide: 768,
  /** Maximum side of a stored avatar. */
  avatarSide: 512,
  /** Maximum side of the stored cover of a news item. */
  newsCoverSide: 1280,
  parallelDecodes: 1,
} as const

/** Number of large bodies processed at once, queued, and allowed per member. */
export const uploadLimits = { largeBytes: 64 * 1024, parallel: 3, waiting: 20, perMember: 3 } as const
