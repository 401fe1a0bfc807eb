/**
 * Tables that backups exclude, with the reason. tables.test.ts lists the saved tables, so that each new table needs a
 * decision.
 */
export const excludedTables: Readonly<Record<string, string>> = {
  schema_migrations: 'the restored schema writes its own',
  sessions: 'a secret of the moment: after a restore everybody signs in again',
  push_subscriptions: 'browsers of sessions, which end with a restore',
  link_codes: 'a secret of the moment, for ten minutes',
  email_tokens: 'links of mails that confirm an address: secrets of the moment',
  newsletter_mailed: 'hashes of addresses that got a confirmation mail within a day',
  recovery_tokens: 'links and codes that open an account: secrets of the moment',
  second_factor_setups: 'a secret that proves nothing yet, for some minutes',
  report_undos: 'what staff can take back, for some seconds',
  application_undos: 'what staff can take back, for some seconds',
  moderation_claims: 'who works on which case, for half an hour',
  rate_limits: 'counts of the last minutes',
  avatar_fetches: 'tries of the last hours',
  idempotency_keys: 'answers to repeat within a day, no matter who asked',
  discord_messages: 'a queue and the log of 30 days: a restored one would announce old events again',
  discord_link_states: 'links that Discord has not confirmed yet, for ten minutes',
  discord_unlinks: 'a queue of some hours: restored tokens are revoked already',
  game_ping: 'the state of the game server a moment ago',
  presence_parts: 'who was on a game server a moment ago',
  presence_players: 'who was on a game server a moment ago',
  presence_unknown: 'who was on a game server a moment ago',
  heartbeats: 'the state of a game server a moment ago',
  board_day: 'made again at the first start',
  opening_positions: 'made again at the first start',
  main_inputs: 'made again at the first start',
  unnamed_proxy: 'about the machine that the site stood on',
  last_backup: 'a restore writes the time of its own file',
}

/** Tables that migrations fill. Restores overwrite their rows. */
export const writtenByMigrations: ReadonlySet<string> = new Set([
  'identity_hash_key',
  'modes',
  'newsletter_key',
])

/**
 * Filters for saved tables. Waiting mails are excluded because most are sent by the time of a restore and some contain
 * sign-in links; items for game servers are kept because they must still be delivered. Pushes go to browsers of sessions,
 * which end with a restore.
 */
export const savedRows: Readonly<Record<string, string>> = {
  outbox: `channel = 'game' AND done_at IS NULL`,
  notification_deliveries: `channel <> 'push'`,
}
