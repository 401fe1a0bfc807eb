import * as z from 'zod/mini'
import { Id, IdParams, Timestamp } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { LinkCode } from '../matches/link-schemas.ts'
import { isUserLink } from '../text.ts'
import { Email, maxLength, minLength } from '../text-schemas.ts'
import { RankSchema } from './ranks-schemas.ts'

const { username: usernameLimits, password: passwordLimits } = textLimits

/** The name a member signs in with; unique without case (docs/spec/rulings.md, Limits). */
export const Username = z.string().check(
  minLength(usernameLimits.least, 'Username must be at least 3 characters'),
  maxLength(usernameLimits.most, 'Username must be 32 characters or less'),
  z.regex(/^[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)*$/, {
    error: 'Username may contain letters, digits, spaces, _ and -',
  }),
)

export const Password = z
  .string()
  .check(
    minLength(passwordLimits.least, 'Password must be at least 6 characters'),
    maxLength(passwordLimits.most, 'Password must be 128 characters or less'),
  )

export const Login = z.object({
  username: z
    .string()
    .check(
      minLength(usernameLimits.least, 'Username must be at least 3 characters'),
      maxLength(usernameLimits.most, 'Username must be 32 characters or less'),
    ),
  password: Password,
  /** Where the account has a second factor: six digits of the authenticator, or a recovery code. */
  code: z.optional(z.nullable(z.string().check(maxLength(64, 'That is too long for a code')))),
})

export const Registration = z.object({
  username: Username,
  email: z.optional(z.nullable(Email)),
  password: Password,
  /** Takes over the player whom /link in game showed this code, with id, matches and page. */
  linkCode: z.optional(z.nullable(z.union([z.literal(''), LinkCode]))),
})

/**
 * `member` can sign in, `linked` can and shows a verified gamertag, `unclaimed` is a player whom only the game server
 * knows. `deleted` is what is left of an account that its owner deleted: only the matches that others played with it.
 */
export const Standing = z.enum(['member', 'linked', 'unclaimed', 'deleted'])

export type Standing = z.infer<typeof Standing>

export const DiscordTag = z.string().check(
  z.refine((tag) => /^[^\n#@]{3,32}#[0-9]{4}$/u.test(tag) || /^@[a-z0-9_.]{2,32}$/.test(tag), {
    error: 'Invalid Discord tag (e.g., User#1234)',
  }),
)

/** `null` clears a field; a field that is absent stays as it is. */
export const ProfileUpdate = z.object({
  email: z.optional(z.nullable(Email)),
  bio: z.optional(
    z.nullable(z.string().check(maxLength(textLimits.bio, 'Bio must be less than 500 characters'))),
  ),
  discordTag: z.optional(z.nullable(DiscordTag)),
  avatarUrl: z.optional(z.nullable(z.string().check(z.refine(isUserLink, { error: 'Invalid URL' })))),
})

/** `image` is a data URL; size and bytes are judged by the server. */
export const AvatarUpload = z.object({ image: z.string() })

export const PasswordChange = z.object({ currentPassword: Password, newPassword: Password })

/**
 * A member or player as everybody sees them; `username` is the shown name. An id that was
 * merged into another account is answered with that account, whose `id` differs from the one asked for.
 */
export const PublicUser = z.object({
  id: Id,
  username: z.string(),
  bio: z.nullable(z.string()),
  discordTag: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  rank: RankSchema,
  createdAt: Timestamp,
  lastLogin: z.nullable(Timestamp),
  gamertag: z.nullable(z.string()),
  /** Said of others; of oneself a gamertag says it: only a linked member has one. */
  standing: z.optional(Standing),
})

/** A member as they see themselves; `username` is the sign-in name. */
export const OwnUser = z.extend(PublicUser, {
  email: z.nullable(z.string()),
  /** The rank opens nothing until the member has what the site wants of staff: a second factor, a longer password. */
  requiresSecondFactor: z.optional(z.boolean()),
  /** It waits for a longer password. */
  needsLongerPassword: z.optional(z.boolean()),
  /** Staff cleared the name: others see this one until the member chooses another. */
  neutralName: z.optional(z.string()),
})

export type PublicUser = z.infer<typeof PublicUser>

export type OwnUser = z.infer<typeof OwnUser>

export type ProfileUpdate = z.infer<typeof ProfileUpdate>

/** Author, search result, participant: the few fields that lists carry. */
export const UserCard = z.object({
  id: Id,
  username: z.string(),
  avatarUrl: z.nullable(z.string()),
  rank: RankSchema,
})

/** What the calls of `userEndpoints` take and answer. */
export const userSchemas = {
  current: {
    response: OwnUser,
  },
  login: {
    body: Login,
    response: OwnUser,
  },
  register: {
    body: Registration,
    response: OwnUser,
  },
  logout: {},
  update: {
    body: ProfileUpdate,
    response: OwnUser,
  },
  chooseName: {
    body: z.object({ username: Username }),
    response: OwnUser,
  },
  setAvatar: {
    body: AvatarUpload,
    response: OwnUser,
  },
  changePassword: {
    body: PasswordChange,
    response: z.object({ message: z.string() }),
  },
  show: {
    params: IdParams,
    response: PublicUser,
  },
}
