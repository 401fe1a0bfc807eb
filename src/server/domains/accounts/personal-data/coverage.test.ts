import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { sections } from './queries/export.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

/** Columns that reference a member or their identities, and the part of the export that covers them. */
const exported: Readonly<Record<string, string>> = {
  'appeal_messages.author_id': 'appeals',
  'avatars.user_id': 'account',
  'all_comments.user_id': 'comments',
  'contact_messages.user_id': 'contactMessages',
  'digest_choices.user_id': 'digest',
  'discord_links.user_id': 'discordLink',
  'event_registrations.user_id': 'eventRegistrations',
  'events.creator_id': 'events',
  'faces.identity_id': 'identities',
  'follows.follower_id': 'follows',
  'game_identities.user_id': 'identities',
  'idempotency_keys.user_id': 'storedAnswers',
  'known_networks.user_id': 'knownNetworks',
  'link_codes.identity_id': 'linkCodes',
  'match_players.identity_id': 'matches',
  'moderation_reports.reporter_id': 'moderationReports',
  'news.author_id': 'news',
  'notification_choices.user_id': 'notificationChoices',
  'notices.user_id': 'notices',
  'notifications.user_id': 'notifications',
  'player_stats.user_id': 'figures',
  'post_likes.user_id': 'reactions',
  'all_posts.user_id': 'posts',
  'punishments.identity_id': 'punishments',
  'push_subscriptions.user_id': 'pushSubscriptions',
  'quiet_hours.user_id': 'quietHours',
  'ratings.user_id': 'ratings',
  'report_chat_lines.identity_id': 'moderationReports',
  'reports.user_id': 'bugReports',
  'restrictions.user_id': 'restrictions',
  'season_standings.identity_id': 'standings',
  'second_factors.user_id': 'secondFactor',
  'sessions.user_id': 'sessions',
  'staff_applications.user_id': 'applications',
  'user_redirects.user_id': 'earlierIds',
  'verified_emails.user_id': 'verifiedEmail',
}

/** Columns that are not exported, and why. */
const withheld: Readonly<Record<string, string>> = {
  'identity_owners.identity_id':
    'who ever played as whom, so that nobody decides about themselves; it may be somebody else’s player now',
  'identity_owners.user_id': 'the same; the present player is exported, and links are kept with the account',
  'milestones.user_id': 'sums of the matches, which are exported',
  'player_days.user_id': 'sums of the matches, which are exported',
  'main_inputs.user_id': 'the inputs of the matches, which are exported',
  'opening_positions.user_id': 'where a board stood this morning; the figures are exported',
  'avatar_fetches.user_id': 'how often an address was tried; the address itself is with the account',
  'appeals.reviewer_id': 'work of the team, about somebody else',
  'digest_mails.user_id': 'when one was mailed, for 30 days; what it listed is with the notifications',
  'email_tokens.user_id': 'the hash of a link, for a day',
  'recovery_tokens.user_id': 'hashes of links and codes, for half an hour',
  'contact_messages.answered_by': 'which member of the team answered: about somebody else’s message',
  'contact_messages.read_by': 'which member of the team read a message: about somebody else’s message',
  'mail_unsubscribes.user_id': 'the token of a link in mails that ends them',
  'names_to_forget.identity_id': 'only of identities that are forgotten already',
  'follows.player_id': 'who follows a player is the choice of those people',
  'notifications.follower_id': 'who follows a player is the choice of those people',
  'notifications.player_id': 'what a player achieved, in notifications of their followers',
  'notification_fanouts.except_user_id':
    'a queue, for a day: who reported or wrote something, which is exported',
  'notification_fanouts.player_id': 'a queue, for two seconds; what it says is with the notifications',
  'discord_messages.player_id': 'a queue and a log, for 30 days; the matches that they name are exported',
  'moderation_claims.user_id': 'work of the team, for half an hour',
  'moderation_reports.decided_by': 'work of the team, about somebody else',
  'moderation_reports.other_user_id': 'what a program suspects, until staff decide; matches are exported',
  'moderation_reports.reopened_by': 'work of the team, about somebody else',
  'moderation_reports.subject_user_id': 'what others reported in confidence; what followed is in the notices',
  'second_factor_recovery_codes.user_id': 'hashes of codes; how many are left is with the second factor',
  'second_factor_setups.user_id': 'a secret that proves nothing yet, for some minutes',
  'presence_players.identity_id': 'where somebody plays at this moment, as everybody sees it',
  'report_undos.changed_by': 'work of the team, for a day: about somebody else’s report',
  'report_undos.handled_by': 'work of the team, for a day: about somebody else’s report',
  'application_undos.changed_by': 'work of the team, for a day: about somebody else’s application',
  'application_undos.handled_by': 'work of the team, for a day: about somebody else’s application',
  'reports.handled_by': 'work of the team, about somebody else’s report',
  'staff_applications.handled_by': 'work of the team, about somebody else’s application',
  'restrictions.created_by': 'work of the team, about somebody else',
}

/** What happens to a row when the account it references is deleted. */
const whenDeleted = { c: 'goes along', n: 'lets go' } as const

/** Not deleted: their user_id moves to the anonymous account before. */
const moved = new Set(['game_identities.user_id', 'user_redirects.user_id'])

async function references() {
  const { rows } = await sql<{ column: string; to: string; onDelete: keyof typeof whenDeleted }>`
    SELECT conrelid::regclass || '.' || attname AS column, confrelid::regclass::text AS to, confdeltype AS "onDelete"
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confrelid IN ('users'::regclass, 'game_identities'::regclass,
      'second_factors'::regclass) ORDER BY 1
  `.execute(site.database.sql)
  return rows
}

test('every column that refers to a member is in the export, or in the list of those that are left out', async () => {
  const known = { ...exported, ...withheld }
  const missing = (await references()).map(({ column }) => column).filter((column) => !(column in known))
  expect(missing, 'say in coverage.test.ts whether these belong into a member’s export').toEqual([])
  expect(Object.keys(exported).filter((column) => column in withheld)).toEqual([])
})

test('the lists name columns that exist, and parts that the export has', async () => {
  const columns = (await references()).map(({ column }) => column)
  expect(Object.keys({ ...exported, ...withheld }).sort()).toEqual([...columns].sort())
  const names = ['account', ...sections.map(({ name }) => name)]
  expect(Object.values(exported).filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

test('every column that refers to a member goes along with the account or lets go of it', async () => {
  const keepers = (await references()).filter(
    ({ column, to, onDelete }) => to === 'users' && !moved.has(column) && !(onDelete in whenDeleted),
  )
  expect(keepers, 'these would keep an account from being deleted').toEqual([])
})
