import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { RankSchema } from '../accounts/ranks-schemas.ts'
import { Id, IdParams, IdText, pageQuery, Timestamp } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { sentence } from '../sentences.ts'
import { maxLength, notBlank } from '../text-schemas.ts'
import { InForcePage, InForceQuery } from './in-force-schemas.ts'
import { matchPatterns } from './match-patterns.ts'
import { maxNamedMatches, profileParts } from './moderation.ts'
import { Punishment } from './punishments-schemas.ts'
import { type ReportClass, reportClasses, severities } from './report-classes.ts'

const moderationSubjects = ['post', 'player', 'comment', 'pattern'] as const

export const ModerationSubject = z.enum(moderationSubjects)

export type ModerationSubject = z.infer<typeof ModerationSubject>

/**
 * `removed`: the post or comment was removed. `actioned`: staff did something else, such as a restriction. `dismissed`: no
 * violation.
 */
export const decidedStatuses = ['removed', 'dismissed', 'actioned', 'insufficient', 'duplicate'] as const

const ModerationStatus = z.enum(['open', ...decidedStatuses])

/** `until` is null for a permanent restriction. */
export const ActiveRestriction = z.object({ reason: z.string(), until: z.nullable(Timestamp) })

export type ActiveRestriction = z.infer<typeof ActiveRestriction>

const Person = z.object({ id: Id, username: z.string() })

/** Staff member who works on an open case, and when the claim expires. */
export const CaseClaim = z.extend(Person, { rank: RankSchema, until: Timestamp })

export type CaseClaim = z.infer<typeof CaseClaim>

/** Decision about a case; a 409 contains it as `current.decided`. */
export const DecidedCase = z.object({
  status: z.enum(decidedStatuses),
  /** Null when that account was deleted. */
  decidedBy: z.nullable(z.string()),
  decidedAt: Timestamp,
  note: z.nullable(z.string()),
})

export type DecidedCase = z.infer<typeof DecidedCase>

const classes = Object.keys(reportClasses) as [ReportClass, ...ReportClass[]]

export const ReportClassSchema = z.enum(classes, {
  error: sentence(msg`class must be one of ${{ classes: classes.join(', ') }}`),
})

const Stats = z.object({
  kills: z.int(),
  deaths: z.int(),
  input: z.nullable(z.string()),
  pingMs: z.nullable(z.int()),
})

/** What was known when a report was filed. Later changes of names and accounts do not change it. */
const Evidence = z.object({
  /** Name of the person whom the report is about. */
  name: z.nullable(z.string()),
  /** Name of the second person of a case of the detector. */
  otherName: z.optional(z.nullable(z.string())),
  /** Named by the reporter, or among the last ten that both played; the newest first. */
  matches: z.array(
    z.extend(Stats, {
      matchId: z.string(),
      /** Name of the practice mode. */
      mode: z.string(),
      endedAt: Timestamp,
      isNamed: z.boolean(),
      gamertag: z.string(),
      result: z.string(),
      /** Null where the reporter did not play. */
      reporter: z.nullable(Stats),
      /** Of a case of the detector: the opponent, how long the match took, and what is usual in its mode. */
      opponent: z.optional(Stats),
      seconds: z.optional(z.number()),
      usualSeconds: z.optional(z.nullable(z.number())),
    }),
  ),
})

export type Evidence = z.infer<typeof Evidence>

const ChatLine = z.object({
  /** Who said it: whom the report is about, who reported, or somebody else. */
  by: z.enum(['subject', 'reporter', 'other']),
  gamertag: z.string(),
  text: z.string(),
  at: Timestamp,
})

export type ChatLine = z.infer<typeof ChatLine>

/** Whom a case is about, with what staff weigh beside it. */
const CasePerson = z.extend(Person, {
  rank: RankSchema,
  isMember: z.boolean(),
  /** Whether anything is known of them in game; else they have neither figures nor matches. */
  isPlayer: z.boolean(),
  /** Since when the account is there; of a player without one, since when they are known. */
  createdAt: Timestamp,
  /** Earlier names in game, the newest first. */
  formerNames: z.array(z.string()),
  /** The newest other cases about the same person, open and decided, at most `maxOtherCases`. */
  otherCases: z.array(
    z.object({
      id: Id,
      subjectType: ModerationSubject,
      pattern: z.nullable(z.enum(matchPatterns)),
      status: ModerationStatus,
      lastAt: Timestamp,
    }),
  ),
})

export type CasePerson = z.infer<typeof CasePerson>

/** All open reports about one subject, or those decided together; or what the detector found (docs/fair-play.md). */
export const ModerationCase = z.object({
  /** Id of its newest report; used for sorting and in the URL. */
  id: Id,
  subjectType: ModerationSubject,
  subjectId: Id,
  status: ModerationStatus,
  /** Author of the post or comment, or the reported player; null when the account was deleted. Only members can be restricted. */
  subject: z.nullable(CasePerson),
  /** What the detector found; null for reports by people. */
  pattern: z.nullable(z.enum(matchPatterns)),
  /** The second person of a case of the detector; null where there is none, or when the account was deleted. */
  other: z.nullable(CasePerson),
  /** The text when it was last reported; empty for a player. */
  excerpt: z.string(),
  /** Texts of the post before its author edited it, oldest first. */
  earlierTexts: z.optional(z.array(z.string())),
  /** The post's picture while the post exists. */
  mediaUrl: z.nullable(z.string()),
  /** The post that a comment belongs to, while both exist. */
  postId: z.optional(z.nullable(Id)),
  /** Last part of the path of the news item that a comment belongs to, while the item is published. */
  newsSlug: z.optional(z.nullable(z.string())),
  /** False when the post or comment was deleted. */
  isThere: z.boolean(),
  count: z.int(),
  /** The most severe class of its reports. */
  class: ReportClassSchema,
  severity: z.enum(severities),
  /** Mean share of its newest reporters' decided reports that led to action, in percent; 50 while too few were decided. */
  accuracy: z.int(),
  firstAt: Timestamp,
  lastAt: Timestamp,
  reports: z.array(
    z.object({
      id: Id,
      reason: z.string(),
      reporter: z.nullable(Person),
      class: ReportClassSchema,
      matchId: z.nullable(z.string()),
      /** Null for a report that is older than evidence. */
      evidence: z.nullable(Evidence),
      /** Name of the game server that sent it; null for one from the site. */
      server: z.nullable(z.string()),
      /** What was said in game before, oldest first. Deleted some time after the decision. */
      chat: z.array(ChatLine),
      createdAt: Timestamp,
    }),
  ),
  /** Earlier decisions about the same person. */
  earlier: z.object({ removed: z.int(), dismissed: z.int(), actioned: z.int() }),
  /** Current restriction of the person. */
  restriction: z.nullable(ActiveRestriction),
  /** Null for an unclaimed or decided case. */
  claim: z.nullable(CaseClaim),
  /** True when the viewer is one of the reporters. */
  viewerReported: z.boolean(),
  decidedAt: z.nullable(Timestamp),
  decidedBy: z.nullable(z.string()),
  /** Of the decision; of the one before in a case that was reopened. */
  note: z.nullable(z.string()),
  /** Who opened the case again after a decision, and why. `by` is null when that account was deleted. */
  reopening: z.nullable(z.object({ by: z.nullable(z.string()), at: Timestamp, reason: z.string() })),
})

export type ModerationCase = z.infer<typeof ModerationCase>

const reasonLimit = 500

const reasonTooLong = sentence(msg`Reason must be ${{ max: reasonLimit }} characters or less`)
const reasonMissing = sentence(msg`Reason is required`)

const reasonText = z
  .string({ error: reasonMissing })
  .check(z.normalize('NFC'), notBlank(reasonMissing), maxLength(reasonLimit, reasonTooLong))

const matchIdText = z.uuid({ error: sentence(msg`Must be the id of a match`) })

const nothingSaid = sentence(msg`Please say what this player did`)
const noParts = sentence(msg`Choose bio, picture or name`)
const wrongDays = sentence(msg`days must be 1 to 3650, or null`)

export const PlayerReport = z.object({
  reason: z
    .string({ error: nothingSaid })
    .check(
      z.normalize('NFC'),
      notBlank(nothingSaid),
      maxLength(
        textLimits.moderationReason.max,
        sentence(msg`Reason must be ${{ max: textLimits.moderationReason.max }} characters or less`),
      ),
    ),
  class: z.optional(ReportClassSchema),
  /** Matches that the player took part in. */
  matchIds: z.optional(
    z
      .array(matchIdText, { error: sentence(msg`Must be a list of match ids`) })
      .check(z.maxLength(maxNamedMatches, sentence(msg`Name at most ${{ max: maxNamedMatches }} matches`))),
  ),
  /** The same for one match. */
  matchId: z.optional(z.nullable(matchIdText)),
})

export type PlayerReport = z.infer<typeof PlayerReport>

/** Identifies an open case, which has no id of its own. */
const CaseSubject = z.object({ subjectType: ModerationSubject, subjectId: Id })

export const Decision = z.extend(CaseSubject, {
  /** The newest report that the caller has seen; when all reports are newer, it is another case. */
  caseId: z.optional(Id),
  /** `remove` is for posts and comments only. */
  decision: z.enum(['remove', 'dismiss', 'action', 'insufficient', 'duplicate'], {
    error: sentence(msg`decision must be remove, dismiss, action, insufficient or duplicate`),
  }),
  /** Read by staff only. */
  note: z.optional(
    z.nullable(
      z.string().check(maxLength(1_000, sentence(msg`Note must be ${{ max: 1_000 }} characters or less`))),
    ),
  ),
  /** Read by the author of a removed post or comment. */
  reason: z.optional(z.nullable(z.string().check(maxLength(reasonLimit, reasonTooLong)))),
})

/** Why a higher rank takes a claim over from a colleague. */
const takeoverReason = z.optional(reasonText)

export const Takeover = z.optional(z.object({ reason: takeoverReason }))

/** Staff read the reason. */
export const Reopening = z.extend(CaseSubject, { reason: reasonText })

/** The member reads the reason of a staff action. */
const StaffReason = z.object({ reason: reasonText })

export const PostRemoval = StaffReason

/** The open case from which staff do something: refused while a colleague has claimed it. */
const fromCase = { caseId: z.optional(Id) }

const ProfileClearing = z.extend(StaffReason, {
  ...fromCase,
  parts: z
    .array(z.enum(profileParts), { error: noParts })
    .check(z.minLength(1, noParts), z.maxLength(profileParts.length, sentence(msg`Choose each part once`))),
})

const NewRestriction = z.object({
  ...fromCase,
  reason: reasonText,
  /** Null for a permanent restriction. */
  days: z.nullable(
    z
      .int({ error: wrongDays })
      .check(z.minimum(1, { error: wrongDays }), z.maximum(3_650, { error: wrongDays })),
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
    'matches_excluded',
    'matches_restored',
    'punished',
    'punishment_lifted',
    'appeal_answered',
    'appeal_decided',
    'rerated',
    'report_decided',
    'bug_report_changed',
    'message_answered',
    'unlinked',
    'cup_command',
    'account_changed',
  ]),
  /** What it is about, such as the text of a removed post or the status of an application. */
  text: z.string(),
  /** Reason that staff gave; null when `text` contains it or there is none. */
  reason: z.nullable(z.string()),
  until: z.nullable(Timestamp),
  createdAt: Timestamp,
})

export type Notice = z.infer<typeof Notice>

export const moderationSchemas = {
  list: {
    query: z.extend(pageQuery(100, 50), {
      status: z._default(
        z.enum(['open', 'decided'], { error: sentence(msg`status must be open or decided`) }),
        'open',
      ),
      /** Filters cases by type of subject and, with `subjectId`, by subject. */
      subjectType: z.optional(ModerationSubject),
      subjectId: z.optional(IdText),
    }),
    response: z.array(ModerationCase),
  },
  claim: {
    body: z.extend(CaseSubject, { reason: takeoverReason }),
    response: CaseClaim,
  },
  release: {
    params: z.object({ subjectType: ModerationSubject, subjectId: IdText }),
  },
  decide: {
    body: Decision,
    response: z.object({ decided: z.int() }),
  },
  reopen: {
    body: Reopening,
    response: z.object({ reopened: z.int() }),
  },
  inForce: {
    query: InForceQuery,
    response: InForcePage,
  },
  removePost: {
    params: IdParams,
    body: PostRemoval,
  },
  removeComment: {
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
  undoLift: {
    params: z.object({ id: z.uuid({ error: sentence(msg`Must be the id of a punishment`) }) }),
    response: Punishment,
  },
  undoRestrictionLift: {
    params: IdParams,
    response: Restriction,
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
