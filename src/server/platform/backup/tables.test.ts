import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/template-database.ts'
import { excludedTables, savedRows, writtenByMigrations } from './excluded-tables.ts'
import { savedTables, tableNames } from './tables.ts'

/**
 * Saved tables. A new table belongs here or, with its reason, in excluded-tables.ts: short-lived secrets and figures are
 * excluded.
 */
const saved = [
  'all_comments',
  'all_posts',
  'appeal_messages',
  'appeals',
  'application_deliveries',
  'audit_log',
  'avatars',
  'board_counts',
  'boards',
  'contact_messages',
  'content_seeds',
  'deleted_accounts',
  'detector_queue',
  'digest_choices',
  'digest_mails',
  'discord_links',
  'event_registrations',
  'events',
  'excluded_matches',
  'faces',
  'follows',
  'game_identities',
  'game_servers',
  'head_to_head',
  'identity_hash_key',
  'identity_owners',
  'ingest_events',
  'known_networks',
  'mail_unsubscribes',
  'match_counts',
  'match_facts',
  'match_players',
  'match_voids',
  'matches',
  'media',
  'milestones',
  'mode_durations',
  'mode_rebuilds',
  'moderation_cases',
  'moderation_reports',
  'modes',
  'names_to_forget',
  'news',
  'news_covers',
  'news_feed',
  'newsletter_issues',
  'newsletter_key',
  'newsletter_mails',
  'newsletter_subscribers',
  'notices',
  'notification_choices',
  'notification_deliveries',
  'notification_fanouts',
  'notifications',
  'outbox',
  'player_days',
  'player_stats',
  'post_edits',
  'post_likes',
  'post_media',
  'practice_modes',
  'punishment_changes',
  'punishments',
  'push_keys',
  'quiet_hours',
  'rating_board_day',
  'rating_counts',
  'rating_history',
  'rating_queue',
  'rating_tracks',
  'ratings',
  'report_chat_lines',
  'reports',
  'rerated_matches',
  'restrictions',
  'row_counts',
  'ruling_decisions',
  'ruling_matches',
  'ruling_work',
  'rulings',
  'season_standings',
  'seasons',
  'second_factor_recovery_codes',
  'second_factors',
  'staff_applications',
  'tag_authority',
  'user_redirects',
  'users',
  'verified_emails',
]

let client: Client
let drop: () => Promise<void>
beforeAll(async () => {
  const store = await createTestDatabase()
  drop = store.drop
  client = new Client({ connectionString: store.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await drop()
})

test('every table of the schema is either saved or left out, and none is both', async () => {
  expect([...saved, ...Object.keys(excludedTables)].sort()).toEqual(await tableNames(client))
  expect((await savedTables(client)).map(({ name }) => name).sort()).toEqual(saved)
  for (const name of Object.keys(savedRows)) expect(saved).toContain(name)
})

test('tables that hold a row after the migrations alone are known, or every database would look full', async () => {
  const written: string[] = []
  for (const name of saved) {
    if ((await client.query(`SELECT FROM ${name} LIMIT 1`)).rowCount === 1) written.push(name)
  }
  expect([...writtenByMigrations]).toEqual(written)
})

test('no saved table refers to one that is left out or saved in part, and each comes after those it refers to', async () => {
  const { rows } = await client.query<{ from: string; to: string }>(`
    SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
    WHERE contype = 'f' AND conrelid <> confrelid
  `)
  const order = (await savedTables(client)).map(({ name }) => name)
  for (const { from, to } of rows.filter((row) => saved.includes(row.from))) {
    expect(Object.keys({ ...excludedTables, ...savedRows }), `${from} refers to ${to}`).not.toContain(to)
    expect(order.indexOf(from), `${from} comes after ${to}`).toBeGreaterThan(order.indexOf(to))
  }
})

test('generated columns are not saved, identity columns are', async () => {
  const users = (await savedTables(client)).find(({ name }) => name === 'users')
  expect(users?.columns).toContain('id')
  expect(users?.columns).not.toContain('shown_name')
})
