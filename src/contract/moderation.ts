import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, pageQuery, Timestamp } from './ids.ts'
import { textLimits } from './limits.ts'
import { isStaff, type Rank, RankSchema, ranks, type Viewer } from './ranks.ts'
import { atMost } from './text.ts'

export const moderationSubjects = ['post', 'player'] as const
export const ModerationSubject = z.enum(moderationSubjects)
export type ModerationSubject = z.infer<typeof ModerationSubject>

/** `removed`: the post is gone; `actioned`: something else followed, such as a restriction. */
export const ModerationStatus = z.enum(['open', 'removed', 'dismissed', 'actioned'])

/** Days of a restriction that staff may choose; null: for good. */
export const restrictionDays = [1, 3, 7, 30, null] as const

/** At most this many of a case's reports are shown, the newest first; `count` says how many there are. */
export const shownReports = 20

/** Why and until when a member may not post; `until` null: for good. */
export const HeldRestriction = z.object({ reason: z.string(), until: z.nullable(Timestamp) })
export type HeldRestriction = z.infer<typeof HeldRestriction>

const Person = z.object({ id: Id, username: z.string() })

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
  /** The person may not post at the moment. */
  restriction: z.nullable(HeldRestriction),
  decidedAt: z.nullable(Timestamp),
  decidedBy: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type ModerationCase = z.infer<typeof ModerationCase>

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

export const Decision = z.object({
  subjectType: ModerationSubject,
  subjectId: Id,
  /** `remove` only for posts. */
  decision: z.enum(['remove', 'dismiss', 'action'], { error: 'decision must be remove, dismiss or action' }),
  note: z.optional(z.nullable(z.string().check(atMost(1_000, 'Note must be 1000 characters or less')))),
})

export const NewRestriction = z.object({
  reason: sentence('Reason', 500),
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
  kind: z.enum(['post_removed', 'restricted', 'restriction_lifted']),
  text: z.string(),
  until: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type Notice = z.infer<typeof Notice>

/** Staff, and only those of a lower rank. */
export const canRestrict = (viewer: Viewer | null, target: { readonly rank: Rank }) =>
  viewer !== null && isStaff(viewer) && ranks.indexOf(target.rank) < ranks.indexOf(viewer.rank)

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
    }),
    status: 200,
    answer: z.array(ModerationCase),
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
  restrict: endpoint({
    method: 'POST',
    path: '/api/admin/members/:id/restriction',
    access: 'staff',
    summary: 'Keep a member from posting, for a time or for good',
    params: IdParams,
    body: NewRestriction,
    status: 201,
    answer: Restriction,
  }),
  lift: endpoint({
    method: 'DELETE',
    path: '/api/admin/members/:id/restriction',
    access: 'staff',
    summary: 'Let a member post again',
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
