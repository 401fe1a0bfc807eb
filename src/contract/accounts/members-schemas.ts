import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdParams, pageQuery, Timestamp } from '../ids-schemas.ts'
import { ActiveRestriction } from '../moderation/moderation-schemas.ts'
import { sentence } from '../sentences.ts'
import { maxLength } from '../text-schemas.ts'
import { RankInput, RankSchema } from './ranks-schemas.ts'

/** A member as staff see them: the shown name, without sign-in name and email address. */
export const Member = z.object({
  id: Id,
  username: z.string(),
  avatarUrl: z.nullable(z.string()),
  rank: RankSchema,
  linked: z.boolean(),
  createdAt: Timestamp,
  lastSeen: z.nullable(Timestamp),
  /** Null for a member who is not restricted. */
  restriction: z.nullable(ActiveRestriction),
  /** True while a staff rank grants nothing because the password was set with a code of staff, until it is confirmed. */
  awaitsConfirmation: z.optional(z.boolean()),
  /** In a search: the former name in game by which the member was found. */
  formerName: z.optional(z.string()),
})

export type Member = z.infer<typeof Member>

/** A member whose account is deleted and can still be restored. */
export const DeletedMember = z.object({
  id: Id,
  /** The name that was shown. */
  username: z.string(),
  /** The rank that the member had. */
  rank: RankSchema,
  deletedAt: Timestamp,
  deletesAt: Timestamp,
})

export type DeletedMember = z.infer<typeof DeletedMember>

export const memberSchemas = {
  list: {
    query: z.extend(pageQuery(200, 50), {
      /**
       * Finds names that contain this text; one or two characters match the beginning of a name. Empty lists all
       * members.
       */
      search: z._default(
        z.string().check(z.normalize('NFC'), maxLength(64, sentence(msg`Search for 64 characters or less`))),
        '',
      ),
      /** Only members of this rank. */
      rank: z.optional(RankInput),
    }),
    response: z.array(Member),
  },
  setRank: {
    params: IdParams,
    body: z.object({
      rank: RankInput,
      /** The rank that the change replaces; absent: whatever it is by now. */
      base: z.optional(RankInput),
      /** The rank that is given up, where somebody lowers their own (`wordToGiveUp`). */
      confirmation: z.optional(
        z.string().check(maxLength(32, sentence(msg`Type the rank that you give up`))),
      ),
    }),
    response: Member,
  },
  confirm: {
    params: IdParams,
    response: Member,
  },
  remove: {
    params: IdParams,
  },
  listDeleted: {
    response: z.array(DeletedMember),
  },
  restore: {
    params: IdParams,
  },
}
