import { accountEndpoints } from './account.ts'
import { applicationEndpoints } from './applications.ts'
import { communityEndpoints } from './community.ts'
import { contactEndpoints } from './contact.ts'
import { contentEndpoints } from './content.ts'
import { deskEndpoints } from './desk.ts'
import { discordEndpoints } from './discord.ts'
import { emailEndpoints } from './email.ts'
import { eventEndpoints } from './events.ts'
import { ingestEndpoints } from './ingest.ts'
import { leaderboardEndpoints } from './leaderboard.ts'
import { linkEndpoints } from './link.ts'
import { memberEndpoints } from './members.ts'
import { moderationEndpoints } from './moderation.ts'
import { playerEndpoints } from './players.ts'
import { postEndpoints } from './posts.ts'
import { practiceEndpoints } from './practice.ts'
import { recoveryEndpoints } from './recovery.ts'
import { reportEndpoints } from './reports.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { sessionEndpoints } from './sessions.ts'
import { statsEndpoints } from './stats.ts'
import { statusEndpoints } from './status.ts'
import { userEndpoints } from './users.ts'

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
