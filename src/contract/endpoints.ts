import { accountEndpoints } from './accounts/account-endpoints.ts'
import { accountSchemas } from './accounts/account-schemas.ts'
import { blockEndpoints } from './accounts/blocks-endpoints.ts'
import { blockSchemas } from './accounts/blocks-schemas.ts'
import { emailEndpoints } from './accounts/email-endpoints.ts'
import { emailSchemas } from './accounts/email-schemas.ts'
import { inviteEndpoints } from './accounts/invites-endpoints.ts'
import { inviteSchemas } from './accounts/invites-schemas.ts'
import { memberEndpoints } from './accounts/members-endpoints.ts'
import { memberSchemas } from './accounts/members-schemas.ts'
import { rankEndpoints } from './accounts/rank-admin-endpoints.ts'
import { rankSchemas } from './accounts/rank-admin-schemas.ts'
import { recoveryEndpoints } from './accounts/recovery-endpoints.ts'
import { recoverySchemas } from './accounts/recovery-schemas.ts'
import { secondFactorEndpoints } from './accounts/second-factor-endpoints.ts'
import { secondFactorSchemas } from './accounts/second-factor-schemas.ts'
import { sessionEndpoints } from './accounts/sessions-endpoints.ts'
import { sessionSchemas } from './accounts/sessions-schemas.ts'
import { setupEndpoints } from './accounts/setup-endpoints.ts'
import { setupSchemas } from './accounts/setup-schemas.ts'
import { userEndpoints } from './accounts/users-endpoints.ts'
import { userSchemas } from './accounts/users-schemas.ts'
import { adminEndpoints } from './admin/admin-endpoints.ts'
import { adminSchemas } from './admin/admin-schemas.ts'
import { backupEndpoints } from './admin/backups-endpoints.ts'
import { backupSchemas } from './admin/backups-schemas.ts'
import { removalEndpoints } from './admin/removals-endpoints.ts'
import { removalSchemas } from './admin/removals-schemas.ts'
import { applicationEndpoints } from './applications/applications-endpoints.ts'
import { applicationSchemas } from './applications/applications-schemas.ts'
import { contentEndpoints } from './content/content-endpoints.ts'
import { contentSchemas } from './content/content-schemas.ts'
import { secretEndpoints } from './content/secrets-endpoints.ts'
import { secretSchemas } from './content/secrets-schemas.ts'
import { settingEndpoints } from './content/settings-endpoints.ts'
import { settingSchemas } from './content/settings-schemas.ts'
import { cupTemplateEndpoints } from './cups/cup-templates-endpoints.ts'
import { cupTemplateSchemas } from './cups/cup-templates-schemas.ts'
import { cupEndpoints } from './cups/cups-endpoints.ts'
import { cupSchemas } from './cups/cups-schemas.ts'
import { keyEndpoints } from './doors/keys-endpoints.ts'
import { keySchemas } from './doors/keys-schemas.ts'
import { webhookEndpoints } from './doors/webhooks-endpoints.ts'
import { webhookSchemas } from './doors/webhooks-schemas.ts'
import { withSchemas } from './endpoint.ts'
import { eventEndpoints } from './events/events-endpoints.ts'
import { eventSchemas } from './events/events-schemas.ts'
import { gameServerEndpoints } from './matches/game-servers-endpoints.ts'
import { gameServerSchemas } from './matches/game-servers-schemas.ts'
import { ingestEndpoints } from './matches/ingest-endpoints.ts'
import { ingestSchemas } from './matches/ingest-schemas.ts'
import { linkEndpoints } from './matches/link-endpoints.ts'
import { linkSchemas } from './matches/link-schemas.ts'
import { presenceEndpoints } from './matches/presence-endpoints.ts'
import { presenceSchemas } from './matches/presence-schemas.ts'
import { rulingEndpoints } from './matches/rulings-endpoints.ts'
import { rulingSchemas } from './matches/rulings-schemas.ts'
import { appealEndpoints } from './moderation/appeals-endpoints.ts'
import { appealSchemas } from './moderation/appeals-schemas.ts'
import { caseEndpoints } from './moderation/cases-endpoints.ts'
import { caseSchemas } from './moderation/cases-schemas.ts'
import { moderationEndpoints } from './moderation/moderation-endpoints.ts'
import { moderationSchemas } from './moderation/moderation-schemas.ts'
import { punishmentEndpoints } from './moderation/punishments-endpoints.ts'
import { punishmentSchemas } from './moderation/punishments-schemas.ts'
import { discordAdminEndpoints } from './network/discord-admin-endpoints.ts'
import { discordAdminSchemas } from './network/discord-admin-schemas.ts'
import { discordEndpoints } from './network/discord-endpoints.ts'
import { discordSchemas } from './network/discord-schemas.ts'
import { modeEndpoints } from './network/modes-endpoints.ts'
import { modeSchemas } from './network/modes-schemas.ts'
import { practiceEndpoints } from './network/practice-endpoints.ts'
import { practiceSchemas } from './network/practice-schemas.ts'
import { statusEndpoints } from './network/status-endpoints.ts'
import { statusSchemas } from './network/status-schemas.ts'
import { newsEndpoints } from './news/news-endpoints.ts'
import { newsSchemas } from './news/news-schemas.ts'
import { newsletterEndpoints } from './news/newsletter-endpoints.ts'
import { newsletterSchemas } from './news/newsletter-schemas.ts'
import { notificationSettingsEndpoints } from './notifications/notification-settings-endpoints.ts'
import { notificationSettingsSchemas } from './notifications/notification-settings-schemas.ts'
import { notificationEndpoints } from './notifications/notifications-endpoints.ts'
import { notificationSchemas } from './notifications/notifications-schemas.ts'
import { discordLinkEndpoints } from './players/discord-link-endpoints.ts'
import { discordLinkSchemas } from './players/discord-link-schemas.ts'
import { followEndpoints } from './players/follows-endpoints.ts'
import { followSchemas } from './players/follows-schemas.ts'
import { playerEndpoints } from './players/players-endpoints.ts'
import { playerSchemas } from './players/players-schemas.ts'
import { todayEndpoints } from './players/today-endpoints.ts'
import { todaySchemas } from './players/today-schemas.ts'
import { commentEndpoints } from './posts/comments-endpoints.ts'
import { commentSchemas } from './posts/comments-schemas.ts'
import { communityEndpoints } from './posts/community-endpoints.ts'
import { communitySchemas } from './posts/community-schemas.ts'
import { mentionEndpoints } from './posts/mentions-endpoints.ts'
import { mentionSchemas } from './posts/mentions-schemas.ts'
import { postEndpoints } from './posts/posts-endpoints.ts'
import { postSchemas } from './posts/posts-schemas.ts'
import { leaderboardEndpoints } from './rankings/leaderboard-endpoints.ts'
import { leaderboardSchemas } from './rankings/leaderboard-schemas.ts'
import { practiceTodayEndpoints } from './rankings/practice-today-endpoints.ts'
import { practiceTodaySchemas } from './rankings/practice-today-schemas.ts'
import { ratingEndpoints } from './rankings/ratings-endpoints.ts'
import { ratingSchemas } from './rankings/ratings-schemas.ts'
import { seasonEndpoints } from './rankings/seasons-endpoints.ts'
import { seasonSchemas } from './rankings/seasons-schemas.ts'
import { statsEndpoints } from './rankings/stats-endpoints.ts'
import { statsSchemas } from './rankings/stats-schemas.ts'
import { contactAdminEndpoints } from './reports/contact-admin-endpoints.ts'
import { contactAdminSchemas } from './reports/contact-admin-schemas.ts'
import { contactEndpoints } from './reports/contact-endpoints.ts'
import { contactSchemas } from './reports/contact-schemas.ts'
import { reportEndpoints } from './reports/reports-endpoints.ts'
import { reportSchemas } from './reports/reports-schemas.ts'

/** All API endpoints by feature. */
export const endpoints = {
  setup: withSchemas(setupEndpoints, setupSchemas),
  users: withSchemas(userEndpoints, userSchemas),
  account: withSchemas(accountEndpoints, accountSchemas),
  sessions: withSchemas(sessionEndpoints, sessionSchemas),
  secondFactor: withSchemas(secondFactorEndpoints, secondFactorSchemas),
  stats: withSchemas(statsEndpoints, statsSchemas),
  posts: withSchemas(postEndpoints, postSchemas),
  comments: withSchemas(commentEndpoints, commentSchemas),
  mentions: withSchemas(mentionEndpoints, mentionSchemas),
  reports: withSchemas(reportEndpoints, reportSchemas),
  applications: withSchemas(applicationEndpoints, applicationSchemas),
  status: withSchemas(statusEndpoints, statusSchemas),
  leaderboard: withSchemas(leaderboardEndpoints, leaderboardSchemas),
  ratings: withSchemas(ratingEndpoints, ratingSchemas),
  seasons: withSchemas(seasonEndpoints, seasonSchemas),
  players: withSchemas(playerEndpoints, playerSchemas),
  follows: withSchemas(followEndpoints, followSchemas),
  blocks: withSchemas(blockEndpoints, blockSchemas),
  discordLink: withSchemas(discordLinkEndpoints, discordLinkSchemas),
  today: withSchemas(todayEndpoints, todaySchemas),
  link: withSchemas(linkEndpoints, linkSchemas),
  ingest: withSchemas(ingestEndpoints, ingestSchemas),
  gameServers: withSchemas(gameServerEndpoints, gameServerSchemas),
  punishments: withSchemas(punishmentEndpoints, punishmentSchemas),
  rulings: withSchemas(rulingEndpoints, rulingSchemas),
  modes: withSchemas(modeEndpoints, modeSchemas),
  presence: withSchemas(presenceEndpoints, presenceSchemas),
  practice: withSchemas(practiceEndpoints, practiceSchemas),
  practiceToday: withSchemas(practiceTodayEndpoints, practiceTodaySchemas),
  events: withSchemas(eventEndpoints, eventSchemas),
  cups: withSchemas(cupEndpoints, cupSchemas),
  cupTemplates: withSchemas(cupTemplateEndpoints, cupTemplateSchemas),
  community: withSchemas(communityEndpoints, communitySchemas),
  discord: withSchemas(discordEndpoints, discordSchemas),
  discordAdmin: withSchemas(discordAdminEndpoints, discordAdminSchemas),
  webhooks: withSchemas(webhookEndpoints, webhookSchemas),
  contact: withSchemas(contactEndpoints, contactSchemas),
  content: withSchemas(contentEndpoints, contentSchemas),
  settings: withSchemas(settingEndpoints, settingSchemas),
  secrets: withSchemas(secretEndpoints, secretSchemas),
  news: withSchemas(newsEndpoints, newsSchemas),
  newsletter: withSchemas(newsletterEndpoints, newsletterSchemas),
  members: withSchemas(memberEndpoints, memberSchemas),
  invites: withSchemas(inviteEndpoints, inviteSchemas),
  ranks: withSchemas(rankEndpoints, rankSchemas),
  backups: withSchemas(backupEndpoints, backupSchemas),
  removals: withSchemas(removalEndpoints, removalSchemas),
  admin: withSchemas(adminEndpoints, adminSchemas),
  contactAdmin: withSchemas(contactAdminEndpoints, contactAdminSchemas),
  appeals: withSchemas(appealEndpoints, appealSchemas),
  cases: withSchemas(caseEndpoints, caseSchemas),
  moderation: withSchemas(moderationEndpoints, moderationSchemas),
  notifications: withSchemas(notificationEndpoints, notificationSchemas),
  notificationSettings: withSchemas(notificationSettingsEndpoints, notificationSettingsSchemas),
  email: withSchemas(emailEndpoints, emailSchemas),
  recovery: withSchemas(recoveryEndpoints, recoverySchemas),
  keys: withSchemas(keyEndpoints, keySchemas),
} as const
