import { unindexed } from './unindexed.mjs'

/** The pair of players 1 and 2 played this often in every world; all others played 1 to 7 times. */
export const maxMatches = 200

/** SQL: a UUID of version 4 by its form, always the same for the same text. @param {string} text */
const uuidOf = (text) => `overlay(overlay(md5(${text}) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`

/** @param {number} players @param {number} posts */
const statements = (players, posts) => [
  // One name in 20 holds "quartz"; some 150 hold "zephyr", whatever the size. Every second player is a linked member,
  // one member in a hundred is on the site at the moment.
  `INSERT INTO users (id, gamertag, gamertag_at, username, password_hash, linked_at, created_at, last_seen_at)
     OVERRIDING SYSTEM VALUE
   SELECT n, CASE WHEN n % 20 = 0 THEN 'Quartz' WHEN n % ${Math.max(2, Math.floor(players / 150))} = 1 THEN 'Zephyr'
       ELSE 'Player' END || substr(md5(n::text), 1, 8) || n, now() - interval '60 days',
     CASE WHEN n % 2 = 0 THEN 'member' || n END, CASE WHEN n % 2 = 0 THEN 'none' END,
     CASE WHEN n % 2 = 0 THEN now() - interval '50 days' END, now() - interval '60 days',
     CASE WHEN n % 200 = 0 THEN now() + interval '1 day' END
   FROM generate_series(1, ${players}) AS n`,
  `INSERT INTO game_identities (id, kind, value, user_id) OVERRIDING SYSTEM VALUE
   SELECT id, 'xuid', (2535400000000000 + id)::text, id FROM users`,
  `INSERT INTO sessions (token_hash, user_id) SELECT sha256(('session ' || id)::bytea), id FROM users
   WHERE username IS NOT NULL`,

  // Players 2i - 1 and 2i meet each other alone, in one mode and on one day: what they have on every board follows from
  // that without looking at matches. The odd one wins their first matches, the even one the others.
  `CREATE TEMP TABLE pairs AS
   SELECT i AS pair, played, (i::bigint * 7919 % (played + 1))::int AS first_wins,
     (ARRAY['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo'])[1 + i % 6] AS game_type,
     (date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => 1 + i % 50)) AT TIME ZONE 'UTC' AS day
   FROM (SELECT i, CASE i WHEN 1 THEN ${maxMatches} ELSE 1 + i % 7 END AS played
     FROM generate_series(1, ${players / 2}) AS i) AS numbered`,
  `CREATE TEMP TABLE people AS
   SELECT n AS id, pair, played, game_type, day, first_wins,
     CASE n % 2 WHEN 1 THEN first_wins ELSE played - first_wins END AS wins,
     CASE WHEN n % 2 = 0 THEN played - first_wins WHEN first_wins = played THEN played ELSE 0 END AS win_streak,
     1 + n % 9 AS kills, 1 + n % 7 AS deaths, n % 3 AS assists,
     1 + floor(power(('x' || substr(md5('points ' || n), 1, 8))::bit(32)::bigint / 4294967296.0, 3) * 4000)::int AS gain
   FROM pairs, LATERAL (VALUES (2 * pair - 1), (2 * pair)) AS players (n)`,
  `CREATE TEMP TABLE played AS
   SELECT pair, number, ${uuidOf(`'match ' || pair || ' ' || number`)} AS match_id,
     day + interval '1 hour' + number * interval '4 minutes' AS ended_at
   FROM pairs, generate_series(1, played) AS number`,
  'ANALYZE pairs',
  'ANALYZE people',
  'ANALYZE played',

  `INSERT INTO matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash, received_at)
   SELECT match_id, 1, game_type, true, ended_at - interval '3 minutes', ended_at, sha256(match_id::text::bytea), ended_at
   FROM played JOIN pairs USING (pair) ORDER BY ended_at`,
  `INSERT INTO match_players (identity_id, match_id, ended_at, gamertag, result, kills, deaths, assists, points)
   SELECT people.id, match_id, ended_at, gamertag, CASE WHEN won THEN 'win' ELSE 'loss' END, kills, deaths, assists,
     CASE WHEN won THEN gain ELSE -3 END
   FROM played JOIN people USING (pair) JOIN users USING (id),
     LATERAL (SELECT (number <= first_wins) = (people.id % 2 = 1) AS won) AS outcome
   ORDER BY ended_at`,
  // Each event has its id remembered for a while.
  `INSERT INTO ingest_events (id, received_at) SELECT ${uuidOf(`'event ' || match_id`)}, received_at FROM matches
   WHERE received_at > now() - interval '35 days'`,

  `CREATE TEMP TABLE places AS
   SELECT people.*, shown, period, CASE period WHEN 'all' THEN date '1970-01-01'
     ELSE date_trunc(period, day AT TIME ZONE 'UTC')::date END AS starts_on
   FROM people, unnest(ARRAY[game_type, 'overall']) AS shown, unnest(ARRAY['all', 'month', 'week']) AS period`,
  `INSERT INTO boards (game_type, period, starts_on) SELECT DISTINCT shown, period, starts_on FROM places`,
  `INSERT INTO player_stats (board_id, user_id, matches, kills, deaths, assists, wins, losses, points, win_streak,
     best_streak, last_ended_at, last_match_id)
   SELECT boards.id, places.id, played, kills * played, deaths * played, assists * played, wins, played - wins,
     wins * gain - (played - wins) * 3, win_streak, wins, day + interval '1 hour' + played * interval '4 minutes',
     ${uuidOf(`'match ' || pair || ' ' || played`)}
   FROM places JOIN boards ON (boards.game_type, boards.period, boards.starts_on) = (shown, places.period, places.starts_on)`,
  `INSERT INTO board_counts (board_id, shift, node, players)
   SELECT board_id, shift, bucket >> shift, count(*) FROM player_stats,
     unnest(CASE WHEN abs(points) < 1024 THEN ARRAY[22, 16, 8, 0] ELSE ARRAY[22, 16] END) AS shift
   GROUP BY 1, 2, 3`,

  `INSERT INTO posts (id, user_id, content, created_at) OVERRIDING SYSTEM VALUE
   SELECT n, 2 * (1 + n::bigint * 7919 % ${players / 2}), 'Post ' || n || ': a sentence or two, as people write them. '
     || repeat('More of it. ', n % 9), now() - (${posts} - n) * interval '4 seconds'
   FROM generate_series(1, ${posts}) AS n`,
  `INSERT INTO post_likes (post_id, user_id)
   SELECT posts.id, 2 * (1 + (posts.id::bigint * 31 + n * 17) % ${players / 2})
   FROM posts, generate_series(1, posts.id % 5) AS n`,
  // One player in a hundred was reported, and 200 more, so that every world fills a page; the newest 60 still wait.
  `INSERT INTO moderation_reports (subject_type, subject_id, subject_user_id, reporter_id, reason, status, decided_at,
     decided_by)
   SELECT 'player', id, id, 2, 'They cheat', CASE WHEN waits THEN 'open' ELSE 'dismissed' END,
     CASE WHEN NOT waits THEN now() - interval '10 days' + n * interval '1 minute' END, CASE WHEN NOT waits THEN 4 END
   FROM (SELECT n, 1 + n::bigint * 7919 % ${players} AS id, n > ${200 + players / 100 - 60} AS waits
     FROM generate_series(1, ${200 + players / 100}) AS n) AS numbered ORDER BY n`,
  // All of it was played in the running season.
  `INSERT INTO seasons (name, starts_at, ends_at, opened_at)
   SELECT 'Bench', starts_at, now() + interval '60 days', starts_at FROM (SELECT now() - interval '55 days' AS starts_at) AS one`,
  // A replay of each mode, instead of looking at each match by itself; the detector has looked at all of them.
  'TRUNCATE rating_queue, detector_queue',
  'INSERT INTO rating_queue (mode) SELECT DISTINCT game_type FROM pairs',
  ...['users', 'game_identities', 'all_posts'].map(
    (table) => `ALTER TABLE ${table} ALTER COLUMN id RESTART WITH ${Math.max(players, posts) + 1}`,
  ),
]

const tables = [
  'users',
  'game_identities',
  'sessions',
  'matches',
  'match_players',
  'ingest_events',
  'player_stats',
  'board_counts',
  'all_posts',
  'post_likes',
  'moderation_reports',
]

/**
 * A site that has been in use: players with matches on six boards each, members among them with sessions, posts and
 * likes. Written by a few statements over sets, and exactly what the ledger derives from those matches; the worker
 * computes ratings and head-to-head records from them.
 * @param {import('pg').Client} client of the owner, on a fresh schema with one game server
 * @param {{ players: number, posts: number }} size
 */
export async function fillWorld(client, { players, posts }) {
  await client.query(`SET work_mem = '128MB'`)
  await unindexed(client, tables, async () => {
    for (const statement of statements(players, posts)) await client.query(statement)
  })
  await client.query('VACUUM ANALYZE')
}

/**
 * Settles the rating of every player, all of them on the board. Nobody here plays against more than one opponent, so
 * that all ratings are provisional: the board would be empty at any size.
 * @param {import('pg').Client} client
 */
export async function settleRatings(client) {
  await client.query(`UPDATE ratings SET on_board = true, deviation = 6000 + user_id % 5000,
    rating = 90000 + ('x' || substr(md5('rating ' || user_id), 1, 8))::bit(32)::bigint % 120000`)
  await client.query('VACUUM ANALYZE')
}
