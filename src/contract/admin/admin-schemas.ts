import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdText, pageQuery, Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { maxLength } from '../text-schemas.ts'
import { numbersPeriods } from './numbers.ts'
import { NumbersPeriod, StaffNumbers } from './numbers-schemas.ts'

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
  key: z.enum([
    'name',
    'gameHost',
    'publicUrl',
    'look',
    'links',
    'discord',
    'gameServer',
    'staff',
    'mail',
    'backup',
    // Only while they are to be entered again.
    'mailSignIn',
    'webhooks',
  ]),
  done: z.boolean(),
})

export type SetupItem = z.infer<typeof SetupItem>

/** What the site takes on its machine, in bytes. */
export const Storage = z.object({
  /** The disk of DATA_DIR on the machine that responds; null where it cannot be read. */
  disk: z.nullable(z.object({ freeBytes: z.number(), bytes: z.number() })),
  /** `weeklyGrowth` is null in the first week. */
  database: z.object({ bytes: z.number(), weeklyGrowth: z.nullable(z.number()) }),
})

export type Storage = z.infer<typeof Storage>

export const AdminOverview = z.object({
  /** Empty for staff below the admins, who cannot set anything up. Without the area of settings, so is all that is about it. */
  setup: z.array(SetupItem),
  /** When the game server last sent a pong, and when one last sent a heartbeat. */
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
  /**
   * What is left out of language files, each with what is wrong: 50 at most, and how many more. As it was when the site
   * started or its languages were chosen.
   */
  languageProblems: z.array(z.string()),
  /** Null for staff below the admins. */
  storage: z.nullable(Storage),
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

/** How many items of each list wait for staff, counted up to `maxCounted`; 0 for lists of areas that the viewer lacks. */
export const StaffWaiting = z.object({
  reports: z.int(),
  applications: z.int(),
  moderation: z.int(),
  contact: z.int(),
  appeals: z.int(),
})

export type StaffWaiting = z.infer<typeof StaffWaiting>

/** Work beside requests, such as sending mails, of all processes together. */
export const BackgroundJob = z.object({
  name: z.string(),
  runs: z.int(),
  failures: z.int(),
  lastSuccessAt: z.nullable(Timestamp),
  lastFailureAt: z.nullable(Timestamp),
  /** Class and message of the newest failure, as in the log. */
  lastError: z.nullable(z.string()),
  /** What waits in its queue, counted up to 1,000; null for a job without one. */
  waiting: z.nullable(z.int()),
  waitingSince: z.nullable(Timestamp),
  /** It has not succeeded for three of its intervals, and a minute at least. */
  isLate: z.boolean(),
})

export type BackgroundJob = z.infer<typeof BackgroundJob>

const dayError = sentence(msg`Must be a date such as 2026-01-31`)

const Day = z.iso.date({ error: dayError })

/** Filters of the audit log. */
const auditFilters = {
  /** Part of the actor's name; one or two characters match its beginning. */
  actor: z.optional(
    z.string().check(z.normalize('NFC'), maxLength(60, sentence(msg`Filter by 60 characters or less`))),
  ),
  /** An action or a group of actions: `report` finds `report.status` and `report.delete`. */
  action: z.optional(z.string().check(maxLength(60, sentence(msg`Filter by 60 characters or less`)))),
  /** Type of record, such as `member`; together with `subjectId` a single record. */
  subjectType: z.optional(z.string().check(maxLength(40, sentence(msg`Filter by 40 characters or less`)))),
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
  numbers: {
    query: z.object({ days: z._default(NumbersPeriod, numbersPeriods[0]) }),
    response: StaffNumbers,
  },
  jobs: {
    response: z.array(BackgroundJob),
  },
  audit: {
    query: z.extend(pageQuery(200, 50), auditFilters),
    response: z.array(AuditEntry),
  },
  auditFile: {
    query: z.object(auditFilters),
  },
}
