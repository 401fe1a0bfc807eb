import type { ApplicationPosition } from './applications/application-options.ts'
import type { ApplicationStatus } from './applications/applications-schemas.ts'
import type { Weekday } from './cups/cup-templates.ts'
import type { AppealState } from './moderation/appeals.ts'
import type { ProfilePart } from './moderation/moderation.ts'
import type { ModerationCase } from './moderation/moderation-schemas.ts'
import type { PunishmentKind } from './moderation/punishments.ts'
import type { DiscordKind } from './network/discord-messages.ts'
import type { ModeCategory } from './network/modes-schemas.ts'
import type { NewsState } from './news/news.ts'
import type { ReportSeverity, ReportStatus } from './reports/reports-schemas.ts'

// How stored values are called, on every page and in messages. A new value without a label does not compile.

type Labels<Value extends string> = Readonly<Record<Value, string>>

export const reportStatusLabels: Labels<ReportStatus> = {
  pending: 'Pending',
  reviewing: 'Reviewing',
  resolved: 'Resolved',
  rejected: 'Rejected',
}

export const reportSeverityLabels: Labels<ReportSeverity> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
}

export const applicationStatusLabels: Labels<ApplicationStatus> = {
  pending: 'Pending',
  reviewing: 'Reviewing',
  accepted: 'Accepted',
  rejected: 'Rejected',
  interview: 'Interview',
  onhold: 'On hold',
}

export const positionLabels: Labels<ApplicationPosition> = {
  helper: 'Helper',
  builder: 'Builder',
  designer: 'Designer',
}

export const caseStatusLabels: Labels<ModerationCase['status']> = {
  open: 'Open',
  removed: 'Removed',
  dismissed: 'No violation',
  actioned: 'Dealt with',
  insufficient: 'Insufficient',
  duplicate: 'Duplicate',
}

export const appealStateLabels: Labels<AppealState> = {
  open: 'Waits for a reviewer',
  in_review: 'In review',
  waiting: 'Waits for the player',
  upheld: 'Upheld',
  reduced: 'Reduced',
  lifted: 'Lifted',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

export const punishmentKindLabels: Labels<PunishmentKind> = {
  ban: 'Ban',
  mute: 'Mute',
  kick: 'Kick',
  warn: 'Warning',
}

export const rulingActionLabels: Labels<'exclude' | 'restore'> = {
  exclude: 'Excluded',
  restore: 'Restored',
}

export const profilePartLabels: Labels<ProfilePart> = { bio: 'Bio', picture: 'Picture', name: 'Name' }

export const modeCategoryLabels: Labels<ModeCategory> = { ffa: 'FFA', duels: 'Duels', other: 'Other' }

export const newsStateLabels: Labels<NewsState> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
}

export const discordKindLabels: Labels<DiscordKind> = {
  matches: 'Matches',
  news: 'News',
  cups: 'Cups',
  reports: 'Reports',
  applications: 'Applications',
}

export const weekdayLabels: Labels<Weekday> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
}
