import * as z from 'zod/mini'
import { Id, IdParams, Timestamp } from '../ids-schemas.ts'
import { singleLine } from '../written-schemas.ts'
import { inviteLimits, inviteStates } from './invites.ts'
import { RankInput, RankSchema } from './ranks-schemas.ts'
import { SecretLink } from './secret-link-schemas.ts'
import { OwnUser, Password, Username } from './users-schemas.ts'

export const Invite = z.object({
  id: Id,
  rank: RankSchema,
  note: z.string(),
  state: z.enum(inviteStates),
  /** Shown name of the Owner who made it. */
  by: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  /** Who used it, as far as the account is still there. */
  usedBy: z.nullable(z.object({ id: Id, username: z.string() })),
})

export type Invite = z.infer<typeof Invite>

export const NewInvite = z.strictObject({
  rank: RankInput,
  /** Whom it is for, as staff read it. */
  note: z._default(singleLine({ name: 'Note', max: inviteLimits.note }), ''),
})

export const inviteSchemas = {
  list: { response: z.array(Invite) },
  create: {
    body: NewInvite,
    /** The link is only in this response. */
    response: z.object({ invite: Invite, link: z.string() }),
  },
  revoke: { params: IdParams, response: Invite },
  look: {
    body: z.object({ token: SecretLink }),
    response: z.object({ rank: RankSchema }),
  },
  accept: {
    body: z.object({
      token: SecretLink,
      /** For visitors, with a password; members keep their account. */
      username: z.optional(Username),
      password: z.optional(Password),
    }),
    response: OwnUser,
  },
}
