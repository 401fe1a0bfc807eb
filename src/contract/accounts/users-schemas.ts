import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdParams, Timestamp } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { LinkCode } from '../matches/link-schemas.ts'
import { sentence } from '../sentences.ts'
import { isVisible } from '../text.ts'
import { Email, maxLength, minLength, userLink } from '../text-schemas.ts'
import { rankWithheldReasons } from './ranks.ts'
import { RankSchema, ShownRankSchema } from './ranks-schemas.ts'

const { username: usernameLimits, password: passwordLimits } = textLimits

/** The sign-in name; unique regardless of case (docs/spec/rulings.md, Limits). */
export const Username = z.string().check(
  z.trim(),
  minLength(usernameLimits.min, sentence(msg`Username must be at least 3 characters`)),
  maxLength(usernameLimits.max, sentence(msg`Username must be 32 characters or less`)),
  z.regex(/^[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)*$/, {
    error: sentence(msg`Username may contain letters, digits, spaces, _ and -`),
  }),
)

export const Password = z
  .string()
  .check(
    minLength(passwordLimits.min, sentence(msg`Password must be at least 6 characters`)),
    maxLength(passwordLimits.max, sentence(msg`Password must be 128 characters or less`)),
  )

/** Lengths are asked where it is chosen: what no account can have is a wrong one. Longer ones are cut, as they cost time. */
const tried = (limits: { readonly max: number }) =>
  z.overwrite<string>((text) => text.slice(0, 2 * limits.max + 1))

export const Login = z.object({
  username: z.string().check(z.trim(), tried(usernameLimits)),
  password: z.string().check(tried(passwordLimits)),
  /** Required for an account with a second factor: six digits of the authenticator, or a recovery code. */
  code: z.optional(z.nullable(z.string().check(maxLength(64, sentence(msg`That is too long for a code`))))),
})

const Registration = z.object({
  username: Username,
  email: z.optional(z.nullable(Email)),
  password: Password,
  /** Turns the in-game player that `/link` showed this code to into the new account, with id, matches and page. */
  linkCode: z.optional(z.nullable(z.union([z.literal(''), LinkCode]))),
})

/**
 * `member` can sign in, `linked` can and shows a verified gamertag, `unclaimed` is a player whom only the game server
 * knows. `deleted` is what is left of an account that its owner deleted: only the matches that others played with it.
 */
export const Standing = z.enum(['member', 'linked', 'unclaimed', 'deleted'])

export type Standing = z.infer<typeof Standing>

const DiscordTag = z.string().check(
  z.trim(),
  z.refine((tag) => /^[^\n#@]{3,32}#[0-9]{4}$/u.test(tag) || /^@[a-z0-9_.]{2,32}$/.test(tag), {
    error: sentence(msg`Invalid Discord tag (e.g., User#1234)`),
  }),
)

/** `null` clears a field; an absent field is unchanged. */
export const ProfileUpdate = z.object({
  email: z.optional(z.nullable(Email)),
  bio: z.optional(
    z.nullable(
      z.string().check(
        z.refine((bio) => bio === '' || isVisible(bio), {
          error: sentence(msg`Bio must have letters that can be seen`),
        }),
        maxLength(textLimits.bio, sentence(msg`Bio must be less than 500 characters`)),
      ),
    ),
  ),
  discordTag: z.optional(z.nullable(DiscordTag)),
  avatarUrl: z.optional(z.nullable(userLink('Invalid URL'))),
  /** True: nobody sees that the member is online. */
  hidePresence: z.optional(z.boolean()),
})

/** `image` is a data URL; the server checks its size and type. */
const AvatarUpload = z.object({ image: z.string() })

export const PasswordChange = z.object({ currentPassword: Password, newPassword: Password })

/**
 * A member or player as everybody sees them; `username` is the shown name. The id of a merged account returns the
 * account it was merged into, so `id` can differ from the requested one.
 */
export const PublicUser = z.object({
  id: Id,
  username: z.string(),
  bio: z.nullable(z.string()),
  discordTag: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  rank: ShownRankSchema,
  createdAt: Timestamp,
  lastLogin: z.nullable(Timestamp),
  gamertag: z.nullable(z.string()),
  /** Absent for the viewer's own account, where `gamertag` is set only when it is linked. */
  standing: z.optional(Standing),
})

/** A member as they see themselves; `username` is the sign-in name. */
export const OwnUser = z.extend(PublicUser, {
  rank: RankSchema,
  email: z.nullable(z.string()),
  /** True while the member hides that they are online. */
  hidePresence: z.optional(z.boolean()),
  /** Why the rank grants nothing for the time being; absent where it does. */
  rankWithheldBy: z.optional(z.enum(rankWithheldReasons)),
  /** For pages of earlier releases: true while the rank grants nothing. */
  requiresSecondFactor: z.optional(z.boolean()),
  /** For pages of earlier releases: true when the member has to set a longer password. */
  needsLongerPassword: z.optional(z.boolean()),
  /** The name others see after staff cleared the member's own, until the member chooses a new one. */
  neutralName: z.optional(z.string()),
})

export type PublicUser = z.infer<typeof PublicUser>

export type OwnUser = z.infer<typeof OwnUser>

export type ProfileUpdate = z.infer<typeof ProfileUpdate>

/** The fields that lists show of an author, search result or participant. */
export const UserCard = z.object({
  id: Id,
  username: z.string(),
  avatarUrl: z.nullable(z.string()),
  rank: ShownRankSchema,
})

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
  chooseLanguage: {
    body: z.object({ language: z.string() }),
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
  show: { stable: { example: '/api/users/1' }, params: IdParams, response: PublicUser },
}
