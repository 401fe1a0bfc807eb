import { accountEndpoints } from './accounts/account.ts'
import { applicationEndpoints } from './applications/applications.ts'
import { communityEndpoints } from './posts/community.ts'
import { contactEndpoints } from './reports/contact.ts'
import { contentEndpoints } from './content/content.ts'
import { deskEndpoints } from './admin/desk.ts'
import { discordEndpoints } from './network/discord.ts'
import { emailEndpoints } from './accounts/email.ts'
import { eventEndpoints } from './events/events.ts'
import { ingestEndpoints } from './matches/ingest.ts'
import { leaderboardEndpoints } from './rankings/leaderboard.ts'
import { linkEndpoints } from './matches/link.ts'
import { memberEndpoints } from './accounts/members.ts'
import { moderationEndpoints } from './moderation/moderation.ts'
import { playerEndpoints } from './players/players.ts'
import { postEndpoints } from './posts/posts.ts'
import { practiceEndpoints } from './network/practice.ts'
import { recoveryEndpoints } from './accounts/recovery.ts'
import { reportEndpoints } from './reports/reports.ts'
import { secondFactorEndpoints } from './accounts/second-factor.ts'
import { sessionEndpoints } from './accounts/sessions.ts'
import { statsEndpoints } from './rankings/stats.ts'
import { statusEndpoints } from './network/status.ts'
import { userEndpoints } from './accounts/users.ts'

/** Every endpoint of the product, by feature: the table of contents of the `/api`. */
export const endpoints = {
  users: userEndpoints,
  account: accountEndpoints,
  sessions: sessionEndpoints,
  secondFactor: secondFactorEndpoints,
  stats: statsEndpoints,
  posts: postEndpoints,
  reports: reportEndpoints,
  applications: applicationEndpoints,
  status: statusEndpoints,
  leaderboard: leaderboardEndpoints,
  players: playerEndpoints,
  link: linkEndpoints,
  ingest: ingestEndpoints,
  practice: practiceEndpoints,
  events: eventEndpoints,
  community: communityEndpoints,
  discord: discordEndpoints,
  contact: contactEndpoints,
  content: contentEndpoints,
  members: memberEndpoints,
  desk: deskEndpoints,
  moderation: moderationEndpoints,
  email: emailEndpoints,
  recovery: recoveryEndpoints,
} as const
