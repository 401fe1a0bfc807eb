import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, IdText, pageQuery, Timestamp } from '../ids.ts'
import { textLimits } from '../limits.ts'
import { isStaff, outranks, type Rank, RankSchema, type Viewer } from '../accounts/ranks.ts'
import { atMost } from '../text.ts'

export const moderationSubjects = ['post', 'player'] as const
export const ModerationSubject = z.enum(moderationSubjects)
export type ModerationSubject = z.infer<typeof ModerationSubject>

/** `removed`: the post is gone; `actioned`: something else followed, such as a restriction. */
export const ModerationStatus = z.enum(['open', 'removed', 'dismissed', 'actioned'])

/** Days of a restriction that staff may choose; null: for good. */
export const restrictionDays = [1, 3, 7, 30, null] as const

/** At most this many of a case's reports are shown, the newest first; `count` says how many there are. */
export const shownReports = 20

/** Why and until when a member may not do what others see; `until` null: for good. */
export const HeldRestriction = z.object({ reason: z.string(), until: z.nullable(Timestamp) })
export type HeldRestriction = z.infer<typeof HeldRestriction>

const Person = z.object({ id: Id, username: z.string() })

/** A claim of a case ends by itself after this time. */
export const claimMinutes = 30

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
  restriction: z.nullable(HeldRestriction),
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
    atMost(most, `${what} must be ${most} characters or less`),
  )

export const PlayerReport = z.object({
  reason: z.string({ error: 'Please say what this player did' }).check(
    z.refine((text) => text.trim() !== '', { error: 'Please say what this player did' }),
    atMost(textLimits.moderationReason.most, 'Reason must be 500 characters or less'),
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
  note: z.optional(z.nullable(z.string().check(atMost(1_000, 'Note must be 1000 characters or less')))),
  /** For the author of a removed post. */
  reason: z.optional(z.nullable(z.string().check(atMost(reasonLimit, reasonTooLong)))),
})

/** What staff do to something of a member, and why: the member reads it. */
const StaffReason = z.object({ reason: sentence('Reason', reasonLimit) })
export const PostRemoval = StaffReason

export const profileParts = ['bio', 'picture', 'name'] as const
export type ProfilePart = (typeof profileParts)[number]

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

const Restriction = z.extend(HeldRestriction, { userId: Id })

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

/**
 * Staff moderate members below their own rank: restrict them, clear their profile, remove their posts. Nobody is below
 * their own rank, so nobody moderates themselves.
 */
export const canModerate = (viewer: Viewer | null, target: { readonly rank: Rank }) =>
  viewer !== null && isStaff(viewer) && outranks(viewer.rank, target.rank)

interface DecidableCase {
  /** Null once that account is gone: then there is nobody to be partial to. */
  readonly subject: { readonly rank: Rank } | null
  readonly viewerReported: boolean
}

/** Staff, but never about themselves, about a rank that is not below theirs, or about their own report. */
export const canDecideCase = (viewer: Viewer | null, { subject, viewerReported }: DecidableCase) =>
  isStaff(viewer) && !viewerReported && (subject === null || canModerate(viewer, subject))

/** Anybody but the player themselves; the dialog asks a visitor to sign in. */
export const canReportPlayer = (viewer: Viewer | null, playerId: number) => viewer?.id !== playerId

export const moderationEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/moderation',
    access: 'staff',
    summary: 'Reported posts and players, newest report first',
    query: z.extend(pageQuery(100, 50), {
      status: z._default(z.enum(['open', 'decided'], { error: 'status must be open or decided' }), 'open'),
      /** Only cases about this kind of subject, or, with `subjectId`, about this one. */
      subjectType: z.optional(ModerationSubject),
      subjectId: z.optional(IdText),
    }),
    status: 200,
    answer: z.array(ModerationCase),
  }),
  claim: endpoint({
    method: 'POST',
    path: '/api/admin/moderation/claims',
    access: 'staff',
    summary: 'Claim an open case for 30 minutes; again to begin anew',
    body: CaseSubject,
    status: 200,
    answer: CaseClaim,
  }),
  release: endpoint({
    method: 'DELETE',
    path: '/api/admin/moderation/claims/:subjectType/:subjectId',
    access: 'staff',
    summary: 'Give up your claim of a case',
    params: z.object({ subjectType: ModerationSubject, subjectId: IdText }),
    status: 204,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/admin/moderation/decisions',
    access: 'staff',
    summary: 'Decide all open reports about a subject',
    body: Decision,
    status: 200,
    answer: z.object({ decided: z.int() }),
  }),
  removePost: endpoint({
    method: 'POST',
    path: '/api/admin/posts/:id/removal',
    access: 'staff',
    summary: 'Remove a post of a member of a lower rank, reported or not; the author is told why',
    params: IdParams,
    body: PostRemoval,
    status: 204,
  }),
  clearProfile: endpoint({
    method: 'POST',
    path: '/api/admin/members/:id/profile-clearing',
    access: 'staff',
    summary: 'Clear bio, picture or name of a member of a lower rank; they are told why',
    params: IdParams,
    body: ProfileClearing,
    status: 200,
    answer: z.object({ cleared: z.array(z.enum(profileParts)) }),
  }),
  restrict: endpoint({
    method: 'POST',
    path: '/api/admin/members/:id/restriction',
    access: 'staff',
    summary: 'Keep a member from everything that others see, for a time or for good',
    params: IdParams,
    body: NewRestriction,
    status: 201,
    answer: Restriction,
  }),
  lift: endpoint({
    method: 'DELETE',
    path: '/api/admin/members/:id/restriction',
    access: 'staff',
    summary: 'Lift the restriction of a member',
    params: IdParams,
    status: 204,
  }),
  reportPlayer: endpoint({
    method: 'POST',
    path: '/api/players/:id/reports',
    access: 'member',
    summary: 'Report a player to the moderators',
    params: IdParams,
    body: PlayerReport,
    limit: 'reports',
    status: 201,
    answer: z.object({ id: Id }),
  }),
  notices: endpoint({
    method: 'GET',
    path: '/api/notices',
    access: 'member',
    summary: 'What the site has to tell the signed-in member',
    status: 200,
    answer: z.array(Notice),
  }),
  seen: endpoint({
    method: 'DELETE',
    path: '/api/notices/:id',
    access: 'member',
    summary: 'A notice was read',
    params: IdParams,
    status: 204,
  }),
}
