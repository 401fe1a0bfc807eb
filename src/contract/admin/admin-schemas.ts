import * as z from 'zod/mini'
import { Id, IdParams, IdText, idList, pageQuery, Timestamp } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { maxBulkRows } from '../list-filters.ts'
import { listFilters } from '../list-filters-schemas.ts'
import { maxLength } from '../text-schemas.ts'
import { multiLine } from '../written-schemas.ts'
import { numbersPeriods } from './numbers.ts'
import { NumbersPeriod, StaffNumbers } from './numbers-schemas.ts'

/** A contact message as staff read it. `flagged` means that the hidden field was filled in, most likely by a bot. */
export const ContactMessage = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  flagged: z.boolean(),
  /** The sender's account, if they were signed in. */
  userId: z.nullable(Id),
  createdAt: Timestamp,
  readAt: z.nullable(Timestamp),
  readBy: z.nullable(z.string()),
  /** What staff answered; null until they did. `by` is null for a deleted account. */
  answer: z.nullable(
    z.object({
      text: z.string(),
      at: Timestamp,
      by: z.nullable(z.string()),
      /** What became of the mail with it; null: none was sent, or it was sent over a month ago. */
      mail: z.nullable(z.enum(['waiting', 'sent', 'undelivered'])),
    }),
  ),
})

export type ContactMessage = z.infer<typeof ContactMessage>

export const MessageAnswer = z.object({ text: multiLine({ name: 'Answer', ...textLimits.contactAnswer }) })

export const AuditEntry = z.object({
  id: Id,
  at: Timestamp,
  actorId: z.nullable(Id),
  actorName: z.string(),
  actorRank: z.nullable(z.string()),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.nullable(Id),
  /** Current name of the record; null when it was deleted or has no name. */
  subjectName: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})

export type AuditEntry = z.infer<typeof AuditEntry>

/** A step of the site's set-up that is not done yet. */
export const SetupItem = z.object({
  key: z.enum(['gameHost', 'publicUrl', 'links', 'discord', 'mail', 'backup']),
  done: z.boolean(),
})

export type SetupItem = z.infer<typeof SetupItem>

export const AdminOverview = z.object({
  /** Empty for staff below the admins, who cannot set anything up. */
  setup: z.array(SetupItem),
  /** When the game server last answered a ping, and when one last sent a heartbeat. */
  gameServer: z.object({ pongAt: z.nullable(Timestamp), heartbeatAt: z.nullable(Timestamp) }),
  /** Time of the newest complete backup; null before the first. */
  lastBackupAt: z.nullable(Timestamp),
  counts: z.object({
    pendingReports: z.int(),
    openApplications: z.int(),
    /** Number of cases, regardless of how many reports each has. */
    openModeration: z.int(),
    /** An appeal whose player has been asked waits for the player. */
    waitingAppeals: z.int(),
    unreadMessages: z.int(),
    members: z.int(),
    membersOnline: z.int(),
    rankedPlayers: z.int(),
    matchesToday: z.int(),
  }),
  /** When the oldest waiting item arrived; null when nothing waits. */
  oldest: z.object({
    pendingReports: z.nullable(Timestamp),
    openApplications: z.nullable(Timestamp),
    openModeration: z.nullable(Timestamp),
    waitingAppeals: z.nullable(Timestamp),
    unreadMessages: z.nullable(Timestamp),
  }),
  /** Problems in the content files on disk; pages show the last valid version. */
  content: z.object({ problems: z.array(z.string()) }),
  gameServers: z.array(
    z.object({
      id: Id,
      name: z.string(),
      createdAt: Timestamp,
      lastUsedAt: z.nullable(Timestamp),
      revokedAt: z.nullable(Timestamp),
    }),
  ),
})

export type AdminOverview = z.infer<typeof AdminOverview>

/** How many items of each list wait for staff, counted up to `maxCounted`. */
export const StaffWaiting = z.object({
  reports: z.int(),
  applications: z.int(),
  moderation: z.int(),
  contact: z.int(),
  appeals: z.int(),
})

export type StaffWaiting = z.infer<typeof StaffWaiting>

const dayError = 'Must be a date such as 2026-01-31'

const Day = z.iso.date({ error: dayError })

/** Filters of the audit log. */
const auditFilters = {
  /** Part of the actor's name; one or two characters match its beginning. */
  actor: z.optional(z.string().check(z.normalize('NFC'), maxLength(60, 'Filter by 60 characters or less'))),
  /** An action or a group of actions: `report` finds `report.status` and `report.delete`. */
  action: z.optional(z.string().check(maxLength(60, 'Filter by 60 characters or less'))),
  /** Type of record, such as `member`; together with `subjectId` a single record. */
  subjectType: z.optional(z.string().check(maxLength(40, 'Filter by 40 characters or less'))),
  subjectId: z.optional(IdText),
  /** First and last day in UTC, both inclusive. */
  from: z.optional(Day),
  to: z.optional(Day),
}

export const adminSchemas = {
  overview: {
    response: AdminOverview,
  },
  waiting: {
    response: StaffWaiting,
  },
  messages: {
    query: z.extend(pageQuery(200, 50), {
      ...listFilters,
      show: z._default(
        z.enum(['all', 'unread', 'flagged'], { error: 'show must be all, unread or flagged' }),
        'all',
      ),
    }),
    response: z.array(ContactMessage),
  },
  message: {
    params: IdParams,
    response: ContactMessage,
  },
  markMessage: {
    params: IdParams,
    body: z.object({ read: z.optional(z.boolean()), flagged: z.optional(z.boolean()) }),
    response: ContactMessage,
  },
  markMessages: {
    body: z
      .object({
        ids: idList('message', maxBulkRows),
        read: z.optional(z.boolean()),
        flagged: z.optional(z.boolean()),
      })
      .check(
        z.refine(({ read, flagged }) => (read === undefined) !== (flagged === undefined), {
          error: 'Say either read or flagged',
          path: ['read'],
        }),
      ),
    /** Those that were not marked so before: the opposite call about them takes it back. */
    response: z.object({ changed: z.array(Id) }),
  },
  answerMessage: {
    params: IdParams,
    body: MessageAnswer,
    response: ContactMessage,
  },
  numbers: {
    query: z.object({ days: z._default(NumbersPeriod, numbersPeriods[0]) }),
    response: StaffNumbers,
  },
  audit: {
    query: z.extend(pageQuery(200, 50), auditFilters),
    response: z.array(AuditEntry),
  },
  auditFile: {
    query: z.object(auditFilters),
  },
}
