import * as z from 'zod/mini'
import { RankSchema } from '../accounts/ranks-schemas.ts'
import { Id, IdParams, IdText, pageQuery, Timestamp } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { maxLength } from '../text-schemas.ts'
import { profileParts } from './moderation.ts'

export const moderationSubjects = ['post', 'player'] as const

export const ModerationSubject = z.enum(moderationSubjects)

export type ModerationSubject = z.infer<typeof ModerationSubject>

/** `removed`: the post is gone; `actioned`: something else followed, such as a restriction. */
export const ModerationStatus = z.enum(['open', 'removed', 'dismissed', 'actioned'])

/** Why and until when a member may not do what others see; `until` null: for good. */
export const ActiveRestriction = z.object({ reason: z.string(), until: z.nullable(Timestamp) })

export type ActiveRestriction = z.infer<typeof ActiveRestriction>

const Person = z.object({ id: Id, username: z.string() })

/** Who works on an open case, and until when it is theirs. */
export const CaseClaim = z.extend(Person, { until: Timestamp })

export type CaseClaim = z.infer<typeof CaseClaim>

/** How a case was decided. The body of a 409 carries it as `current.decided`. */
export const DecidedCase = z.object({
  status: z.enum(['removed', 'dismissed', 'actioned']),
  /** Null when that account is gone. */
  decidedBy: z.nullable(z.string()),
  decidedAt: Timestamp,
  note: z.nullable(z.string()),
})

export type DecidedCase = z.infer<typeof DecidedCase>

/** All reports about one subject that are open, or that were decided together. */
export const ModerationCase = z.object({
  /** Of its newest report: the order and the address of the case. */
  id: Id,
  subjectType: ModerationSubject,
  subjectId: Id,
  status: ModerationStatus,
  /** Whose post or account it is; null once that account is gone. A player without `isMember` has nothing to restrict. */
  subject: z.nullable(z.extend(Person, { rank: RankSchema, isMember: z.boolean() })),
  /** The text as it stood when it was last reported; empty for a player. */
  excerpt: z.string(),
  /** The post's picture, while the post is there. */
  mediaUrl: z.nullable(z.string()),
  /** False once the post was deleted. */
  isThere: z.boolean(),
  count: z.int(),
  firstAt: Timestamp,
  lastAt: Timestamp,
  reports: z.array(
    z.object({
      id: Id,
      reason: z.string(),
      reporter: z.nullable(Person),
      matchId: z.nullable(z.string()),
      createdAt: Timestamp,
    }),
  ),
  /** Decided cases about the same person before this one. */
  earlier: z.object({ removed: z.int(), dismissed: z.int(), actioned: z.int() }),
  /** The person is restricted at the moment. */
  restriction: z.nullable(ActiveRestriction),
  /** Null for a case that nobody works on, and for a decided one. */
  claim: z.nullable(CaseClaim),
  /** The viewer is one of those who reported it. */
  viewerReported: z.boolean(),
  decidedAt: z.nullable(Timestamp),
  decidedBy: z.nullable(z.string()),
  note: z.nullable(z.string()),
})

export type ModerationCase = z.infer<typeof ModerationCase>

const reasonLimit = 500

const reasonTooLong = `Reason must be ${reasonLimit} characters or less`

const sentence = (what: string, most: number) =>
  z.string({ error: `${what} is required` }).check(
    z.refine((text) => text.trim() !== '', { error: `${what} is required` }),
    maxLength(most, `${what} must be ${most} characters or less`),
  )

export const PlayerReport = z.object({
  reason: z.string({ error: 'Please say what this player did' }).check(
    z.refine((text) => text.trim() !== '', { error: 'Please say what this player did' }),
    maxLength(textLimits.moderationReason.most, 'Reason must be 500 characters or less'),
  ),
  matchId: z.optional(z.nullable(z.uuid({ error: 'Must be the id of a match' }))),
})

/** What an open case is named by: it has no id of its own. */
export const CaseSubject = z.object({ subjectType: ModerationSubject, subjectId: Id })

export const Decision = z.extend(CaseSubject, {
  /** The newest report that the decider has seen: a case whose reports are all newer is another one. */
  caseId: z.optional(Id),
  /** `remove` only for posts. */
  decision: z.enum(['remove', 'dismiss', 'action'], { error: 'decision must be remove, dismiss or action' }),
  /** For the team. */
  note: z.optional(z.nullable(z.string().check(maxLength(1_000, 'Note must be 1000 characters or less')))),
  /** For the author of a removed post. */
  reason: z.optional(z.nullable(z.string().check(maxLength(reasonLimit, reasonTooLong)))),
})

/** What staff do to something of a member, and why: the member reads it. */
const StaffReason = z.object({ reason: sentence('Reason', reasonLimit) })

export const PostRemoval = StaffReason

export const ProfileClearing = z.extend(StaffReason, {
  parts: z
    .array(z.enum(profileParts), { error: 'Choose bio, picture or name' })
    .check(
      z.minLength(1, 'Choose bio, picture or name'),
      z.maxLength(profileParts.length, 'Choose each part once'),
    ),
})

export const NewRestriction = z.object({
  reason: sentence('Reason', reasonLimit),
  /** Null: for good. */
  days: z.nullable(
    z
      .int({ error: 'days must be 1 to 3650, or null' })
      .check(
        z.minimum(1, { error: 'days must be 1 to 3650, or null' }),
        z.maximum(3_650, { error: 'days must be 1 to 3650, or null' }),
      ),
  ),
})

const Restriction = z.extend(ActiveRestriction, { userId: Id })

export const Notice = z.object({
  id: Id,
  kind: z.enum([
    'post_removed',
    'restricted',
    'restriction_lifted',
    'bio_cleared',
    'picture_cleared',
    'name_cleared',
    'application_changed',
  ]),
  /** What it is about: the text of a removed post, the reason of a restriction, the state of an application. */
  text: z.string(),
  /** Why staff did it; null where `text` says it, or nobody gave a reason. */
  reason: z.nullable(z.string()),
  until: z.nullable(Timestamp),
  createdAt: Timestamp,
})

export type Notice = z.infer<typeof Notice>

/** What the calls of `moderationEndpoints` take and answer. */
export const moderationSchemas = {
  list: {
    query: z.extend(pageQuery(100, 50), {
      status: z._default(z.enum(['open', 'decided'], { error: 'status must be open or decided' }), 'open'),
      /** Only cases about this kind of subject, or, with `subjectId`, about this one. */
      subjectType: z.optional(ModerationSubject),
      subjectId: z.optional(IdText),
    }),
    response: z.array(ModerationCase),
  },
  claim: {
    body: CaseSubject,
    response: CaseClaim,
  },
  release: {
    params: z.object({ subjectType: ModerationSubject, subjectId: IdText }),
  },
  decide: {
    body: Decision,
    response: z.object({ decided: z.int() }),
  },
  removePost: {
    params: IdParams,
    body: PostRemoval,
  },
  clearProfile: {
    params: IdParams,
    body: ProfileClearing,
    response: z.object({ cleared: z.array(z.enum(profileParts)) }),
  },
  restrict: {
    params: IdParams,
    body: NewRestriction,
    response: Restriction,
  },
  lift: {
    params: IdParams,
  },
  reportPlayer: {
    params: IdParams,
    body: PlayerReport,
    response: z.object({ id: Id }),
  },
  notices: {
    response: z.array(Notice),
  },
  seen: {
    params: IdParams,
  },
}
