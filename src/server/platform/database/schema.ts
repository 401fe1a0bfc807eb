// Generated from the migrations by `node scripts/generate-schema.mjs`; never edited by hand.

import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Int8 = ColumnType<string, bigint | number | string, bigint | number | string>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AddressChecks {
  answer: string;
  asked_at: Generated<Timestamp>;
  question: string;
}

export interface Alarms {
  name: string;
  place: string;
  seen_at: Generated<Timestamp>;
  since: Generated<Timestamp>;
  told_at: Timestamp | null;
}

export interface AllComments {
  content: string;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  news_id: number | null;
  parent_id: number | null;
  post_id: number | null;
  removed_at: Timestamp | null;
  user_id: number;
}

export interface AllPosts {
  content: string;
  created_at: Generated<Timestamp>;
  edited_at: Timestamp | null;
  id: Generated<number>;
  removed_at: Timestamp | null;
  user_id: number;
}

export interface ApiKeys {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: Generated<number>;
  last_used_at: Timestamp | null;
  name: string;
  scopes: string[];
  secret_hash: Buffer;
  slot: number;
  user_id: number;
}

export interface AppealMessages {
  appeal_id: number;
  author_id: number | null;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  is_staff: boolean;
  text: string;
}

export interface Appeals {
  changed_at: Generated<Timestamp>;
  claimed_until: Timestamp | null;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  is_final: boolean;
  note: string | null;
  punishment_id: string | null;
  restriction_id: number | null;
  reviewer_id: number | null;
  state: Generated<string>;
  until_before: Timestamp | null;
}

export interface ApplicationDeliveries {
  application_id: number | null;
  delivery_id: string;
  received_at: Generated<Timestamp>;
}

export interface ApplicationUndos {
  admin_notes: string | null;
  answer: string | null;
  application_id: number;
  changed_at: Generated<Timestamp>;
  changed_by: number;
  handled_at: Timestamp | null;
  handled_by: number | null;
  notice_id: number | null;
  status: string;
  version: number;
}

export interface AuditLog {
  action: string;
  actor_id: number | null;
  actor_name: string;
  actor_rank: string | null;
  after: ColumnType<unknown, string, string> | null;
  at: Generated<Timestamp>;
  before: ColumnType<unknown, string, string> | null;
  id: Generated<number>;
  subject_id: number | null;
  subject_type: string;
}

export interface AvatarFetches {
  next_try_at: Generated<Timestamp>;
  tries: Generated<number>;
  user_id: number;
}

export interface Avatars {
  bytes: Buffer;
  created_at: Generated<Timestamp>;
  hash: Buffer;
  user_id: number;
}

export interface BackupPlan {
  daily_at: Generated<Timestamp>;
  failed_at: Timestamp | null;
  failure: string | null;
  hour: number | null;
  only_row: Generated<boolean>;
  requested_at: Timestamp | null;
  running_until: Timestamp | null;
}

export interface Blocks {
  blocked_id: number;
  blocker_id: number;
  created_at: Generated<Timestamp>;
}

export interface BlocksInForce {
  blocked_id: number | null;
  blocker_id: number | null;
}

export interface BoardCounts {
  board_id: number;
  node: number;
  players: number;
  shift: number;
}

export interface BoardDay {
  as_of: Timestamp;
  only_row: Generated<boolean>;
}

export interface Boards {
  game_type: string;
  id: Generated<number>;
  period: string;
  starts_on: Timestamp;
}

export interface Comments {
  content: string | null;
  created_at: Timestamp | null;
  id: number | null;
  news_id: number | null;
  parent_id: number | null;
  post_id: number | null;
  user_id: number | null;
}

export interface ContactMessages {
  answer: string | null;
  answer_mail: string | null;
  answer_undelivered_at: Timestamp | null;
  answered_at: Timestamp | null;
  answered_by: number | null;
  created_at: Generated<Timestamp>;
  email: string;
  flagged: Generated<boolean>;
  id: Generated<number>;
  language: string | null;
  message: string;
  name: string;
  read_at: Timestamp | null;
  read_by: number | null;
  subject: string;
  user_id: number | null;
}

export interface ContentSeeds {
  at: Generated<Timestamp>;
  table_name: string;
}

export interface CupEntrants {
  draws: number | null;
  entrant: number;
  event_id: number;
  identity_ids: number[];
  is_out: Generated<boolean>;
  is_waiting: boolean;
  losses: number | null;
  out_ids: Generated<number[]>;
  place: number | null;
  points: number | null;
  position: number;
  seed: number | null;
  table_place: number | null;
  wins: number | null;
}

export interface CupFacts {
  at: Generated<Timestamp>;
  by_account: number | null;
  data: Generated<ColumnType<unknown, string, string>>;
  event_id: number;
  id: Generated<Int8>;
  key: string;
  kind: string;
}

export interface CupMatches {
  event_id: number;
  in_bracket: Generated<boolean>;
  match_id: string;
}

export interface CupPlaces {
  at: Generated<Timestamp>;
  entrant: number;
  event_id: number;
  identity_ids: number[];
  place: number;
}

export interface Cups {
  best_of: Generated<number>;
  cut: number | null;
  event_id: number;
  final_best_of: Generated<number>;
  format: string;
  game_minutes: Generated<number>;
  made_at: Generated<Timestamp>;
  minimum: number;
  mode: string;
  seats: number;
  size: Generated<number>;
  third_place: Generated<boolean>;
  version: Generated<number>;
}

export interface CupTeamPlayers {
  event_id: number;
  is_checked_in: Generated<boolean>;
  joined_at: Generated<Timestamp>;
  team_id: number;
  user_id: number;
}

export interface CupTeams {
  code: string;
  event_id: number;
  id: Generated<number>;
  name: string;
  skeleton: string;
}

export interface CupTemplateDates {
  cup_version: number | null;
  date: Timestamp;
  event_id: number | null;
  event_version: number | null;
  number: number | null;
  state: Generated<string>;
  template_id: number;
}

export interface CupTemplates {
  created_at: Generated<Timestamp>;
  cup: ColumnType<unknown, string, string>;
  description: string;
  id: Generated<number>;
  minutes: number | null;
  rewards: string[];
  time_of_day: string;
  time_zone: string;
  title: string;
  version: Generated<number>;
  weekday: number;
}

export interface CupViews {
  due_at: Timestamp | null;
  event_id: number;
  event_version: number;
  heard_since: Timestamp | null;
  last_fact_id: Int8;
  looked_at: Generated<Timestamp>;
  rounds: Generated<ColumnType<unknown, string, string>>;
  state: string;
  version: Generated<number>;
}

export interface DatabaseSizes {
  bytes: Int8;
  day: Timestamp;
}

export interface DeletedAccounts {
  deleted_at: Generated<Timestamp>;
  hash: string;
}

export interface DetectorQueue {
  match_id: string;
}

export interface DigestChoices {
  due_at: Timestamp;
  hour: number;
  time_zone: string;
  user_id: number;
}

export interface DigestMails {
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  day: Timestamp;
  done_at: Timestamp | null;
  due_at: Timestamp;
  id: Generated<Int8>;
  last_error: string | null;
  user_id: number;
}

export interface DiscordLinks {
  access_expires_at: Timestamp;
  attempts: Generated<number>;
  discord_id: string;
  discord_name: string;
  due_at: Generated<Timestamp | null>;
  last_error: string | null;
  linked_at: Generated<Timestamp>;
  matches: number | null;
  queued_at: Generated<Timestamp>;
  rank_id: number | null;
  rank_level: number | null;
  rating: number | null;
  sent_name: string | null;
  synced_at: Timestamp | null;
  tokens: Buffer;
  user_id: number;
}

export interface DiscordLinkStates {
  code_verifier: string;
  expires_at: Timestamp;
  session_id: number;
  state_hash: Buffer;
}

export interface DiscordMessages {
  attempts: Generated<number>;
  concerns: Generated<number[]>;
  created_at: Generated<Timestamp>;
  due_at: Generated<Timestamp>;
  event_key: string;
  failed_at: Timestamp | null;
  id: Generated<number>;
  kind: string;
  last_error: string | null;
  link: string;
  player_id: number | null;
  said: ColumnType<unknown, string, string> | null;
  sent_at: Timestamp | null;
  text: string | null;
  title: string;
}

export interface DiscordUnlinks {
  access_expires_at: Timestamp;
  attempts: Generated<number>;
  discord_id: string;
  due_at: Generated<Timestamp>;
  id: Generated<number>;
  queued_at: Generated<Timestamp>;
  tokens: Buffer;
}

export interface EmailTokens {
  email: string;
  expires_at: Timestamp;
  ordered_at: Timestamp;
  token_hash: Buffer;
  user_id: number;
}

export interface EventRegistrations {
  created_at: Generated<Timestamp>;
  event_id: number;
  status: Generated<string>;
  user_id: number;
}

export interface Events {
  created_at: Generated<Timestamp>;
  creator_id: number | null;
  description: string;
  end_date: Timestamp | null;
  id: Generated<number>;
  modified_at: Generated<Timestamp>;
  rewards: Generated<string[]>;
  start_date: Timestamp;
  tba: Generated<boolean>;
  title: string;
  version: Generated<number>;
  words: Generated<ColumnType<unknown, string, string>>;
}

export interface ExcludedMatches {
  match_id: string;
  ruling_id: number;
}

export interface Faces {
  bytes: Buffer | null;
  hash: Buffer | null;
  head_hash: Buffer;
  identity_id: number;
  removed: Generated<ArrayType<Buffer>>;
  sent_at: Timestamp;
}

export interface FirstOwner {
  at: Generated<Timestamp>;
  is_made: Generated<boolean>;
}

export interface Follows {
  created_at: Generated<Timestamp>;
  follower_id: number;
  is_muted: Generated<boolean>;
  player_id: number;
}

export interface GameIdentities {
  created_at: Generated<Timestamp>;
  forgotten_at: Timestamp | null;
  hidden: Generated<boolean>;
  hidden_at: Timestamp | null;
  id: Generated<number>;
  kind: string;
  language: string | null;
  language_at: Timestamp | null;
  user_id: number;
  value: string;
}

export interface GamePing {
  answered_at: Timestamp | null;
  checked_at: Timestamp;
  is_count_known: Generated<boolean>;
  is_online: boolean | null;
  latency_ms: number | null;
  max_players: number | null;
  motd: string | null;
  only_row: Generated<boolean>;
  player_count: Generated<number>;
  version: string | null;
}

export interface GameServers {
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  last_used_at: Timestamp | null;
  name: string;
  revoked_at: Timestamp | null;
  secret_hash: Buffer;
  sets_ranks: Generated<boolean>;
  unlinks_others: Generated<boolean>;
  version: Generated<number>;
}

export interface Hands {
  at: Generated<Timestamp>;
  by_id: number;
  id: Generated<number>;
  kind: string;
  member_id: number;
}

export interface HeadToHead {
  draws: number;
  game_type: string;
  high_id: number;
  high_wins: number;
  last_ended_at: Timestamp;
  low_id: number;
  low_wins: number;
  recent: Generated<string[]>;
  season_id: number;
}

export interface Heartbeats {
  max_players: number | null;
  next_poll_ms: number;
  player_count: number;
  queues: Generated<ColumnType<unknown, string, string>>;
  received_at: Timestamp;
  sent_at: Generated<Timestamp>;
  server_id: number;
  version: string | null;
}

export interface HiddenIdentities {
  identity_id: number;
  user_id: number;
  value: string;
}

export interface HiddenRows {
  content: ColumnType<unknown, string, string>;
  id: Generated<Int8>;
  table_name: string;
  user_id: number;
}

export interface IdempotencyKeys {
  answer: ColumnType<unknown, string, string> | null;
  body_hash: Buffer;
  created_at: Generated<Timestamp>;
  key: string;
  operation: string;
  user_id: number;
}

export interface IdentityHashKey {
  key: Buffer;
  only_row: Generated<boolean>;
}

export interface IdentityOwners {
  identity_id: number;
  since: Generated<Timestamp>;
  user_id: number;
}

export interface ImportedRecords {
  at: Generated<Timestamp>;
  is_audited: Generated<boolean>;
  kind: string;
  path: string | null;
  source: string;
  source_id: string;
  user_id: number | null;
}

export interface IngestEvents {
  id: string;
  received_at: Generated<Timestamp>;
}

export interface IngestMinutes {
  accepted: number;
  duplicate: number;
  lags: number[];
  minute: Timestamp;
  rejected: number;
  rejections: ColumnType<unknown, string, string>;
  retry: number;
  server_id: number;
}

export interface Invites {
  created_at: Generated<Timestamp>;
  created_by: number;
  expires_at: Timestamp;
  id: Generated<number>;
  note: string;
  rank: string;
  revoked_at: Timestamp | null;
  token_hash: Buffer;
  used_at: Timestamp | null;
  used_by: number | null;
}

export interface JobStates {
  every_ms: number;
  failures: Int8;
  last_error: string | null;
  last_failure_at: Timestamp | null;
  last_success_at: Timestamp | null;
  name: string;
  runs: Int8;
  seen_at: Generated<Timestamp>;
  waiting: number | null;
  waiting_since: Timestamp | null;
  watched_since: Generated<Timestamp>;
}

export interface KnownNetworks {
  last_login_at: Generated<Timestamp>;
  network: string;
  user_id: number;
}

export interface LastBackup {
  file_bytes: Int8;
  only_row: Generated<boolean>;
  taken_at: Timestamp;
}

export interface LinkCodes {
  at: Timestamp;
  code_hash: Buffer;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  identity_id: number;
  server_id: number | null;
  used_at: Timestamp | null;
  voided_at: Timestamp | null;
}

export interface LookPictures {
  bytes: Buffer;
  hash: Buffer;
  kind: string;
  used_at: Generated<Timestamp>;
}

export interface MailUnsubscribes {
  kind: string;
  token: Generated<string>;
  user_id: number;
}

export interface MainInputs {
  input: string;
  mode: string;
  user_id: number;
}

export interface MatchArrivals {
  at: Timestamp;
  match_id: string;
  position: Generated<Int8>;
}

export interface MatchCounts {
  day: Timestamp;
  game_type: string;
  shard: number;
  total: number;
}

export interface Matches {
  content_hash: Buffer;
  cup_match_id: string | null;
  ended_at: Timestamp;
  game_type: string;
  match_id: string;
  ranked: boolean;
  received_at: Generated<Timestamp>;
  server_id: number;
  started_at: Timestamp;
}

export interface MatchFacts {
  devices: string[] | null;
  hits: number[] | null;
  identity_ids: number[];
  kills: ColumnType<unknown, string, string> | null;
  map: string | null;
  match_id: string;
  region: string | null;
  rounds: number | null;
  score: ColumnType<unknown, string, string> | null;
}

export interface MatchPlayers {
  assists: number;
  deaths: number;
  ended_at: Timestamp;
  gamertag: string;
  identity_id: number;
  input: string | null;
  kills: number;
  match_id: string;
  ping_ms: number | null;
  points: number;
  result: string;
  team: string | null;
}

export interface MatchTotals {
  game_type: string;
  shard: number;
  total: number;
}

export interface MatchVoids {
  at: Timestamp;
  match_id: string;
  reason: string;
  server_id: number;
}

export interface Media {
  bytes: Buffer;
  content_type: string;
  created_at: Generated<Timestamp>;
  hash: Buffer;
  height: number;
  width: number;
}

export interface Mentions {
  comment_id: number | null;
  id: Generated<number>;
  post_id: number | null;
  spans: ColumnType<unknown, string, string>;
  user_id: number;
}

export interface Milestones {
  ended_at: Timestamp;
  figure: string;
  match_id: string;
  step: number;
  user_id: number;
}

export interface ModeDurations {
  computed_at: Generated<Timestamp>;
  matches: number;
  median_ms: number;
  mode: string;
}

export interface ModeMerges {
  aliases: string[];
  id: Generated<number>;
  into_mode: string;
  merged_at: Generated<Timestamp>;
  mode: string;
  undone_at: Timestamp | null;
  was_listed: boolean;
}

export interface ModerationCases {
  accuracy: number;
  class: string;
  decided_at: Timestamp | null;
  decided_by: number | null;
  first_at: Timestamp;
  first_id: number;
  id: number;
  last_at: Timestamp;
  reporters: number;
  severity: number;
  status: string;
  subject_id: number;
  subject_type: string;
  subject_user_id: number | null;
  text: string;
}

export interface ModerationClaims {
  expires_at: Timestamp;
  subject_id: number;
  subject_type: string;
  user_id: number;
}

export interface ModerationReports {
  class: Generated<string>;
  created_at: Generated<Timestamp>;
  decided_at: Timestamp | null;
  decided_by: number | null;
  evidence: ColumnType<unknown, string, string> | null;
  excerpt: Generated<string>;
  id: Generated<number>;
  match_id: string | null;
  note: string | null;
  other_user_id: number | null;
  pattern: string | null;
  reason: string;
  reopened_at: Timestamp | null;
  reopened_by: number | null;
  reopened_reason: string | null;
  reported_at: Timestamp | null;
  reporter_id: number | null;
  server_id: number | null;
  status: Generated<string>;
  subject_id: number;
  subject_type: string;
  subject_user_id: number | null;
}

export interface ModeRebuilds {
  created_at: Generated<Timestamp>;
  done: Generated<number>;
  id: Generated<number>;
  last_user_id: Generated<number>;
  mode: string;
  total: number;
}

export interface Modes {
  category: Generated<string>;
  created_at: Generated<Timestamp>;
  icon: Generated<string>;
  id: Generated<number>;
  in_overall: Generated<boolean>;
  key: string;
  listed: Generated<boolean>;
  made_by: string;
  merged_into: string | null;
  name: string;
  position: Generated<number>;
  version: Generated<number>;
}

export interface NamesToForget {
  before_end: Timestamp;
  before_match: string;
  identity_id: number;
}

export interface News {
  announced_at: Timestamp | null;
  author_id: number | null;
  created_at: Generated<Timestamp>;
  edited_at: Timestamp | null;
  html: string;
  id: Generated<number>;
  markdown: string;
  missed_newsletter: Generated<boolean>;
  publish_at: Timestamp | null;
  published_at: Timestamp | null;
  slug: string;
  summary: string;
  title: string;
  to_subscribers: Generated<boolean>;
  updated_at: Timestamp | null;
  version: Generated<number>;
  words: Generated<ColumnType<unknown, string, string>>;
}

export interface NewsCovers {
  alt: string;
  bytes: Buffer;
  hash: Buffer;
  height: number;
  news_id: number;
  width: number;
}

export interface NewsFeed {
  only_row: Generated<boolean>;
  updated_at: Timestamp;
}

export interface NewsletterIssues {
  created_at: Generated<Timestamp>;
  done_at: Timestamp | null;
  halted_at: Timestamp | null;
  last_subscriber_id: Generated<number>;
  news_id: number;
}

export interface NewsletterKey {
  key: Buffer;
  only_row: Generated<boolean>;
}

export interface NewsletterMailed {
  hash: Buffer;
  mailed_at: Generated<Timestamp>;
}

export interface NewsletterMails {
  news_id: number;
  queued_at: Generated<Timestamp>;
  subscriber_id: number;
}

export interface NewsletterSlots {
  news_id: number | null;
  number: number;
  taken_at: Generated<Timestamp>;
}

export interface NewsletterSubscribers {
  confirmed_at: Timestamp | null;
  email: string;
  id: Generated<number>;
  language: string | null;
  mail_due_at: Generated<Timestamp | null>;
  mailed_at: Timestamp | null;
  requested_at: Generated<Timestamp>;
}

export interface Notices {
  created_at: Timestamp | null;
  id: number | null;
  kind: string | null;
  reason: string | null;
  said: ColumnType<unknown, string, string> | null;
  seen_at: Timestamp | null;
  text: string | null;
  until: Timestamp | null;
  user_id: number | null;
}

export interface NotificationChoices {
  channels: string[];
  kind: string;
  user_id: number;
}

export interface NotificationDeliveries {
  attempts: Generated<number>;
  channel: string;
  created_at: Generated<Timestamp>;
  digest_id: Int8 | null;
  done_at: Timestamp | null;
  due_at: Generated<Timestamp>;
  id: Generated<Int8>;
  last_error: string | null;
  notification_id: number;
  subscription_id: number | null;
}

export interface NotificationFanouts {
  audience: string;
  collapse_key: string | null;
  concerns: Generated<number[]>;
  created_at: Generated<Timestamp>;
  done_at: Timestamp | null;
  event_key: string;
  except_user_id: number | null;
  id: Generated<number>;
  kind: string;
  last_user_id: Generated<number>;
  link: string;
  news_id: number | null;
  player_id: number | null;
  ranks: string[] | null;
  said: ColumnType<unknown, string, string> | null;
  text: string | null;
  title: string;
}

export interface NotificationKinds {
  channels: string[];
  is_mailed_at_once: boolean;
  kind: string;
}

export interface Notifications {
  comment_id: number | null;
  created_at: Generated<Timestamp>;
  event_id: number | null;
  event_key: string;
  follower_id: number | null;
  id: Generated<number>;
  kind: string;
  likes: Generated<number>;
  link: string | null;
  news_id: number | null;
  notice_id: Generated<number | null>;
  on_site: Generated<boolean>;
  player_id: number | null;
  post_id: number | null;
  read_at: Timestamp | null;
  reason: string | null;
  said: ColumnType<unknown, string, string> | null;
  seen_at: Timestamp | null;
  text: string | null;
  title: string | null;
  type: string | null;
  until: Timestamp | null;
  user_id: number;
}

export interface NotificationTypes {
  kind: string;
  type: string;
}

export interface OpeningPositions {
  board_id: number;
  by_rating: boolean;
  position: number;
  user_id: number;
}

export interface Outbox {
  attempts: Generated<number>;
  channel: string;
  created_at: Generated<Timestamp>;
  data: ColumnType<unknown, string, string>;
  done_at: Timestamp | null;
  due_at: Generated<Timestamp>;
  expires_at: Timestamp | null;
  id: Generated<string>;
  last_error: string | null;
  server_id: number | null;
  type: string;
}

export interface PendingDeletions {
  deletes_at: Timestamp;
  fields: ColumnType<unknown, string, string>;
  password_hash: string;
  requested_at: Generated<Timestamp>;
  tried_at: Timestamp | null;
  user_id: number;
  username: string;
}

export interface PlayerDays {
  board_id: number;
  day: Timestamp;
  losses: number;
  points: Int8;
  user_id: number;
  wins: number;
}

export interface PlayerStats {
  assists: number;
  best_streak: number;
  board_id: number;
  bucket: Generated<number>;
  deaths: number;
  kills: number;
  last_ended_at: Timestamp;
  last_match_id: string;
  losses: number;
  matches: number;
  points: number;
  user_id: number;
  win_streak: number;
  wins: number;
}

export interface PostEdits {
  content: string;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  post_id: number;
}

export interface PostLikes {
  created_at: Generated<Timestamp>;
  post_id: number;
  user_id: number;
}

export interface PostMedia {
  media_hash: Buffer;
  post_id: number;
}

export interface Posts {
  content: string | null;
  created_at: Timestamp | null;
  edited_at: Timestamp | null;
  id: number | null;
  user_id: number | null;
}

export interface PracticeModes {
  category: string;
  created_at: Generated<Timestamp>;
  description: string;
  id: Generated<number>;
  mode: string | null;
  name: string;
  position: Generated<number>;
  version: Generated<number>;
}

export interface PresenceParts {
  next_poll_ms: number;
  part: number;
  received_at: Timestamp;
  sent_at: Timestamp;
  server_id: number;
}

export interface PresencePlayers {
  identity_id: number;
  mode: string | null;
  part: number;
  server_id: number;
  since: Timestamp;
}

export interface PresenceUnknown {
  mode: string | null;
  part: number;
  player: Buffer;
  server_id: number;
}

export interface PunishmentChanges {
  at: Generated<Timestamp>;
  id: Generated<number>;
  kind: string;
  made_by: number | null;
  punishment_id: string;
  reason: string | null;
  restores: number | null;
  server_id: number | null;
  until: Timestamp | null;
}

export interface Punishments {
  appeal_code: string | null;
  at: Timestamp;
  by_name: string | null;
  created_at: Generated<Timestamp>;
  id: string;
  identity_id: number;
  kind: string;
  made_by: number | null;
  reason: string;
  server_id: number | null;
  until: Timestamp | null;
}

export interface PushKeys {
  only_row: Generated<boolean>;
  private_key: string;
  public_key: string;
}

export interface PushSubscriptions {
  auth: string;
  created_at: Generated<Timestamp>;
  endpoint: string;
  id: Generated<number>;
  p256dh: string;
  session_id: number;
  user_id: number;
}

export interface QuietHours {
  ends_at: string;
  starts_at: string;
  time_zone: string;
  user_id: number;
}

export interface Ranks {
  aliases: Generated<string[]>;
  areas: string[] | null;
  colour: string | null;
  created_at: Generated<Timestamp>;
  is_shown: Generated<boolean>;
  key: string;
  level: number;
  merged_into: string | null;
  name: string;
  number: number;
  position: number;
  power: string;
  version: Generated<number>;
}

export interface RateLimits {
  expires_at: Timestamp;
  key: string;
  points: number;
}

export interface RatingBoardDay {
  as_of: Timestamp;
  only_row: Generated<boolean>;
}

export interface RatingCounts {
  is_coarse: boolean;
  node: number;
  players: number;
  season_id: number;
  track_id: number;
}

export interface RatingHistory {
  deviation: number;
  deviation_before: number;
  expected: number;
  identity_id: number;
  match_id: string;
  matches: number;
  rating: number;
  rating_before: number;
  season_id: number;
  track_id: number;
  volatility: number;
  wins: number;
}

export interface RatingQueue {
  id: Generated<Int8>;
  match_id: string | null;
  mode: string | null;
  user_id: number | null;
}

export interface Ratings {
  deviation: number;
  last_ended_at: Timestamp;
  last_match_id: string;
  matches: number;
  on_board: boolean;
  rating: number;
  season_id: number;
  track_id: number;
  user_id: number;
  volatility: number;
  wins: number;
}

export interface RatingTracks {
  id: Generated<number>;
  ladder: string;
  mode: string;
}

export interface RecoveryTokens {
  expires_at: Timestamp;
  issuer_rank: string | null;
  issuer_session_id: number | null;
  kind: string;
  ordered_at: Timestamp;
  token_hash: Buffer;
  user_id: number;
}

export interface Redirects {
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  path: string;
  target: string | null;
  user_id: number | null;
}

export interface ReportChatLines {
  at: Timestamp;
  gamertag: string;
  identity_id: number;
  position: number;
  report_id: number;
  text: string;
}

export interface Reports {
  answer: string | null;
  created_at: Generated<Timestamp>;
  details: string;
  game_mode: string;
  handled_at: Timestamp | null;
  handled_by: number | null;
  id: Generated<number>;
  media_link: string | null;
  reason: string;
  severity: string;
  status: Generated<string>;
  user_id: number | null;
  version: Generated<number>;
}

export interface ReportUndos {
  answer: string | null;
  changed_at: Generated<Timestamp>;
  changed_by: number;
  handled_at: Timestamp | null;
  handled_by: number | null;
  notice_id: number | null;
  report_id: number;
  status: string;
  version: number;
}

export interface ReratedMatches {
  cause: string;
  cause_match_id: string;
  identity_id: number;
  match_id: string;
  rating_was: number;
  rerated_at: Generated<Timestamp>;
}

export interface Restrictions {
  created_at: Generated<Timestamp>;
  created_by: number | null;
  id: Generated<number>;
  lifted_at: Timestamp | null;
  lifted_by: number | null;
  reason: string;
  until: Timestamp | null;
  user_id: number;
}

export interface RowCounts {
  kind: string;
  shard: number;
  total: Int8;
}

export interface RulingDecisions {
  created_at: Generated<Timestamp>;
  decision: string;
  id: Generated<number>;
  made_by: number;
  ruling_id: number;
}

export interface RulingMatches {
  match_id: string;
  ruling_id: number;
}

export interface Rulings {
  action: string;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  made_by: number;
  matches: number;
  mode: string | null;
  player_id: number | null;
  reason: string;
  span_from: Timestamp | null;
  span_to: Timestamp | null;
}

export interface RulingWork {
  decision_id: number;
  done: Generated<number>;
  last_match_id: string | null;
  ruling_id: number;
}

export interface Seasons {
  closed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  ends_at: Timestamp;
  id: Generated<number>;
  name: string;
  opened_at: Timestamp | null;
  planned_ends_at: Timestamp | null;
  starts_at: Timestamp;
  version: Generated<number>;
}

export interface SeasonStandings {
  deviation: number;
  has_late_void: Generated<boolean>;
  identity_id: number;
  matches: number;
  position: number | null;
  rating: number;
  season_id: number;
  tier: string;
  tier_colour: string;
  track_id: number;
  volatility: number;
  wins: number;
}

export interface SecondFactorRecoveryCodes {
  code_hash: Buffer;
  user_id: number;
}

export interface SecondFactors {
  created_at: Generated<Timestamp>;
  last_step: Int8;
  secret: Buffer;
  user_id: number;
}

export interface SecondFactorSetups {
  expires_at: Timestamp;
  secret: Buffer;
  user_id: number;
}

export interface Secrets {
  at: Generated<Timestamp>;
  encrypted: Buffer;
  name: string;
}

export interface SentRankRequirement {
  only_row: Generated<boolean>;
  second_factor: boolean;
}

export interface ServedCertificates {
  checked_at: Generated<Timestamp>;
  origin: string;
  valid_until: Timestamp | null;
}

export interface ServerPlayers {
  identity_id: number;
  left_at: Timestamp | null;
  part: Generated<number>;
  seen_at: Timestamp;
  server_id: number;
}

export interface Sessions {
  address: string | null;
  confirmed_at: Generated<Timestamp | null>;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  last_used_at: Generated<Timestamp>;
  token_hash: Buffer;
  user_agent: string | null;
  user_id: number;
}

export interface SettingPreviews {
  expires_at: Timestamp;
  scope: string;
  session_id: number;
  token_hash: Buffer;
  value: Json;
}

export interface SettingsRevisions {
  at: Generated<Timestamp>;
  base: number;
  by: number | null;
  id: Generated<number>;
  scope: string;
  value: Json | null;
}

export interface SetupLink {
  expires_at: Timestamp;
  is_newest: Generated<boolean>;
  token_hash: Buffer;
}

export interface StaffApplications {
  additional_questions: string | null;
  admin_notes: string | null;
  age: number;
  answer: string | null;
  current_duration: string | null;
  current_position: string | null;
  current_server_names: string | null;
  discord_username: string;
  email: string;
  handled_at: Timestamp | null;
  handled_by: number | null;
  hours_per_week: number;
  how_handle_conflict: string;
  id: Generated<number>;
  minecraft_username: string;
  past_duration: string | null;
  past_positions: string | null;
  past_server_names: string | null;
  position: string;
  position_answers: ColumnType<unknown, string, string>;
  previous_experience: string;
  status: Generated<string>;
  submitted_at: Generated<Timestamp>;
  timezone: string;
  user_id: number | null;
  version: Generated<number>;
  why_join: string;
}

export interface StatusHours {
  answered: number;
  asked: number;
  hour: Timestamp;
  players: number;
}

export interface StatusMinutes {
  answered: number;
  asked: number;
  minute: Timestamp;
  players: number;
}

export interface TagAuthority {
  name: string;
  only_row: Generated<boolean>;
  since: Generated<Timestamp>;
}

export interface UnknownRanks {
  count: Int8;
  last_at: Timestamp;
  name: string;
  server_id: number;
}

export interface UnnamedProxy {
  only_row: Generated<boolean>;
  seen_at: Timestamp;
}

export interface UserRedirects {
  created_at: Generated<Timestamp>;
  old_id: number;
  user_id: number;
}

export interface Users {
  avatar_url: string | null;
  bio: string | null;
  changed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  discord_tag: string | null;
  email: string | null;
  former_names: Generated<string[]>;
  game_rank_at: Timestamp | null;
  gamertag: string | null;
  gamertag_at: Timestamp | null;
  gamertag_is_reserved: boolean | null;
  hide_presence: Generated<boolean>;
  id: Generated<number>;
  language: string | null;
  last_login_at: Timestamp | null;
  last_seen_at: Timestamp | null;
  linked_at: Timestamp | null;
  linked_server_id: number | null;
  name_cleared_at: Timestamp | null;
  password_hash: string | null;
  password_is_short: boolean | null;
  rank: Generated<string>;
  recovered_at: Timestamp | null;
  sent_rank: string | null;
  shown_name: Generated<string>;
  username: string | null;
}

export interface VerifiedEmails {
  email: string;
  user_id: number;
  verified_at: Generated<Timestamp>;
}

export interface Visits {
  behind: number[];
  last_behind: number[] | null;
  last_points: number | null;
  last_position: number | null;
  last_seen_at: Timestamp | null;
  points: number | null;
  position: number | null;
  seen_at: Generated<Timestamp>;
  user_id: number;
}

export interface WebhookDeliveries {
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  duration_ms: number | null;
  error: string | null;
  event_id: string;
  failed_at: Timestamp | null;
  id: Generated<Int8>;
  response: string | null;
  sent_at: Timestamp | null;
  status: number | null;
  subject: string;
  type: string;
  webhook_id: number;
}

export interface Webhooks {
  created_at: Generated<Timestamp>;
  description: string;
  disabled_for: string | null;
  dropped: Generated<number>;
  due_at: Generated<Timestamp>;
  enabled: Generated<boolean>;
  failing_since: Timestamp | null;
  id: Generated<number>;
  old_secret: Buffer | null;
  old_secret_until: Timestamp | null;
  secret: Buffer;
  types: string[];
  url: string;
  version: Generated<number>;
}

export interface DB {
  address_checks: AddressChecks;
  alarms: Alarms;
  all_comments: AllComments;
  all_posts: AllPosts;
  api_keys: ApiKeys;
  appeal_messages: AppealMessages;
  appeals: Appeals;
  application_deliveries: ApplicationDeliveries;
  application_undos: ApplicationUndos;
  audit_log: AuditLog;
  avatar_fetches: AvatarFetches;
  avatars: Avatars;
  backup_plan: BackupPlan;
  blocks: Blocks;
  blocks_in_force: BlocksInForce;
  board_counts: BoardCounts;
  board_day: BoardDay;
  boards: Boards;
  comments: Comments;
  contact_messages: ContactMessages;
  content_seeds: ContentSeeds;
  cup_entrants: CupEntrants;
  cup_facts: CupFacts;
  cup_matches: CupMatches;
  cup_places: CupPlaces;
  cup_team_players: CupTeamPlayers;
  cup_teams: CupTeams;
  cup_template_dates: CupTemplateDates;
  cup_templates: CupTemplates;
  cup_views: CupViews;
  cups: Cups;
  database_sizes: DatabaseSizes;
  deleted_accounts: DeletedAccounts;
  detector_queue: DetectorQueue;
  digest_choices: DigestChoices;
  digest_mails: DigestMails;
  discord_link_states: DiscordLinkStates;
  discord_links: DiscordLinks;
  discord_messages: DiscordMessages;
  discord_unlinks: DiscordUnlinks;
  email_tokens: EmailTokens;
  event_registrations: EventRegistrations;
  events: Events;
  excluded_matches: ExcludedMatches;
  faces: Faces;
  first_owner: FirstOwner;
  follows: Follows;
  game_identities: GameIdentities;
  game_ping: GamePing;
  game_servers: GameServers;
  hands: Hands;
  head_to_head: HeadToHead;
  heartbeats: Heartbeats;
  hidden_identities: HiddenIdentities;
  hidden_rows: HiddenRows;
  idempotency_keys: IdempotencyKeys;
  identity_hash_key: IdentityHashKey;
  identity_owners: IdentityOwners;
  imported_records: ImportedRecords;
  ingest_events: IngestEvents;
  ingest_minutes: IngestMinutes;
  invites: Invites;
  job_states: JobStates;
  known_networks: KnownNetworks;
  last_backup: LastBackup;
  link_codes: LinkCodes;
  look_pictures: LookPictures;
  mail_unsubscribes: MailUnsubscribes;
  main_inputs: MainInputs;
  match_arrivals: MatchArrivals;
  match_counts: MatchCounts;
  match_facts: MatchFacts;
  match_players: MatchPlayers;
  match_totals: MatchTotals;
  match_voids: MatchVoids;
  matches: Matches;
  media: Media;
  mentions: Mentions;
  milestones: Milestones;
  mode_durations: ModeDurations;
  mode_merges: ModeMerges;
  mode_rebuilds: ModeRebuilds;
  moderation_cases: ModerationCases;
  moderation_claims: ModerationClaims;
  moderation_reports: ModerationReports;
  modes: Modes;
  names_to_forget: NamesToForget;
  news: News;
  news_covers: NewsCovers;
  news_feed: NewsFeed;
  newsletter_issues: NewsletterIssues;
  newsletter_key: NewsletterKey;
  newsletter_mailed: NewsletterMailed;
  newsletter_mails: NewsletterMails;
  newsletter_slots: NewsletterSlots;
  newsletter_subscribers: NewsletterSubscribers;
  notices: Notices;
  notification_choices: NotificationChoices;
  notification_deliveries: NotificationDeliveries;
  notification_fanouts: NotificationFanouts;
  notification_kinds: NotificationKinds;
  notification_types: NotificationTypes;
  notifications: Notifications;
  opening_positions: OpeningPositions;
  outbox: Outbox;
  pending_deletions: PendingDeletions;
  player_days: PlayerDays;
  player_stats: PlayerStats;
  post_edits: PostEdits;
  post_likes: PostLikes;
  post_media: PostMedia;
  posts: Posts;
  practice_modes: PracticeModes;
  presence_parts: PresenceParts;
  presence_players: PresencePlayers;
  presence_unknown: PresenceUnknown;
  punishment_changes: PunishmentChanges;
  punishments: Punishments;
  push_keys: PushKeys;
  push_subscriptions: PushSubscriptions;
  quiet_hours: QuietHours;
  ranks: Ranks;
  rate_limits: RateLimits;
  rating_board_day: RatingBoardDay;
  rating_counts: RatingCounts;
  rating_history: RatingHistory;
  rating_queue: RatingQueue;
  rating_tracks: RatingTracks;
  ratings: Ratings;
  recovery_tokens: RecoveryTokens;
  redirects: Redirects;
  report_chat_lines: ReportChatLines;
  report_undos: ReportUndos;
  reports: Reports;
  rerated_matches: ReratedMatches;
  restrictions: Restrictions;
  row_counts: RowCounts;
  ruling_decisions: RulingDecisions;
  ruling_matches: RulingMatches;
  ruling_work: RulingWork;
  rulings: Rulings;
  season_standings: SeasonStandings;
  seasons: Seasons;
  second_factor_recovery_codes: SecondFactorRecoveryCodes;
  second_factor_setups: SecondFactorSetups;
  second_factors: SecondFactors;
  secrets: Secrets;
  sent_rank_requirement: SentRankRequirement;
  served_certificates: ServedCertificates;
  server_players: ServerPlayers;
  sessions: Sessions;
  setting_previews: SettingPreviews;
  settings_revisions: SettingsRevisions;
  setup_link: SetupLink;
  staff_applications: StaffApplications;
  status_hours: StatusHours;
  status_minutes: StatusMinutes;
  tag_authority: TagAuthority;
  unknown_ranks: UnknownRanks;
  unnamed_proxy: UnnamedProxy;
  user_redirects: UserRedirects;
  users: Users;
  verified_emails: VerifiedEmails;
  visits: Visits;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
}
