import { msg } from '@lingui/core/macro'
import type { ApplicationPosition } from './applications/application-options.ts'
import type { ApplicationStatus } from './applications/applications-schemas.ts'
import type { Weekday } from './cups/cup-templates.ts'
import type { Message } from './languages.ts'
import type { AppealState } from './moderation/appeals.ts'
import type { ProfilePart } from './moderation/moderation.ts'
import type { ModerationCase } from './moderation/moderation-schemas.ts'
import type { PunishmentKind } from './moderation/punishments.ts'
import type { DiscordKind } from './network/discord-messages.ts'
import type { ModeCategory } from './network/modes-schemas.ts'
import type { NewsState } from './news/news.ts'
import type { ReportSeverity, ReportStatus } from './reports/reports-schemas.ts'

// How stored values are called, on every page and in messages. A new value without a label does not compile.

type Labels<Value extends string> = Readonly<Record<Value, Message>>

export const reportStatusLabels: Labels<ReportStatus> = {
  pending: msg`Pending`,
  reviewing: msg`Reviewing`,
  resolved: msg`Resolved`,
  rejected: msg`Rejected`,
}

export const reportSeverityLabels: Labels<ReportSeverity> = {
  low: msg`Low`,
  medium: msg`Medium`,
  high: msg`High`,
  critical: msg`Critical`,
}

export const applicationStatusLabels: Labels<ApplicationStatus> = {
  pending: msg({ message: 'Pending', context: 'staff application' }),
  reviewing: msg({ message: 'Reviewing', context: 'staff application' }),
  accepted: msg({ message: 'Accepted', context: 'staff application' }),
  rejected: msg({ message: 'Rejected', context: 'staff application' }),
  interview: msg({ message: 'Interview', context: 'staff application' }),
  onhold: msg({ message: 'On hold', context: 'staff application' }),
}

export const positionLabels: Labels<ApplicationPosition> = {
  helper: msg({ message: 'Helper', comment: 'Position in the team' }),
  builder: msg({ message: 'Builder', comment: 'Position in the team' }),
  designer: msg({ message: 'Designer', comment: 'Position in the team' }),
}

export const caseStatusLabels: Labels<ModerationCase['status']> = {
  open: msg({ message: 'Open', context: 'state' }),
  removed: msg`Removed`,
  dismissed: msg`No violation`,
  actioned: msg`Dealt with`,
  insufficient: msg`Insufficient`,
  duplicate: msg`Duplicate`,
}

export const appealStateLabels: Labels<AppealState> = {
  open: msg`Waits for a reviewer`,
  in_review: msg`In review`,
  waiting: msg`Waits for the player`,
  upheld: msg`Upheld`,
  reduced: msg`Reduced`,
  lifted: msg`Lifted`,
  withdrawn: msg`Withdrawn`,
  expired: msg`Expired`,
}

export const punishmentKindLabels: Labels<PunishmentKind> = {
  ban: msg({ message: 'Ban', context: 'punishment' }),
  mute: msg({ message: 'Mute', context: 'punishment' }),
  kick: msg({ message: 'Kick', context: 'punishment' }),
  warn: msg({ message: 'Warning', context: 'punishment' }),
}

export const rulingActionLabels: Labels<'exclude' | 'restore'> = {
  exclude: msg`Excluded`,
  restore: msg`Restored`,
}

export const profilePartLabels: Labels<ProfilePart> = {
  bio: msg`Bio`,
  picture: msg`Picture`,
  name: msg`Name`,
}

export const modeCategoryLabels: Labels<ModeCategory> = {
  ffa: msg`FFA`,
  duels: msg`Duels`,
  other: msg`Other`,
}

export const newsStateLabels: Labels<NewsState> = {
  draft: msg`Draft`,
  scheduled: msg`Scheduled`,
  published: msg`Published`,
}

export const discordKindLabels: Labels<DiscordKind> = {
  matches: msg`Matches`,
  news: msg`News`,
  cups: msg`Cups`,
  reports: msg`Reports`,
  applications: msg`Applications`,
}

export const weekdayLabels: Labels<Weekday> = {
  monday: msg`Monday`,
  tuesday: msg`Tuesday`,
  wednesday: msg`Wednesday`,
  thursday: msg`Thursday`,
  friday: msg`Friday`,
  saturday: msg`Saturday`,
  sunday: msg`Sunday`,
}
