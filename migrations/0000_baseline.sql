-- The database of release 0.2.0: its tables, and the rows that come with them. A database of that release has it
-- already. Functions, views and triggers are in sql/, except the three that stored values are computed with.

-- Numbers in groups that never fall as the number rises: exact below 2^exact, then 2^fine groups for each doubling.
-- Part of board_bucket, whose values are stored.
CREATE OR REPLACE FUNCTION number_group(number bigint, exact integer, fine integer) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN number < 1 << exact THEN greatest(number, 0)
    -- 64 - position of the first set bit: the whole part of the binary logarithm.
    ELSE (1 << exact) + ((64 - exact - position(B'1' IN number::bit(64))) << fine)
      + ((number >> (64 - fine - position(B'1' IN number::bit(64)))) & ((1 << fine) - 1))
  END::integer;

-- The position of a player in the histogram of a board: a whole number that never falls as the player rises. Its upper
-- part is the points: exact below 1,024, then 256 groups for each doubling. Where points are exact many players share
-- them: below come wins, exact up to 63, and where those are exact, fewer deaths; a byte each. A total may be negative:
-- negative points are grouped like positive ones, mirrored.
-- Stored in player_stats.bucket: a changed text needs a migration that computes the column and board_counts again.
CREATE OR REPLACE FUNCTION board_bucket(points bigint, wins integer, deaths bigint) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sign(points)::integer * number_group(abs(points), 10, 8) * 65536 + CASE
    WHEN abs(points) >= 1024 THEN 0
    WHEN wins >= 64 THEN least(number_group(wins, 6, 4), 255) * 256 + 255
    ELSE wins * 256 + 255 - least(number_group(deaths, 6, 4), 255)
  END;

-- The parts of a name, three characters each: a name that contains a fragment has all parts of the fragment. Unlike
-- pg_trgm it knows every script, whatever the database's locale. Unsafe only for the planner's sake: a search reads a
-- few hundred rows, and starting parallel workers for them costs several times as much.
-- Stored in indexes: a changed text needs a migration that builds them again.
CREATE OR REPLACE FUNCTION name_parts(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL UNSAFE COST 1000
  RETURN (SELECT coalesce(array_agg(DISTINCT substr(name, at, 3)), '{}')
    FROM generate_series(1, char_length(name) - 2) AS at);

-- Counters of the rate limits, shared by all processes. Unlogged: after a crash everybody starts afresh.
CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX rate_limits_expires ON rate_limits (expires_at);

-- Images as the site serves them: decoded, stripped and encoded again by the server. One row serves every post with
-- the same bytes, and goes with the last of them.
CREATE TABLE media (
  -- SHA-256 of bytes: the address of the image.
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  content_type text NOT NULL CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/gif')),
  width integer NOT NULL CHECK (width BETWEEN 1 AND 2048),
  height integer NOT NULL CHECK (height BETWEEN 1 AND 2048),
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Pictures are packed already.
ALTER TABLE media ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The newest answer of the game server to a ping; one row. Empty answered_at: the last ping failed.
CREATE TABLE game_ping (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  answered_at timestamptz,
  checked_at timestamptz NOT NULL,
  player_count integer NOT NULL DEFAULT 0 CHECK (player_count >= 0),
  max_players integer,
  version text,
  motd text,
  latency_ms integer,
  -- False where the game server responded, but its number of players could not be read: heartbeats may know it.
  is_count_known boolean NOT NULL DEFAULT true
);

-- A game server that may speak to the site. The secret is shown once and stored hashed.
CREATE TABLE game_servers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- A key made with --ranks may set the ranks of players, below staff only.
  sets_ranks boolean NOT NULL DEFAULT false,
  -- A key unlinks only whom it linked, unless it may unlink whoever another key linked. Older links know no key: with a
  -- single key they are its own.
  unlinks_others boolean NOT NULL DEFAULT false
);

-- An account: somebody who can sign in (a member), somebody the ledger knows (a player), or both.
CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The name a member signs in with. Null for a player whom only the game server knows.
  username text CONSTRAINT users_username_length CHECK (char_length(username) BETWEEN 3 AND 32),
  -- argon2id in PHC form. Null exactly when there is no username: nobody can sign in.
  password_hash text,
  email text,
  bio text CONSTRAINT users_bio_length CHECK (char_length(bio) <= 500),
  discord_tag text,
  avatar_url text,
  rank text NOT NULL DEFAULT 'Member' CONSTRAINT users_rank_known CHECK (rank IN ('Member', 'Gold', 'Emerald',
    'Diamond', 'Helper', 'Moderator', 'Product Staff', 'Admin', 'Manager', 'Owner')),
  -- The newest name from the game. Not unique, any Unicode, never compared with usernames.
  gamertag text CONSTRAINT users_gamertag_length CHECK (char_length(gamertag) BETWEEN 1 AND 64),
  -- When the game server saw that gamertag; an older report never replaces a newer name.
  gamertag_at timestamptz,
  -- When a member was linked to this player; null for an unlinked player or an unlinked member.
  linked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_login_at timestamptz,
  -- Written at most once a minute.
  last_seen_at timestamptz,
  -- Accounts that their owners deleted. The row of the account goes, and with it whatever refers to it; a new row
  -- without a word about anybody stands for it wherever matches were played.
  deleted_at timestamptz,
  -- Whether the password has fewer than 8 characters: such an account has no use of a staff rank until it has another.
  -- Measured when a password is set and at every sign-in; of passwords from before, so, at the next sign-in.
  password_is_short boolean,
  -- When staff cleared the name of a member; null once the member has chosen another. Until then others see a neutral
  -- name. The member still signs in with the old one: otherwise nobody could tell them the new one.
  name_cleared_at timestamptz,
  -- Members hide on the site, players in the game. Both are counted and never named.
  hide_presence boolean NOT NULL DEFAULT false,
  -- When a game server last said the rank, by its clock: a late event does not replace a newer one.
  game_rank_at timestamptz,
  linked_server_id integer REFERENCES game_servers ON DELETE SET NULL,
  -- A name from a game that speaks for the site, or looks like one of the team's, is not shown: its player is 'Player'
  -- and the number of the account. Null until the gamertag was judged, which happens when its player is seen next.
  gamertag_is_reserved boolean,
  -- What everybody sees: a linked account and an unlinked player show the gamertag, everybody else the username.
  shown_name text GENERATED ALWAYS AS (
    CASE
      WHEN linked_at IS NOT NULL OR username IS NULL THEN
        CASE WHEN gamertag_is_reserved IS TRUE THEN 'Player ' || id::text ELSE gamertag END
      WHEN name_cleared_at IS NOT NULL THEN 'Player ' || id::text
      ELSE username
    END
  ) STORED NOT NULL,
  -- The rank that game servers were last sent; null: it is to be compared with what the site grants. Only read of
  -- staff, whose rank the site withholds while their password is too short or a required second factor is missing.
  sent_rank text,
  -- When what a player's page says of the account last changed, for the sitemap; null: before this was noted. A trigger
  -- writes it.
  changed_at timestamptz,
  CONSTRAINT users_password_with_username CHECK ((username IS NULL) = (password_hash IS NULL)),
  CONSTRAINT users_somebody CHECK (username IS NOT NULL OR gamertag IS NOT NULL),
  CONSTRAINT users_linked_has_gamertag CHECK (linked_at IS NULL OR gamertag IS NOT NULL),
  CONSTRAINT users_deleted_is_nobody CHECK (deleted_at IS NULL OR username IS NULL AND email IS NULL AND bio IS NULL
    AND discord_tag IS NULL AND avatar_url IS NULL AND rank = 'Member' AND gamertag = 'Deleted player'
    AND gamertag_at IS NULL AND linked_at IS NULL AND last_login_at IS NULL AND last_seen_at IS NULL)
);
-- Unique without case; usernames are ASCII, so lower() is the whole of case folding.
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE INDEX users_last_seen ON users (last_seen_at) WHERE last_seen_at IS NOT NULL;
CREATE INDEX users_owner ON users (id) WHERE rank = 'Owner';
-- Members alone, newest first: the members list never walks over the players whom only the game server knows.
CREATE INDEX users_members ON users (id DESC) WHERE username IS NOT NULL;
CREATE INDEX users_foreign_avatar ON users (id) WHERE avatar_url IS NOT NULL;
-- Staff are found without a look at every member.
CREATE INDEX users_ranked ON users (rank, id) WHERE rank <> 'Member';
-- Dropped together with the column.
CREATE INDEX users_shown_name_parts ON users USING gin (name_parts(lower(shown_name)));
-- Whole names and beginnings, in any collation.
CREATE INDEX users_shown_name ON users (lower(shown_name) text_pattern_ops);

-- The in-game identities of an account. One XUID or PlayFab id, one account.
CREATE TABLE game_identities (
  kind text CHECK (kind IN ('xuid', 'pfid')),
  value text CHECK (char_length(value) BETWEEN 1 AND 64),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A number for each in-game identity, so that the many rows of match_players stay small.
  id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- An identity whose player wants to be forgotten: value is then 'forgotten ' and a keyed hash of what it was. The
  -- space keeps it apart from everything a game server may send. Its matches count for nobody's figures.
  forgotten_at timestamptz,
  hidden boolean NOT NULL DEFAULT false,
  -- When the game server said so, by its clock.
  hidden_at timestamptz,
  PRIMARY KEY (kind, value),
  CONSTRAINT game_identities_one_of_each UNIQUE (user_id, kind),
  CONSTRAINT game_identities_forgotten_is_hashed CHECK ((forgotten_at IS NOT NULL) = (value ~~ 'forgotten %'))
);

-- A signed-in browser. The cookie holds the token, the database only its SHA-256.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Written at most once a minute; 14 days without use end the session, 60 days after created_at at the latest.
  last_used_at timestamptz NOT NULL DEFAULT now(),
  address inet,
  user_agent text CHECK (char_length(user_agent) <= 400),
  -- A session is named to its member by a number that opens nothing.
  id integer GENERATED ALWAYS AS IDENTITY UNIQUE
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_last_used ON sessions (last_used_at);

-- Networks (an IPv4 address, an IPv6 /64) from which an account signed in before: not slowed while others guess its
-- password.
CREATE TABLE known_networks (
  user_id integer REFERENCES users ON DELETE CASCADE,
  network text,
  last_login_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, network)
);

-- The first answer of an operation, kept 24 hours for whoever repeats it with the same Idempotency-Key.
CREATE TABLE idempotency_keys (
  user_id integer REFERENCES users ON DELETE CASCADE,
  -- One name for both addresses of an operation.
  operation text,
  key text CHECK (char_length(key) BETWEEN 1 AND 128),
  body_hash bytea NOT NULL,
  -- Null only inside the transaction that makes the record.
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, operation, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

CREATE TABLE all_posts (
  id integer GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME posts_id_seq) CONSTRAINT posts_pkey PRIMARY KEY CONSTRAINT
    posts_id_not_null NOT NULL,
  user_id integer CONSTRAINT posts_user_id_not_null NOT NULL CONSTRAINT posts_user_id_fkey REFERENCES users ON DELETE
    CASCADE,
  content text CONSTRAINT posts_content_not_null NOT NULL CONSTRAINT posts_content_check CHECK (char_length(content)
    BETWEEN 1 AND 500),
  created_at timestamptz CONSTRAINT posts_created_at_not_null NOT NULL DEFAULT now(),
  -- Authors edit a post for 15 minutes (docs/spec/checklist.tsv, social.17). What stood there before is kept for
  -- moderators, and goes with the post.
  edited_at timestamptz,
  removed_at timestamptz
);
CREATE INDEX posts_user ON all_posts (user_id, id DESC);
CREATE INDEX posts_removed ON all_posts (removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE post_likes (
  post_id integer REFERENCES all_posts ON DELETE CASCADE,
  user_id integer REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (post_id, user_id)
);
CREATE INDEX post_likes_user ON post_likes (user_id);

CREATE TABLE post_media (
  post_id integer PRIMARY KEY REFERENCES all_posts ON DELETE CASCADE,
  media_hash bytea NOT NULL REFERENCES media(hash)
);
CREATE INDEX post_media_hash ON post_media (media_hash);

-- Bug reports (spec 3).
CREATE TABLE reports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null once the reporter's account is gone; the report is then shown as Anonymous.
  user_id integer REFERENCES users ON DELETE SET NULL,
  game_mode text NOT NULL CHECK ((game_mode COLLATE "C") ~ '^[a-z0-9_]{2,32}$'),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 5 AND 100),
  details text NOT NULL CHECK (char_length(details) BETWEEN 20 AND 5000),
  severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  media_link text CHECK (char_length(media_link) <= 2048),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'reviewing', 'resolved', 'rejected')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Staff work through bug reports: by status, each change on top of the one before.
  -- Rises with every change of a report, so that whoever changes an older one can be told (If-Match).
  version integer NOT NULL DEFAULT 1,
  -- Who changed a bug report last, and what the reporter was answered with it. An account that is gone leaves null.
  handled_by integer REFERENCES users ON DELETE SET NULL,
  handled_at timestamptz,
  answer text CHECK (char_length(answer) BETWEEN 1 AND 2000)
);
CREATE INDEX reports_user ON reports (user_id, id DESC);
CREATE INDEX reports_status ON reports (status, id DESC);
-- The oldest reports, for a site that keeps them for some days only.
CREATE INDEX reports_age ON reports (created_at);
CREATE INDEX reports_handled_by ON reports (handled_by, id) WHERE handled_by IS NOT NULL;
-- Staff search reports by title, reporter and the beginning of the details (src/server/platform/list-filters.ts).
CREATE INDEX reports_text ON reports USING gin (name_parts(lower(reason || E'\n' || left(details, 1000))));

-- The newest heartbeat of each game server.
CREATE TABLE heartbeats (
  server_id integer PRIMARY KEY REFERENCES game_servers ON DELETE CASCADE,
  received_at timestamptz NOT NULL,
  -- What the site asked for; a heartbeat counts while it is younger than three times this.
  next_poll_ms integer NOT NULL CHECK (next_poll_ms > 0),
  player_count integer NOT NULL CHECK (player_count >= 0),
  max_players integer,
  version text,
  queues jsonb NOT NULL DEFAULT '{}',
  -- When the newest heartbeat was sent, by the game server's clock: a late one does not replace a newer.
  sent_at timestamptz NOT NULL DEFAULT '-infinity'::timestamptz
);

-- What must leave the site exactly because something was stored: written in the same transaction, sent afterwards,
-- again and again until it is confirmed. Mail goes out by the site; game servers fetch theirs with every ingest call.
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  channel text NOT NULL CHECK (channel IN ('mail', 'game')),
  -- 'mail' | 'rank' | 'message'; what data holds depends on it.
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- The next try; a failed one moves it further away.
  due_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  done_at timestamptz,
  -- Which game server an item is for: each gets its own copy and confirms it. Null for mail.
  server_id integer REFERENCES game_servers ON DELETE CASCADE,
  -- What is only news for a while is not sent to game servers later.
  expires_at timestamptz,
  CONSTRAINT outbox_server_of_game CHECK (channel = 'game' OR server_id IS NULL)
);
CREATE INDEX outbox_due ON outbox (channel, due_at) WHERE done_at IS NULL;
CREATE INDEX outbox_game ON outbox (server_id, created_at) WHERE (channel = 'game') AND (done_at IS NULL);

CREATE TABLE matches (
  match_id uuid PRIMARY KEY,
  -- Whose key sent it; only that key may void it.
  server_id integer NOT NULL REFERENCES game_servers,
  game_type text NOT NULL CHECK ((game_type COLLATE "C") ~ '^[a-z0-9_]{2,32}$'),
  -- An unranked match is history only.
  ranked boolean NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  -- SHA-256 of everything that counts as the match's content: tells a repetition from a contradiction.
  content_hash bytea NOT NULL CHECK (octet_length(content_hash) = 32),
  received_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT matches_check CHECK (started_at <= ended_at)
);
-- Matches arrive in about the order in which they ended: the day's are counted from the newest blocks alone.
CREATE INDEX matches_ended ON matches USING brin (ended_at) WITH (autosummarize='on', pages_per_range='16');

-- What members report to the moderators, whatever the subject: a post today, a player or anything else tomorrow.
CREATE TABLE moderation_reports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject_type text NOT NULL CHECK (subject_type IN ('post', 'player', 'comment', 'pattern')),
  -- Not a foreign key: a report outlives its subject, so that a moderator sees what was reported.
  subject_id integer NOT NULL,
  -- Whose content or account it is; null once that account is gone.
  subject_user_id integer REFERENCES users ON DELETE SET NULL,
  -- The text as it stood when it was reported.
  excerpt text NOT NULL DEFAULT '',
  reporter_id integer REFERENCES users ON DELETE SET NULL,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'removed', 'dismissed', 'actioned', 'insufficient',
    'duplicate')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The match that a reported player was met in, if the reporter named one.
  match_id uuid REFERENCES matches(match_id),
  decided_at timestamptz,
  decided_by integer REFERENCES users ON DELETE SET NULL,
  note text CHECK (char_length(note) <= 1000),
  -- Who opened a decided case again, and why. The note of that decision stays until the next one.
  reopened_at timestamptz,
  reopened_by integer REFERENCES users ON DELETE SET NULL,
  reopened_reason text CHECK (char_length(reopened_reason) BETWEEN 1 AND 500),
  -- What a report is about, and what was known when it was filed: it stays as it was, whatever happens to the account.
  class text NOT NULL DEFAULT 'other' CHECK (class IN ('cheating', 'boosting', 'abuse', 'hate', 'scam', 'name',
    'other')),
  -- Null for reports that are older than this column.
  evidence jsonb,
  pattern text CHECK (pattern IN ('one_sided', 'feeding', 'throwing', 'input_switch')),
  -- The second person of the case; null where the pattern is about one player.
  other_user_id integer REFERENCES users ON DELETE SET NULL,
  -- The game server that sent a report, and when it was made there; null for one from the site only.
  server_id integer REFERENCES game_servers,
  reported_at timestamptz,
  CONSTRAINT moderation_reports_decided CHECK ((status = 'open') = (decided_at IS NULL)),
  CONSTRAINT moderation_reports_reopened CHECK ((reopened_at IS NULL) = (reopened_reason IS NULL)),
  CONSTRAINT moderation_reports_pattern CHECK ((subject_type = 'pattern') = (pattern IS NOT NULL)
    AND (pattern IS NULL OR reporter_id IS NULL) AND (pattern IS NOT NULL OR other_user_id IS NULL)),
  CONSTRAINT moderation_reports_from_game CHECK ((server_id IS NULL) = (reported_at IS NULL))
);
-- One open report per member and subject: saying it again changes the reason. A decided one stays as it was.
CREATE UNIQUE INDEX moderation_reports_one_open ON moderation_reports (subject_type, subject_id,
  reporter_id) WHERE status = 'open';
CREATE INDEX moderation_reports_open ON moderation_reports (id DESC) WHERE status = 'open';
CREATE INDEX moderation_reports_subject_user ON moderation_reports (subject_user_id);
CREATE INDEX moderation_reports_subject ON moderation_reports (subject_type, subject_id, id DESC);
CREATE INDEX moderation_reports_decided_newest ON moderation_reports (id DESC) WHERE status <> 'open';
-- Whose reports and messages those are: for their export, and when the account goes.
CREATE INDEX moderation_reports_reporter ON moderation_reports (reporter_id, id) WHERE reporter_id IS NOT NULL;
CREATE INDEX moderation_reports_open_reporter ON moderation_reports (reporter_id) WHERE status = 'open';
CREATE INDEX moderation_reports_other_user ON moderation_reports (other_user_id) WHERE other_user_id IS NOT NULL;
-- One open case per pattern and pair, or per pattern and player.
CREATE UNIQUE INDEX moderation_reports_one_open_pair ON moderation_reports (pattern, LEAST(subject_user_id,
  other_user_id), GREATEST(subject_user_id, other_user_id)) WHERE (status = 'open')
  AND (pattern IN ('one_sided', 'feeding'));
CREATE UNIQUE INDEX moderation_reports_one_open_pattern ON moderation_reports (pattern,
  subject_user_id) WHERE (status = 'open') AND (pattern IN ('throwing', 'input_switch'));

CREATE TABLE match_players (
  identity_id integer REFERENCES game_identities(id),
  match_id uuid REFERENCES matches(match_id),
  -- The match's own, repeated: a player's history is read in this order.
  ended_at timestamptz NOT NULL,
  -- The name at that time; what is shown is the account's newest.
  gamertag text NOT NULL,
  team text,
  result text NOT NULL CHECK (result IN ('win', 'loss', 'draw')),
  kills integer NOT NULL CHECK (kills BETWEEN 0 AND 10000),
  deaths integer NOT NULL CHECK (deaths BETWEEN 0 AND 10000),
  assists integer NOT NULL CHECK (assists BETWEEN 0 AND 10000),
  points integer NOT NULL CHECK (points >= '-10000'::integer AND points <= 10000),
  input text CHECK (input IN ('touch', 'controller', 'keyboard')),
  ping_ms integer,
  PRIMARY KEY (match_id, identity_id)
);
CREATE INDEX match_players_history ON match_players (identity_id, ended_at);

-- A match that no longer counts. A void may come before its match, and from a key that will turn out not to be the
-- match's own: only a row whose server is the match's takes effect.
CREATE TABLE match_voids (
  match_id uuid,
  server_id integer REFERENCES game_servers,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (match_id, server_id)
);

-- Ids of events that were accepted, for 35 days: the same id again changes nothing. (Match ids are kept for ever, in
-- matches.)
CREATE TABLE ingest_events (
  id uuid PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ingest_events_received ON ingest_events USING brin (received_at);

-- Ids that were merged into another account: pages redirect, the API answers the kept one. Never a chain.
CREATE TABLE user_redirects (
  old_id integer PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX user_redirects_user ON user_redirects (user_id);

-- Codes that /link showed in game. Live until ten minutes after at, unless used or voided.
CREATE TABLE link_codes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  identity_id integer NOT NULL REFERENCES game_identities(id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  -- The same code was live for two players at once: neither may use it.
  voided_at timestamptz,
  server_id integer REFERENCES game_servers ON DELETE CASCADE
);
CREATE INDEX link_codes_hash ON link_codes (code_hash);
CREATE INDEX link_codes_identity ON link_codes (identity_id);
CREATE INDEX link_codes_at ON link_codes (at);

-- A board: one game type (overall is the sum of the six) in one period. Made when its first match arrives.
CREATE TABLE boards (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game_type text NOT NULL CHECK ((game_type COLLATE "C") ~ '^[a-z0-9_]{2,32}$'),
  period text NOT NULL CHECK (period IN ('all', 'month', 'week')),
  -- First UTC day of the calendar month or ISO week in which matches end; 1970-01-01 for all time.
  starts_on date NOT NULL,
  UNIQUE (game_type, period, starts_on)
);

-- How many players of a board have a bucket with these upper bits: a tree of four levels, each node at most 256 (at the
-- top some 80) wide. The way down to a position, or up from one, reads a few hundred of these rows, and then looks
-- inside one bucket by the index, whatever the number of players. Rows may stay behind with 0 players.
CREATE TABLE board_counts (
  board_id integer REFERENCES boards,
  -- How many bits of the bucket are dropped: 22, 16, 8, 0. Points of 1,024 and more have only the first two.
  shift smallint CHECK (shift = ANY (ARRAY[22, 16, 8, 0])),
  -- bucket >> shift
  node integer,
  players integer NOT NULL,
  PRIMARY KEY (board_id, shift, node)
) WITH (fillfactor = 50);

-- What visitors wrote to the team: stored first, mailed afterwards through the outbox.
CREATE TABLE contact_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The member who wrote it, if somebody was signed in.
  user_id integer REFERENCES users ON DELETE SET NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 150),
  message text NOT NULL CHECK (char_length(message) BETWEEN 1 AND 5000),
  -- The hidden field was filled in: most likely a machine. Kept, but not mailed.
  flagged boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Contact messages are read by staff: when, and by whom first.
  read_at timestamptz,
  read_by integer REFERENCES users ON DELETE SET NULL,
  -- Staff answer contact messages; the first answer is the only one.
  answer text CHECK (char_length(answer) BETWEEN 1 AND 2000),
  answered_at timestamptz,
  -- Null once that account is gone.
  answered_by integer REFERENCES users ON DELETE SET NULL,
  -- The mail with the answer to a contact message, among those that wait or were sent, and when it ended without
  -- arriving.
  answer_mail uuid,
  answer_undelivered_at timestamptz,
  CONSTRAINT contact_messages_answered CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answered_by IS NULL
    OR answer IS NOT NULL))
);
CREATE INDEX contact_messages_newest ON contact_messages (id DESC);
CREATE INDEX contact_messages_age ON contact_messages (created_at);
CREATE INDEX contact_messages_unread ON contact_messages (id DESC) WHERE (read_at IS NULL) AND (NOT flagged);
CREATE INDEX contact_messages_flagged ON contact_messages (id DESC) WHERE flagged;
CREATE INDEX contact_messages_user ON contact_messages (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX contact_messages_answered_by ON contact_messages (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX contact_messages_answered_at ON contact_messages (answered_at) WHERE answered_at IS NOT NULL;
-- Staff search messages by subject, sender and text (src/server/platform/list-filters.ts). The parts of a long text
-- cost more than it is worth: its beginning is searched.
CREATE INDEX contact_messages_text ON contact_messages
  USING gin (name_parts(lower(subject || E'\n' || name || E'\n' || email || E'\n' || left(message, 1000))));
CREATE INDEX contact_messages_read_by ON contact_messages (read_by, id) WHERE read_by IS NOT NULL;
CREATE INDEX contact_messages_answer_mail ON contact_messages (answer_mail) WHERE answer_mail IS NOT NULL;

-- Who did what to which record: written in the transaction of the change, never changed afterwards. Whoever acted is
-- kept by name and rank as they were then, so that no account that goes takes its deeds along.
CREATE TABLE audit_log (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- Not foreign keys: a record of a record outlives it. Null: the command line of the machine itself.
  actor_id integer,
  actor_name text NOT NULL,
  actor_rank text,
  -- 'report.status', 'application.update', 'user.rank' …
  action text NOT NULL CHECK (char_length(action) BETWEEN 3 AND 60),
  subject_type text NOT NULL CHECK (char_length(subject_type) BETWEEN 2 AND 40),
  subject_id integer,
  -- What the record held before and after; null where there was or is none.
  before jsonb,
  after jsonb
);
CREATE INDEX audit_log_subject ON audit_log (subject_type, subject_id, id DESC);
CREATE INDEX audit_log_actor ON audit_log (actor_id, id DESC);
CREATE INDEX audit_log_action ON audit_log (action, id DESC);
-- The audit log is filtered by the kind of deed ('report' of 'report.status') and by the name of whoever acted: a part
-- of it, or, where one or two characters are all that is known, its beginning.
CREATE INDEX audit_log_kind ON audit_log (split_part(action, '.', 1), id DESC);
CREATE INDEX audit_log_actor_parts ON audit_log USING gin (name_parts(lower(actor_name)));
CREATE INDEX audit_log_actor_name ON audit_log (lower(actor_name) text_pattern_ops);
-- The audit log of some days.
CREATE INDEX audit_log_at ON audit_log (at);
-- What the numbers of staff read: entries of some actions in a period, open cases by age, and answered messages.
CREATE INDEX audit_log_action_at ON audit_log (action, at);

-- Applications for the team, from the site's own form or from an outside one by the signed webhook.
CREATE TABLE staff_applications (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The member who applied; null when it came by the webhook, or when the account is gone.
  user_id integer REFERENCES users ON DELETE SET NULL,
  minecraft_username text NOT NULL CHECK (char_length(minecraft_username) BETWEEN 1 AND 64),
  age smallint NOT NULL CHECK (age BETWEEN 13 AND 99),
  discord_username text NOT NULL CHECK (char_length(discord_username) BETWEEN 1 AND 64),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  timezone text NOT NULL CHECK (char_length(timezone) BETWEEN 1 AND 64),
  position text NOT NULL CHECK ("position" IN ('helper', 'builder', 'designer')),
  hours_per_week smallint NOT NULL CHECK (hours_per_week BETWEEN 1 AND 80),
  previous_experience text NOT NULL CHECK (previous_experience IN ('no', 'yes_previous', 'yes_current', 'others')),
  past_server_names text CHECK (char_length(past_server_names) <= 200),
  past_positions text CHECK (char_length(past_positions) <= 200),
  past_duration text CHECK (char_length(past_duration) <= 200),
  current_server_names text CHECK (char_length(current_server_names) <= 200),
  current_position text CHECK (char_length(current_position) <= 200),
  current_duration text CHECK (char_length(current_duration) <= 200),
  why_join text NOT NULL CHECK (char_length(why_join) BETWEEN 1 AND 2000),
  how_handle_conflict text NOT NULL CHECK (char_length(how_handle_conflict) BETWEEN 1 AND 2000),
  additional_questions text CHECK (char_length(additional_questions) <= 2000),
  -- The answers to the questions of the position alone, by their names. One document and not eighteen columns, two
  -- thirds of which would always be null: they are only ever read together, and nothing searches or sorts by them.
  position_answers jsonb NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'reviewing', 'accepted', 'rejected',
    'interview', 'onhold')),
  -- What staff tell each other; never leaves for anybody else.
  admin_notes text CHECK (char_length(admin_notes) <= 5000),
  submitted_at timestamptz NOT NULL DEFAULT now(),
  -- Grows by one with every change: what If-Match compares.
  version integer NOT NULL DEFAULT 1,
  -- Who changed an application last, and what the applicant was answered with it. An account that is gone leaves null.
  handled_by integer REFERENCES users ON DELETE SET NULL,
  handled_at timestamptz,
  answer text CHECK (char_length(answer) BETWEEN 1 AND 2000),
  CONSTRAINT staff_applications_answers CHECK (CASE position
    WHEN 'helper' THEN
      position_answers ?& array['has_microphone', 'has_recording_software', 'device_type',
        'moderation_scenario_toxic', 'moderation_scenario_cheats', 'moderation_scenario_glitch',
        'staff_abuse_response', 'staff_conflict_response']
      AND position_answers - array['has_microphone', 'has_recording_software', 'device_type',
        'moderation_scenario_toxic', 'moderation_scenario_cheats', 'moderation_scenario_glitch',
        'staff_abuse_response', 'staff_conflict_response'] = '{}'
    WHEN 'builder' THEN
      position_answers ?& array['building_experience', 'building_style', 'portfolio_link',
        'bedrock_building_experience', 'build_time_estimate']
      AND position_answers - array['building_experience', 'building_style', 'portfolio_link',
        'bedrock_building_experience', 'build_time_estimate'] = '{}'
    ELSE
      position_answers ?& array['design_experience', 'design_software', 'design_portfolio',
        'minecraft_design_experience', 'design_turnaround_time']
      AND position_answers - array['design_experience', 'design_software', 'design_portfolio',
        'minecraft_design_experience', 'design_turnaround_time'] = '{}'
  END)
);
-- One open application per member and position; those of the webhook have no member, and are not counted.
CREATE UNIQUE INDEX staff_applications_one_open ON staff_applications (user_id, position)
  WHERE status IN ('pending', 'reviewing', 'interview', 'onhold');
-- The list of one status, newest first.
CREATE INDEX staff_applications_status ON staff_applications (status, id DESC);
CREATE INDEX staff_applications_user ON staff_applications (user_id);
-- What is old enough to be forgotten.
CREATE INDEX staff_applications_age ON staff_applications (submitted_at);
CREATE INDEX staff_applications_handled_by ON staff_applications (handled_by, id) WHERE handled_by IS NOT NULL;
-- Staff search applications by who applied and the beginning of why (src/server/platform/list-filters.ts).
CREATE INDEX staff_applications_text ON staff_applications USING gin (name_parts(lower(
  minecraft_username || E'\n' || discord_username || E'\n' || email || E'\n' || left(why_join, 1000))));

-- Deliveries of the webhook that were taken. Apart from the applications, so that one repeated after its application
-- was deleted is still known and brings nothing back.
CREATE TABLE application_deliveries (
  -- The sender's name for it.
  delivery_id text PRIMARY KEY CHECK (char_length(delivery_id) BETWEEN 1 AND 128),
  -- What it was answered with. No foreign key: it outlives the application. Null only inside its transaction.
  application_id integer,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX application_deliveries_age ON application_deliveries (received_at);

-- What is organised beside the daily matches: tournaments, update parties, building days. Staff manage the rows.
CREATE TABLE events (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL CHECK (char_length(title) BETWEEN 3 AND 100),
  description text NOT NULL CHECK (char_length(description) <= 2000),
  start_date timestamptz NOT NULL,
  -- Null: active for 24 hours.
  end_date timestamptz,
  rewards text[] NOT NULL DEFAULT '{}' CHECK (cardinality(rewards) <= 10),
  -- Staff say that the dates are not settled; the status is then neither active nor past.
  tba boolean NOT NULL DEFAULT false,
  -- Null where the event came with the content, or its creator's account is gone: it then is the team's.
  creator_id integer REFERENCES users ON DELETE SET NULL,
  -- One more with each change; what If-Match is compared with.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When an event last changed, for calendar programs. A trigger writes it.
  modified_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT events_check CHECK (end_date > start_date)
);
CREATE INDEX events_creator ON events (creator_id);

-- Who takes part. Leaving an event deletes the row.
CREATE TABLE event_registrations (
  event_id integer REFERENCES events ON DELETE CASCADE,
  user_id integer REFERENCES users ON DELETE CASCADE,
  -- As it is said of a participant. There is only one so far: no capacity, so no waiting list.
  status text NOT NULL DEFAULT 'registered' CHECK (status = 'registered'),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, user_id)
);
-- The earliest participants of an event, without reading the others.
CREATE INDEX event_registrations_earliest ON event_registrations (event_id, created_at, user_id);
CREATE INDEX event_registrations_user ON event_registrations (user_id);

-- Tables that were filled from content files. That happens once ever: a table that staff emptied stays empty.
CREATE TABLE content_seeds (
  table_name text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);

-- Members who may not post, for a time or for good (until is null). One at a time; a new one lifts the one before.
CREATE TABLE restrictions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  until timestamptz,
  created_by integer REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  lifted_at timestamptz
);
CREATE UNIQUE INDEX restrictions_one_at_a_time ON restrictions (user_id) WHERE lifted_at IS NULL;
CREATE INDEX restrictions_user ON restrictions (user_id, id DESC);
CREATE INDEX restrictions_unlifted ON restrictions (created_at DESC) WHERE lifted_at IS NULL;

-- What the site has to tell a member on their profile, until they have seen it.
CREATE TABLE notices (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('post_removed', 'restricted', 'restriction_lifted', 'bio_cleared',
    'picture_cleared', 'name_cleared', 'application_changed', 'matches_excluded', 'matches_restored', 'punished',
    'punishment_lifted', 'appeal_answered', 'appeal_decided', 'rerated', 'report_decided', 'bug_report_changed',
    'message_answered', 'unlinked')),
  -- What it was about, as text: the removed post's beginning, the restriction's reason.
  text text NOT NULL CHECK (char_length(text) <= 2200),
  -- Of a restriction; null for good.
  until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz,
  -- Why staff did it, as they wrote it for the member; null where `text` says it already, or nobody gave a reason.
  reason text CHECK (char_length(reason) BETWEEN 1 AND 500)
);
CREATE INDEX notices_unseen ON notices (user_id, id DESC) WHERE seen_at IS NULL;

-- When the newest backup was taken that was written to its end; one row. The staff area, doctor and /metrics tell its age.
CREATE TABLE last_backup (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- The moment of its snapshot: what came later is not in it.
  taken_at timestamptz NOT NULL,
  file_bytes bigint NOT NULL CHECK (file_bytes > 0)
);

-- The second factor of an account: a row is a factor that a code has proven, and sign-in asks for it.
CREATE TABLE second_factors (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Shared with the member's authenticator, and so stored as it is (decision 20).
  secret bytea NOT NULL CHECK (octet_length(secret) BETWEEN 20 AND 64),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The 30-second step, counted from 1970, of the last code that was taken: no code of it or before is taken again.
  last_step bigint NOT NULL
);

-- A factor that is being set up: the authenticator has the secret, no code came yet. It neither asks nor opens.
CREATE TABLE second_factor_setups (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea NOT NULL CHECK (octet_length(secret) BETWEEN 20 AND 64),
  expires_at timestamptz NOT NULL
);
CREATE INDEX second_factor_setups_expires ON second_factor_setups (expires_at);

-- Codes for whoever lost the authenticator; a row is a code that was not used yet. 80 random bits need no salt.
CREATE TABLE second_factor_recovery_codes (
  user_id integer REFERENCES second_factors(user_id) ON DELETE CASCADE,
  code_hash bytea CHECK (octet_length(code_hash) = 32),
  PRIMARY KEY (user_id, code_hash)
);

-- The e-mail address that a member proved to read. It counts only while it is the account's address to the letter.
CREATE TABLE verified_emails (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  verified_at timestamptz NOT NULL DEFAULT now()
);
-- A forgotten password is asked for by address as well; addresses are compared without case.
CREATE INDEX verified_emails_email ON verified_emails (lower(email));

-- The link in a confirmation mail: one at a time for an account, a newer mail replaces it. Kept as SHA-256.
CREATE TABLE email_tokens (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- The address that the mail went to; it may have been changed since.
  email text NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- When the mail was asked for: a late try of an older mail does not replace a newer link.
  ordered_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_tokens_expires ON email_tokens (expires_at);

-- What lets somebody set a new password without the old one: the link in a mail, or a code that staff or the command
-- line gave out. One of each kind at a time for an account. Kept as SHA-256.
CREATE TABLE recovery_tokens (
  user_id integer REFERENCES users ON DELETE CASCADE,
  kind text CHECK (kind IN ('mail', 'staff')),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- The rank of whoever gave the code out, which the account must still be below. Null for mails and the command line.
  issuer_rank text,
  ordered_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- The session in which a recovery code was given out: the code goes when that session ends, for whatever reason, and
  -- with the account. Null for mails and the command line. issuer_rank stays for the release before this one.
  issuer_session_id integer REFERENCES sessions(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, kind)
);
CREATE INDEX recovery_tokens_expires ON recovery_tokens (expires_at);
CREATE INDEX recovery_tokens_issuer ON recovery_tokens (issuer_session_id);

-- The key of those hashes, made here once and for ever: without it a forgotten player who plays on would be taken for
-- somebody new, and shown by name.
CREATE TABLE identity_hash_key (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- SHA-256 of four random UUIDs, 488 bits of the database's own randomness: no extension is needed for it.
  key bytea NOT NULL CHECK (octet_length(key) = 32)
);

-- How many posts and members there are, so that nobody has to count a million rows to say it. Kept by triggers, in the
-- transaction of the row itself, whoever writes it.
CREATE TABLE row_counts (
  kind text CHECK (kind IN ('posts', 'members')),
  -- The number is the sum of all shards, of which one may be below zero: connections write to different ones, so that
  -- hardly anybody waits for somebody else's transaction.
  shard smallint,
  total bigint NOT NULL,
  PRIMARY KEY (kind, shard)
) WITH (fillfactor = 50);

-- Players who are forgotten and played so much that their name leaves their matches step by step, after the account
-- went: where the next step goes on.
CREATE TABLE names_to_forget (
  identity_id integer PRIMARY KEY REFERENCES game_identities(id) ON DELETE CASCADE,
  before_end timestamptz NOT NULL,
  before_match uuid NOT NULL
);

-- When a header of reverse proxies last came to a process whose TRUST_PROXY names none; one row. Doctor tells it.
CREATE TABLE unnamed_proxy (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  seen_at timestamptz NOT NULL
);

-- Which member of staff works on an open moderation case. A case has no row of its own, so its subject names it. After
-- 30 minutes the case is open to everybody again; a decision deletes the row.
CREATE TABLE moderation_claims (
  subject_type text CHECK (subject_type IN ('post', 'player', 'comment', 'pattern')),
  subject_id integer,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (subject_type, subject_id)
);
CREATE INDEX moderation_claims_user ON moderation_claims (user_id);

-- Which accounts were deleted, for a backup that is older than the deletion: what a restore brings back is deleted
-- again by this list, of which a copy stands in a file outside of the database. `hash` is a keyed hash
-- (identity_hash_key) of the account's id and the moment it was made: an id alone may be given again after a restore.
-- It names nobody.
CREATE TABLE deleted_accounts (
  hash text PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT now()
);

-- Avatars as the site serves them: uploaded, or fetched once by the site, and encoded again. One row a member; it goes
-- with the account.
CREATE TABLE avatars (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of bytes: part of the address, which changes with the picture.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Pictures are packed already.
ALTER TABLE avatars ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- From here on users.avatar_url holds only foreign addresses that earlier releases stored and the site has not fetched
-- yet. Nobody is shown them. A row here counts the tries.
CREATE TABLE avatar_fetches (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  tries smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now()
);

-- What a game server may say about a match beyond what counts. A table of its own, so that a match without any of it
-- costs nothing.
CREATE TABLE match_facts (
  match_id uuid PRIMARY KEY REFERENCES matches(match_id),
  map text,
  region text,
  rounds integer CHECK (rounds BETWEEN 0 AND 10000),
  -- { team: whole number }
  score jsonb,
  -- The players in the order sent; hits, devices and kills refer to them by index.
  identity_ids integer[] NOT NULL,
  hits integer[],
  devices text[],
  -- [[milliseconds after started_at, index of the killer, index of the victim, cause?], …]
  kills jsonb
);

-- Modes are data: what a match calls its gameType, with a name, a place among the boards, and whether it has a board of
-- its own. A mode is never deleted, since stored matches name it.
CREATE TABLE modes (
  id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- As game servers name it. `overall` is the sum of the modes marked for it.
  key text PRIMARY KEY CHECK ((key COLLATE "C") ~ '^[a-z0-9_]{2,32}$' AND key <> 'overall'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  category text NOT NULL DEFAULT 'other' CHECK (category IN ('ffa', 'duels', 'other')),
  icon text NOT NULL DEFAULT 'sword' CHECK (char_length(icon) BETWEEN 1 AND 32),
  -- Has a public board. Matches of other modes are stored and projected, and shown on no board.
  listed boolean NOT NULL DEFAULT false,
  -- Marked for overall; counts there while it is listed.
  in_overall boolean NOT NULL DEFAULT false,
  -- Place among the boards; equal ones follow their ids.
  position integer NOT NULL DEFAULT 0,
  -- Its matches count for that mode. Never a chain.
  merged_into text REFERENCES modes(key),
  -- `game`: a match named it first. `reserved`: for tests of game servers, never on a board.
  made_by text NOT NULL CHECK (made_by IN ('release', 'staff', 'practice', 'game', 'reserved')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT modes_check CHECK (merged_into <> key),
  CONSTRAINT modes_check1 CHECK (NOT listed OR merged_into IS NULL AND made_by <> 'reserved')
);
CREATE INDEX modes_merged ON modes (merged_into) WHERE merged_into IS NOT NULL;

-- Practice modes as pages list them; content/practice-modes.yaml fills an empty table once, staff manage the rows.
CREATE TABLE practice_modes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  category text NOT NULL CHECK (category IN ('ffa', 'duels')),
  -- Game servers name it so in the queues of a heartbeat; case does not count there.
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 300),
  -- Place in its category's list; equal ones follow their ids.
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- The mode that a card of the minigames page shows; one card a mode.
  mode text REFERENCES modes(key)
);
CREATE UNIQUE INDEX practice_modes_name ON practice_modes (category, lower(name));
CREATE INDEX practice_modes_order ON practice_modes (category, "position", id);
CREATE UNIQUE INDEX practice_modes_mode ON practice_modes (mode);

-- Figures that are being computed again since a mode was merged, or began or ceased to count in overall: player after
-- player in the background. A finished one leaves no row.
CREATE TABLE mode_rebuilds (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose players are gone through.
  mode text NOT NULL REFERENCES modes(key),
  last_user_id integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Who is on the game servers at this moment, as the newest heartbeats say. Unlogged: after a crash the next heartbeat
-- says it again. One row for each part of a server's list; it counts while it is younger than three intervals.
CREATE UNLOGGED TABLE presence_parts (
  server_id integer REFERENCES game_servers ON DELETE CASCADE,
  part smallint,
  -- By the game server's clock: a late heartbeat does not replace a newer one.
  sent_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  next_poll_ms integer NOT NULL CHECK (next_poll_ms > 0),
  players integer NOT NULL DEFAULT 0 CHECK (players >= 0),
  -- { mode: players }, hidden and unknown ones included.
  modes jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (server_id, part)
) WITH (fillfactor = 50);

-- The known players of those parts. A heartbeat writes only what has changed since the one before.
CREATE UNLOGGED TABLE presence_players (
  identity_id integer PRIMARY KEY REFERENCES game_identities(id) ON DELETE CASCADE,
  server_id integer NOT NULL,
  part smallint NOT NULL,
  mode text,
  since timestamptz NOT NULL,
  FOREIGN KEY (server_id, part) REFERENCES presence_parts(server_id, part) ON DELETE CASCADE
);
CREATE INDEX presence_players_since ON presence_players (since DESC, identity_id);
CREATE INDEX presence_players_part ON presence_players (server_id, part);

-- Faces of skins, as game servers send them: the avatar of an account without a picture of its own. One row an
-- identity, so that a face goes where its player goes.
CREATE TABLE faces (
  identity_id integer PRIMARY KEY REFERENCES game_identities(id) ON DELETE CASCADE,
  -- SHA-256 of the newest head as it was sent: the same again changes nothing.
  head_hash bytea NOT NULL CHECK (octet_length(head_hash) = 32),
  -- By the game server's clock: a late head does not replace a newer one.
  sent_at timestamptz NOT NULL,
  -- PNG that the site wrote, and its SHA-256, which is part of the address. Null: staff removed this face.
  bytes bytea CHECK (octet_length(bytes) <= 32768),
  hash bytea CHECK (octet_length(hash) = 32),
  -- Hashes of the faces that staff removed: none of them is shown again.
  removed bytea[] NOT NULL DEFAULT '{}'::bytea[],
  CONSTRAINT faces_check CHECK ((bytes IS NULL) = (hash IS NULL))
);

-- How many matches end on a UTC day, by game type: the cards of the minigames page say it of today, and nobody has to
-- count a day's matches for that. Written by triggers, in the transaction of the match or void, whoever writes it.
CREATE TABLE match_counts (
  day date,
  -- As the match names it: what it counts for is resolved on read.
  game_type text,
  -- As in row_counts: the number is the sum of all shards, of which one may be below zero.
  shard smallint,
  total integer NOT NULL,
  PRIMARY KEY (day, game_type, shard)
) WITH (fillfactor = 50);

-- A span of time with a rating of its own. Spans between seasons have no row.
CREATE TABLE seasons (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- When the worker opened and closed it. Matches that end before the first season and arrive after its opening, or
  -- in a closed season, are not rated.
  opened_at timestamptz,
  closed_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT seasons_no_overlap EXCLUDE USING gist (tstzrange(starts_at, ends_at) WITH &&),
  CONSTRAINT seasons_check CHECK (starts_at < ends_at),
  CONSTRAINT seasons_check1 CHECK (opened_at >= starts_at),
  CONSTRAINT seasons_check2 CHECK (closed_at >= ends_at)
);

-- One rating list: a mode with 1v1 (`solo`) or with teams of 2 to 4 (`team`).
CREATE TABLE rating_tracks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mode text NOT NULL REFERENCES modes(key),
  ladder text NOT NULL CHECK (ladder IN ('solo', 'team')),
  UNIQUE (mode, ladder)
);

-- What a rated match did to the rating of one of its players. By identity, so that linking changes no row; their order
-- is that of match_players.
CREATE TABLE rating_history (
  match_id uuid,
  identity_id integer,
  track_id integer NOT NULL REFERENCES rating_tracks,
  -- A season's id; 0 before the first season, and the negative id of the season before in a gap.
  season_id integer NOT NULL,
  -- Right before the match, idle time and a season's start included.
  rating_before integer NOT NULL,
  deviation_before integer NOT NULL,
  rating integer NOT NULL,
  deviation integer NOT NULL CHECK (deviation BETWEEN 4500 AND 35000),
  volatility integer NOT NULL CHECK (volatility BETWEEN 1 AND 100000000),
  -- Rated matches and wins in this span, this match included.
  matches integer NOT NULL CHECK (matches > 0),
  wins integer NOT NULL,
  -- Expected score in ten-thousandths.
  expected smallint NOT NULL CHECK (expected BETWEEN 0 AND 10000),
  PRIMARY KEY (match_id, identity_id),
  CONSTRAINT rating_history_check CHECK (wins >= 0 AND wins <= matches)
);

-- A player's rating after the newest rated match of a span: the last row of rating_history of the player's identities.
CREATE TABLE ratings (
  track_id integer REFERENCES rating_tracks,
  season_id integer,
  user_id integer REFERENCES users ON DELETE CASCADE,
  rating integer NOT NULL,
  deviation integer NOT NULL,
  volatility integer NOT NULL,
  matches integer NOT NULL,
  wins integer NOT NULL,
  last_ended_at timestamptz NOT NULL,
  last_match_id uuid NOT NULL,
  -- Settled, and played within 30 days of the day of the boards.
  on_board boolean NOT NULL,
  PRIMARY KEY (track_id, season_id, user_id)
);
CREATE INDEX ratings_user ON ratings (user_id);
CREATE INDEX ratings_order ON ratings (track_id, season_id, rating DESC, deviation, wins DESC, user_id) WHERE on_board;

-- The day of the boards: a daily job takes off who has been idle. Never the present moment, so that a rebuild gives the
-- same boards. Without a row before the worker's first step.
CREATE TABLE rating_board_day (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  as_of timestamptz NOT NULL
);

-- How many players on a board have a rating in a range: one point wide, or 64 where coarse.
CREATE TABLE rating_counts (
  track_id integer REFERENCES rating_tracks,
  season_id integer,
  is_coarse boolean,
  -- rating / 100, or rating / 6400 where coarse
  node integer,
  players integer NOT NULL,
  PRIMARY KEY (track_id, season_id, is_coarse, node)
) WITH (fillfactor = 50);

-- What changed in the ledger since the worker last looked. Filled by triggers, so that no way of writing can leave
-- ratings behind; the worker deletes what its snapshot sees.
CREATE TABLE rating_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- A ranked match that was stored or voided,
  match_id uuid,
  -- or an account whose identities changed,
  user_id integer,
  -- or a mode to compute again.
  mode text,
  CONSTRAINT rating_queue_check CHECK (num_nonnulls(match_id, user_id, mode) = 1)
);

-- A player on a board: the columns of before, in an order without gaps. A sum reaches the end of an integer after
-- 214,748 matches with the largest figures that are accepted.
CREATE TABLE player_stats (
  user_id integer CONSTRAINT player_stats_user_id_not_null1 NOT NULL REFERENCES users ON DELETE CASCADE,
  board_id integer CONSTRAINT player_stats_board_id_not_null1 NOT NULL REFERENCES boards,
  -- Ranked matches that count, draws included; without any there is no row.
  matches integer CONSTRAINT player_stats_matches_not_null1 NOT NULL CHECK (matches > 0),
  kills integer CONSTRAINT player_stats_kills_not_null1 NOT NULL,
  deaths integer CONSTRAINT player_stats_deaths_not_null1 NOT NULL,
  assists integer CONSTRAINT player_stats_assists_not_null1 NOT NULL,
  wins integer CONSTRAINT player_stats_wins_not_null1 NOT NULL,
  losses integer CONSTRAINT player_stats_losses_not_null1 NOT NULL,
  points integer CONSTRAINT player_stats_points_not_null1 NOT NULL,
  win_streak integer CONSTRAINT player_stats_win_streak_not_null1 NOT NULL,
  best_streak integer CONSTRAINT player_stats_best_streak_not_null1 NOT NULL,
  bucket integer GENERATED ALWAYS AS (board_bucket((points)::bigint, wins,
    (deaths)::bigint)) STORED CONSTRAINT player_stats_bucket_not_null1 NOT NULL,
  -- The newest match that counts: one that is newer extends the streaks, an older one has them computed anew.
  last_ended_at timestamptz CONSTRAINT player_stats_last_ended_at_not_null1 NOT NULL,
  last_match_id uuid CONSTRAINT player_stats_last_match_id_not_null1 NOT NULL,
  PRIMARY KEY (user_id, board_id)
) WITH (autovacuum_vacuum_scale_factor = 0.05);
-- The order of a board. The bucket comes first, and does not change it: it grows with what follows.
CREATE INDEX player_stats_order ON player_stats (board_id, bucket DESC, points DESC, wins DESC, deaths, user_id);

-- By identity and by the game type as sent, so that linking and merging modes change no row. One row for both players.
CREATE TABLE head_to_head (
  -- The newest match that counts: a match that ended later is added, any other has the pair computed again.
  last_ended_at timestamptz NOT NULL,
  low_id integer,
  high_id integer,
  season_id integer,
  low_wins integer NOT NULL CHECK (low_wins >= 0),
  high_wins integer NOT NULL CHECK (high_wins >= 0),
  draws integer NOT NULL CHECK (draws >= 0),
  game_type text,
  -- The newest ten 1v1 matches of a pair that count, newest first.
  recent uuid[] NOT NULL DEFAULT '{}'::uuid[],
  PRIMARY KEY (low_id, high_id, season_id, game_type),
  CONSTRAINT head_to_head_check CHECK (low_id < high_id),
  CONSTRAINT head_to_head_check1 CHECK ((low_wins + high_wins + draws) > 0)
);
-- With the primary key, finds everybody whom a player met.
CREATE INDEX head_to_head_high ON head_to_head (high_id);

CREATE TABLE season_standings (
  season_id integer REFERENCES seasons,
  track_id integer REFERENCES rating_tracks,
  -- Of the player's last match of the season.
  identity_id integer REFERENCES game_identities(id),
  -- Null for who was not on the board: provisional, or idle for 30 days.
  position integer CHECK ("position" > 0),
  rating integer NOT NULL,
  deviation integer NOT NULL,
  volatility integer NOT NULL,
  matches integer NOT NULL,
  wins integer NOT NULL,
  tier text NOT NULL,
  tier_colour text NOT NULL,
  -- A match behind it was declared void after the season was closed.
  has_late_void boolean NOT NULL DEFAULT false,
  PRIMARY KEY (season_id, track_id, identity_id)
);
CREATE UNIQUE INDEX season_standings_position ON season_standings (season_id, track_id,
  "position") WHERE "position" IS NOT NULL;
CREATE INDEX season_standings_identity ON season_standings (identity_id);

-- Rulings of staff on matches (docs/fair-play.md): a match is excluded from everything that counts, or restored.
-- Without foreign keys to accounts, so that a deleted one leaves its rulings.
-- Append-only; what a ruling says of a match holds from its decision on, until a later decision says otherwise.
CREATE TABLE rulings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action text NOT NULL CHECK (action IN ('exclude', 'restore')),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 10 AND 500),
  made_by integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Whose matches of which span; null when matches were named.
  player_id integer,
  span_from timestamptz,
  span_to timestamptz,
  mode text REFERENCES modes(key),
  -- Number of its rows in ruling_matches.
  matches integer NOT NULL CHECK (matches > 0),
  CONSTRAINT rulings_check CHECK (num_nulls(player_id, span_from, span_to) = ANY (ARRAY[0, 3])),
  CONSTRAINT rulings_check1 CHECK (span_from <= span_to)
);
-- What staff did alone lately is counted for each of them.
CREATE INDEX rulings_made_by ON rulings (made_by, created_at);

-- The matches as they were found when the ruling was made: one that arrives later is not ruled on.
CREATE TABLE ruling_matches (
  ruling_id integer REFERENCES rulings,
  match_id uuid REFERENCES matches(match_id),
  PRIMARY KEY (ruling_id, match_id)
);
CREATE INDEX ruling_matches_match ON ruling_matches (match_id);

-- Whether a ruling takes effect. A small one is applied by who makes it, a large one by a second person.
CREATE TABLE ruling_decisions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ruling_id integer NOT NULL UNIQUE REFERENCES rulings,
  decision text NOT NULL CHECK (decision IN ('apply', 'refuse')),
  made_by integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ruling_decisions_at ON ruling_decisions (created_at);

-- Decided rulings that are being applied, in the order of their decisions.
CREATE TABLE ruling_work (
  decision_id integer PRIMARY KEY REFERENCES ruling_decisions,
  ruling_id integer NOT NULL REFERENCES rulings,
  done integer NOT NULL DEFAULT 0,
  last_match_id uuid
);

-- What follows from all of this: the matches that do not count now. A projection.
CREATE TABLE excluded_matches (
  match_id uuid PRIMARY KEY REFERENCES matches(match_id),
  ruling_id integer NOT NULL REFERENCES rulings
);

-- Punishments of the game and of the site (docs/fair-play.md). Append-only: what became of one follows from its
-- changes.
CREATE TABLE punishments (
  -- Made by the game server, or by the site.
  id uuid PRIMARY KEY,
  identity_id integer NOT NULL REFERENCES game_identities(id),
  kind text NOT NULL CHECK (kind IN ('ban', 'mute', 'kick', 'warn')),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  -- Null: for good, or of no duration (kick, warn).
  until timestamptz,
  -- The game server that sent it; null for one that staff gave on the site.
  server_id integer REFERENCES game_servers,
  -- Who gave it: a name in game, or an account, without a foreign key so that a deleted one leaves the fact.
  by_name text CHECK (char_length(by_name) BETWEEN 1 AND 64),
  made_by integer,
  at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Opens one appeal without an account: 40 bits of an HMAC over the id, as the game server was told.
  appeal_code text CHECK (char_length(appeal_code) = 8),
  CONSTRAINT punishments_check CHECK (server_id IS NULL OR made_by IS NULL)
);
CREATE INDEX punishments_identity ON punishments (identity_id, at DESC);
CREATE INDEX punishments_appeal_code ON punishments (appeal_code);
-- The staff's list of what is in force reads the newest first.
CREATE INDEX punishments_lasting ON punishments (at DESC) WHERE kind IN ('ban', 'mute');

CREATE TABLE punishment_changes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Without a foreign key: a lift may arrive before its punishment.
  punishment_id uuid NOT NULL,
  -- confirm: the game has done what the site said.
  kind text NOT NULL CHECK (kind IN ('confirm', 'reduce', 'lift', 'restore')),
  -- The new end of a reduced one.
  until timestamptz,
  reason text CHECK (char_length(reason) BETWEEN 1 AND 500),
  -- The game server that said so; null for staff on the site.
  server_id integer REFERENCES game_servers,
  made_by integer,
  at timestamptz NOT NULL DEFAULT now(),
  -- A lift or a reduction that is taken back stays in the log; `restores` names what does not count any more.
  restores integer REFERENCES punishment_changes,
  CONSTRAINT punishment_changes_check CHECK ((kind = 'reduce') = (until IS NOT NULL)),
  CONSTRAINT punishment_changes_restores_check CHECK ((kind = 'restore') = (restores IS NOT NULL))
);
CREATE INDEX punishment_changes_punishment ON punishment_changes (punishment_id);
CREATE UNIQUE INDEX punishment_changes_restored_once ON punishment_changes (restores) WHERE restores IS NOT NULL;
-- One confirmation and one lift from each side. A punishment may be reduced more than once.
CREATE UNIQUE INDEX punishment_changes_once ON punishment_changes (punishment_id, kind,
  server_id) NULLS NOT DISTINCT WHERE (kind = 'confirm') OR ((kind = 'lift') AND (server_id IS NOT NULL));

CREATE TABLE appeals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  punishment_id uuid REFERENCES punishments,
  restriction_id integer REFERENCES restrictions ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'in_review', 'waiting', 'upheld', 'reduced', 'lifted',
    'withdrawn', 'expired')),
  -- A second appeal about the same: there is no third.
  is_final boolean NOT NULL,
  -- Who reviews it, and who decided.
  reviewer_id integer REFERENCES users ON DELETE SET NULL,
  -- What staff tell the player with the decision.
  note text CHECK (char_length(note) BETWEEN 1 AND 1000),
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- A claim on an appeal ends after a time, like one on a case.
  claimed_until timestamptz,
  -- The decision about an appeal is undone within seconds: a restriction ends again when it would have ended.
  until_before timestamptz,
  CONSTRAINT appeals_check CHECK (num_nonnulls(punishment_id, restriction_id) = 1)
);
CREATE UNIQUE INDEX appeals_one_open_punishment ON appeals (punishment_id) WHERE state IN ('open', 'in_review',
  'waiting');
CREATE UNIQUE INDEX appeals_one_open_restriction ON appeals (restriction_id) WHERE state IN ('open', 'in_review',
  'waiting');
CREATE INDEX appeals_punishment ON appeals (punishment_id);
CREATE INDEX appeals_restriction ON appeals (restriction_id);
CREATE INDEX appeals_reviewer ON appeals (reviewer_id);
-- The queue: oldest first.
CREATE INDEX appeals_queue ON appeals (changed_at, id) WHERE state IN ('open', 'in_review', 'waiting');

CREATE TABLE appeal_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  appeal_id integer NOT NULL REFERENCES appeals ON DELETE CASCADE,
  is_staff boolean NOT NULL,
  author_id integer REFERENCES users ON DELETE SET NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX appeal_messages_appeal ON appeal_messages (appeal_id, id);
CREATE INDEX appeal_messages_author ON appeal_messages (author_id);

CREATE TABLE post_edits (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  post_id integer NOT NULL REFERENCES all_posts ON DELETE CASCADE,
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX post_edits_post ON post_edits (post_id, id);

-- Why a rated match was rated again (docs/ranked.md). Not in the ledger, so that a rebuild neither needs nor changes
-- it: what a void, a ruling or a late match changed is known only when it happens.
CREATE TABLE rerated_matches (
  -- The player's row of rating_history.
  match_id uuid,
  identity_id integer,
  -- Rating after the match, times 100, as it was before the last time.
  rating_was integer NOT NULL,
  cause text NOT NULL CHECK (cause IN ('void', 'excluded', 'restored', 'late')),
  -- The match that was voided, excluded or restored, or that arrived late.
  cause_match_id uuid NOT NULL REFERENCES matches(match_id),
  rerated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (match_id, identity_id)
);

-- The day of the two tables below. Without a row before the first time.
CREATE TABLE board_day (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  as_of date NOT NULL
);

-- The first 10,000 of each board when the day began.
CREATE TABLE opening_positions (
  -- Of ratings: board_id is a row of rating_tracks. Otherwise it is a board of all time.
  by_rating boolean,
  board_id integer,
  user_id integer REFERENCES users ON DELETE CASCADE,
  position integer NOT NULL CHECK ("position" > 0),
  PRIMARY KEY (by_rating, board_id, user_id)
);
CREATE INDEX opening_positions_user ON opening_positions (user_id);

-- What a player plays a mode with, mostly. Who uses several has no row.
CREATE TABLE main_inputs (
  mode text REFERENCES modes(key),
  user_id integer REFERENCES users ON DELETE CASCADE,
  input text NOT NULL CHECK (input IN ('touch', 'controller', 'keyboard')),
  PRIMARY KEY (mode, user_id)
);
CREATE INDEX main_inputs_user ON main_inputs (user_id);

-- Who follows whom.
CREATE TABLE follows (
  follower_id integer REFERENCES users ON DELETE CASCADE,
  player_id integer REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Muted: what the player achieves leaves the follower no notification, and nothing on their home page.
  is_muted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (follower_id, player_id),
  CONSTRAINT follows_self CHECK (follower_id <> player_id)
);
CREATE INDEX follows_player ON follows (player_id, follower_id);

-- One event that many members are notified of. A worker makes their notifications in steps, so that the transaction of
-- the event writes one row, however many there are.
CREATE TABLE notification_fanouts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  event_key text NOT NULL UNIQUE CHECK (char_length(event_key) BETWEEN 1 AND 60),
  audience text NOT NULL CHECK (audience IN ('members', 'followers', 'staff')),
  -- Whose followers they are; set for that audience only.
  player_id integer REFERENCES users ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  text text CHECK (char_length(text) <= 500),
  link text NOT NULL CHECK (link ~ '^/([^/\\]|$)' AND char_length(link) <= 200),
  -- Members up to this id have theirs.
  last_user_id integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz,
  -- Names the notification where several events share one; else the event itself does.
  collapse_key text CHECK (char_length(collapse_key) BETWEEN 1 AND 60),
  -- Staff of these ranks are notified; set for that audience only.
  ranks text[],
  -- Who caused the event is not notified of it.
  except_user_id integer REFERENCES users ON DELETE SET NULL,
  CONSTRAINT notification_fanouts_player CHECK ((audience = 'followers') = (player_id IS NOT NULL)),
  CONSTRAINT notification_fanouts_ranks CHECK ((audience = 'staff') = (ranks IS NOT NULL))
);
CREATE INDEX notification_fanouts_waiting ON notification_fanouts (id) WHERE done_at IS NULL;
CREATE INDEX notification_fanouts_player_id ON notification_fanouts (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX notification_fanouts_except_user_id ON notification_fanouts (except_user_id) WHERE except_user_id IS NOT
  NULL;

-- One row for each case: the open reports about a subject, or those that were decided together. Derived from
-- moderation_reports by triggers, so that the queue is sorted, filtered and searched by indexes.
CREATE TABLE moderation_cases (
  -- Its newest report.
  id integer PRIMARY KEY,
  -- Its oldest report; it says how old the case is.
  first_id integer NOT NULL,
  subject_type text NOT NULL,
  subject_id integer NOT NULL,
  subject_user_id integer,
  status text NOT NULL,
  -- Null while the case is open.
  decided_at timestamptz,
  decided_by integer,
  -- The most severe class of its reports, and how severe that is: 3 is the most.
  class text NOT NULL,
  severity smallint NOT NULL,
  reporters integer NOT NULL,
  -- Mean accuracy of its newest 20 reporters, in percent.
  accuracy smallint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- What a search looks through: names when reported, the reported text, and reasons.
  text text NOT NULL,
  CONSTRAINT moderation_cases_subject UNIQUE NULLS NOT DISTINCT (subject_type, subject_id, decided_at)
);
CREATE INDEX moderation_cases_queue ON moderation_cases (severity, reporters, accuracy,
  ((- first_id))) WHERE decided_at IS NULL;
CREATE INDEX moderation_cases_open ON moderation_cases (id) WHERE decided_at IS NULL;
CREATE INDEX moderation_cases_decided ON moderation_cases (decided_at, id) WHERE decided_at IS NOT NULL;
CREATE INDEX moderation_cases_decided_newest ON moderation_cases (id) WHERE decided_at IS NOT NULL;
CREATE INDEX moderation_cases_decided_by ON moderation_cases (decided_by, decided_at, id) WHERE decided_by IS NOT NULL;
CREATE INDEX moderation_cases_subject_user ON moderation_cases (subject_user_id);
CREATE INDEX moderation_cases_text ON moderation_cases USING gin (name_parts(lower(text)));
CREATE INDEX moderation_cases_open_age ON moderation_cases (first_at) WHERE decided_at IS NULL;
CREATE INDEX moderation_cases_decided_at ON moderation_cases (decided_at) INCLUDE (first_at) WHERE decided_at IS NOT
  NULL;

CREATE TABLE detector_queue (
  match_id uuid PRIMARY KEY
);

-- How long a match of a mode usually takes, computed from a sample of all matches.
CREATE TABLE mode_durations (
  mode text PRIMARY KEY REFERENCES modes(key),
  median_ms integer NOT NULL CHECK (median_ms >= 0),
  -- Matches in the sample.
  matches integer NOT NULL CHECK (matches > 0),
  computed_at timestamptz NOT NULL DEFAULT now()
);

-- The address in mails of one kind that ends them: its token alone says whose and which.
CREATE TABLE mail_unsubscribes (
  token uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  UNIQUE (user_id, kind)
);

-- Messages to the Discord channels of the network, each queued in the transaction of its event, and the log of what was
-- sent. A worker posts them through the webhook of their kind.
CREATE TABLE discord_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('matches', 'news', 'reports', 'applications')),
  -- Names the event. The same event again is not queued twice.
  event_key text NOT NULL UNIQUE CHECK (char_length(event_key) BETWEEN 1 AND 150),
  -- The player whose name the message contains: it goes with the account.
  player_id integer REFERENCES users ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  text text CHECK (char_length(text) <= 1000),
  link text NOT NULL CHECK (link ~ '^/([^/\\]|$)' AND char_length(link) <= 200),
  attempts smallint NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  failed_at timestamptz,
  -- Why the last attempt failed. Never contains the address, which is a secret.
  last_error text CHECK (char_length(last_error) <= 200),
  CONSTRAINT discord_messages_one_end CHECK (sent_at IS NULL OR failed_at IS NULL)
);
CREATE INDEX discord_messages_waiting ON discord_messages (kind, id) WHERE (sent_at IS NULL) AND (failed_at IS NULL);
CREATE INDEX discord_messages_player_id ON discord_messages (player_id) WHERE player_id IS NOT NULL;

-- What was said in game before the report. Only staff read it, and not for long after the decision.
CREATE TABLE report_chat_lines (
  report_id integer REFERENCES moderation_reports ON DELETE CASCADE,
  position smallint CHECK ("position" >= 1 AND "position" <= 20),
  -- Who said it.
  identity_id integer NOT NULL REFERENCES game_identities(id),
  gamertag text NOT NULL CHECK (char_length(gamertag) BETWEEN 1 AND 64),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 512),
  at timestamptz NOT NULL,
  PRIMARY KEY (report_id, "position")
);
-- Lines of a member, for their export and when the account is deleted.
CREATE INDEX report_chat_lines_identity ON report_chat_lines (identity_id, report_id, "position");

-- News of the network, written by admins in Markdown.
CREATE TABLE news (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Last part of the page's path. It stays once the item was published.
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 80),
  title text NOT NULL CHECK (char_length(title) BETWEEN 3 AND 100),
  summary text NOT NULL CHECK (char_length(summary) BETWEEN 1 AND 300),
  markdown text NOT NULL CHECK (char_length(markdown) BETWEEN 1 AND 20000),
  -- Rendered from the Markdown when it is saved, because rendering takes up to half a second.
  html text NOT NULL,
  -- Null when the author's account is gone: it then is the team's.
  author_id integer REFERENCES users ON DELETE SET NULL,
  -- Null: a draft. Ahead of now: scheduled; a worker publishes it.
  publish_at timestamptz,
  published_at timestamptz,
  -- When members and Discord were notified, which happens once.
  announced_at timestamptz,
  -- The last change of a published item.
  edited_at timestamptz,
  -- One more with each change; what If-Match is compared with.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Whether subscribers get the item by mail when it is published.
  to_subscribers boolean NOT NULL DEFAULT false,
  -- When the published text last changed; it stays when the item is taken back. A trigger writes it, and it
  -- never runs backwards.
  updated_at timestamptz,
  -- It was scheduled for subscribers and published without them, because no slot was free.
  missed_newsletter boolean NOT NULL DEFAULT false,
  CONSTRAINT news_published CHECK (published_at IS NULL OR publish_at IS NOT NULL AND announced_at IS NOT NULL)
);
CREATE INDEX news_newest ON news (published_at DESC, id DESC) WHERE published_at IS NOT NULL;
CREATE INDEX news_scheduled ON news (publish_at) WHERE (published_at IS NULL) AND (publish_at IS NOT NULL);
CREATE INDEX news_author ON news (author_id);

-- Comments below posts: flat, oldest first. They go with their post and with their author.
CREATE TABLE all_comments (
  id integer GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME comments_id_seq) CONSTRAINT comments_pkey PRIMARY KEY
    CONSTRAINT comments_id_not_null NOT NULL,
  post_id integer CONSTRAINT comments_post_id_fkey REFERENCES all_posts ON DELETE CASCADE,
  user_id integer CONSTRAINT comments_user_id_not_null NOT NULL CONSTRAINT comments_user_id_fkey REFERENCES users ON
    DELETE CASCADE,
  content text CONSTRAINT comments_content_not_null NOT NULL CONSTRAINT comments_content_check CHECK
    (char_length(content) BETWEEN 1 AND 500),
  created_at timestamptz CONSTRAINT comments_created_at_not_null NOT NULL DEFAULT now(),
  news_id integer CONSTRAINT comments_news_id_fkey REFERENCES news ON DELETE CASCADE,
  -- Comments that went with their post have its moment, and come back with it.
  removed_at timestamptz,
  CONSTRAINT comments_subject CHECK (num_nonnulls(post_id, news_id) = 1)
);
-- A page of comments, and the count that the feed shows.
CREATE INDEX comments_post ON all_comments (post_id, id);
CREATE INDEX comments_user ON all_comments (user_id, id);
CREATE INDEX comments_news ON all_comments (news_id, id) WHERE news_id IS NOT NULL;
CREATE INDEX comments_removed ON all_comments (removed_at) WHERE removed_at IS NOT NULL;
-- The posts with a comment in the last 7 days are counted from this index alone.
CREATE INDEX comments_recent ON all_comments (created_at, post_id) WHERE removed_at IS NULL;

-- What members are told in the bell: one row per member and event. `kind` is what a member can mute.
CREATE TABLE notifications (
  -- Taken anew when a collapsed row is told again, so that ids order the list.
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  -- Names the event; likes of one post share a key, and so are one row.
  event_key text NOT NULL CHECK (char_length(event_key) BETWEEN 1 AND 60),
  post_id integer REFERENCES all_posts ON DELETE CASCADE,
  comment_id integer REFERENCES all_comments ON DELETE CASCADE,
  notice_id integer REFERENCES notices ON DELETE CASCADE,
  -- The most likes that this row has told: only more than that tell it again.
  likes integer NOT NULL DEFAULT 0,
  -- Of a removed comment: what it said, and why staff removed it.
  text text CHECK (char_length(text) <= 500),
  reason text CHECK (char_length(reason) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  event_id integer REFERENCES events ON DELETE CASCADE,
  -- A notification that says everything itself: its title, and the path of the site that it opens.
  title text CHECK (char_length(title) BETWEEN 1 AND 200),
  link text CHECK (link ~ '^/([^/\\]|$)' AND char_length(link) <= 200),
  -- False where the member wants it by other channels only.
  on_site boolean NOT NULL DEFAULT true,
  -- Who follows the notified member; the notification goes with that account.
  follower_id integer REFERENCES users ON DELETE CASCADE,
  -- Whose followers were notified. The text leaves their name to the account, and goes with it.
  player_id integer REFERENCES users ON DELETE CASCADE,
  UNIQUE (user_id, event_key),
  CONSTRAINT notifications_titled CHECK ((title IS NULL) = (link IS NULL))
);
CREATE INDEX notifications_newest ON notifications (user_id, id DESC);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;
CREATE INDEX notifications_post ON notifications (post_id);
CREATE INDEX notifications_comment ON notifications (comment_id);
CREATE UNIQUE INDEX notifications_notice ON notifications (notice_id);
CREATE INDEX notifications_event ON notifications (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX notifications_follower ON notifications (follower_id) WHERE follower_id IS NOT NULL;
CREATE INDEX notifications_player ON notifications (player_id) WHERE player_id IS NOT NULL;
-- A deleted news item takes its notifications along; they are found by the name of the event.
CREATE INDEX notifications_news ON notifications (event_key) WHERE kind = 'news';

-- Addresses of the newsletter. Until it is confirmed by a link, an address gets nothing but the mail with that link.
CREATE TABLE newsletter_subscribers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- As it was typed first.
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  -- The last time that somebody entered it. Unconfirmed ones are deleted some time after it.
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- When the last confirmation mail was queued.
  mailed_at timestamptz,
  -- When the next confirmation mail may be queued. Null: none is asked for.
  mail_due_at timestamptz DEFAULT now(),
  confirmed_at timestamptz,
  CONSTRAINT newsletter_subscribers_confirmed CHECK (confirmed_at IS NULL OR mail_due_at IS NULL)
);
CREATE UNIQUE INDEX newsletter_subscribers_email ON newsletter_subscribers (lower(email));
CREATE INDEX newsletter_subscribers_due ON newsletter_subscribers (mail_due_at) WHERE mail_due_at IS NOT NULL;

-- Makes the links of newsletter mails, which are stored nowhere, and the hashes below. With another key all links that
-- were sent are void.
CREATE TABLE newsletter_key (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- SHA-256 of four random UUIDs, 488 bits of the database's own randomness: no extension is needed for it.
  key bytea NOT NULL CHECK (octet_length(key) = 32)
);

-- Which addresses got a confirmation mail within a day, as hashes with the key: this limit outlives a deleted address.
CREATE TABLE newsletter_mailed (
  hash bytea PRIMARY KEY,
  mailed_at timestamptz NOT NULL DEFAULT now()
);

-- A news item that is sent to those who had confirmed their address when it was published, once for ever.
CREATE TABLE newsletter_issues (
  news_id integer PRIMARY KEY REFERENCES news ON DELETE CASCADE,
  -- Subscribers up to this id have their mail queued.
  last_subscriber_id integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz,
  -- A newsletter that was taken back before all subscribers had it takes a slot again: its own, while no other took it.
  halted_at timestamptz
);
CREATE INDEX newsletter_issues_waiting ON newsletter_issues (news_id) WHERE done_at IS NULL;

-- The mail of an issue to a subscriber, queued in the outbox by the statement that writes the row.
CREATE TABLE newsletter_mails (
  news_id integer REFERENCES newsletter_issues(news_id) ON DELETE CASCADE,
  subscriber_id integer REFERENCES newsletter_subscribers ON DELETE CASCADE,
  queued_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (news_id, subscriber_id)
);
CREATE INDEX newsletter_mails_subscriber ON newsletter_mails (subscriber_id);

-- The keys by which push services know the site (VAPID). The site makes them at its first start; with others, all
-- subscriptions would be void.
CREATE TABLE push_keys (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Base64url of a point of P-256, and of its private key, which is a secret.
  public_key text NOT NULL CHECK (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  private_key text NOT NULL CHECK (private_key ~ '^[A-Za-z0-9_-]{43}$')
);

-- Browsers that members want push notifications in. One ends with its session, and when its push service says so.
CREATE TABLE push_subscriptions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  session_id integer NOT NULL UNIQUE REFERENCES sessions(id) ON DELETE CASCADE,
  -- Where the push service takes messages for this browser. Anyone who knows it and the keys can write to it.
  endpoint text NOT NULL UNIQUE CHECK (endpoint ~~ 'https://%' AND char_length(endpoint) <= 1000),
  -- The browser's keys, by which messages are encrypted, in base64url.
  p256dh text NOT NULL CHECK (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text NOT NULL CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);

-- A member's Discord account. Discord grants roles by what the site sends there about the member.
CREATE TABLE discord_links (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  discord_id text NOT NULL UNIQUE CHECK (discord_id ~ '^[0-9]{1,20}$'),
  discord_name text NOT NULL CHECK (char_length(discord_name) BETWEEN 1 AND 100),
  -- Access and refresh token, encrypted with a key that is not in the database.
  tokens bytea NOT NULL,
  access_expires_at timestamptz NOT NULL,
  -- Names the link together with the member; in milliseconds, which is what the site reads.
  linked_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  -- What the last attempt sent; null before the first one.
  sent_name text,
  rank_level integer,
  rating integer,
  matches integer,
  -- The next attempt; null while nothing changed. A process that makes one moves it ahead first.
  due_at timestamptz DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  synced_at timestamptz,
  -- Why the last attempt failed. Contains no token.
  last_error text CHECK (char_length(last_error) <= 200)
);
CREATE INDEX discord_links_due ON discord_links (due_at) WHERE due_at IS NOT NULL;

-- A link that a session began and Discord has not confirmed yet. A new one replaces it.
CREATE TABLE discord_link_states (
  session_id integer PRIMARY KEY REFERENCES sessions(id) ON DELETE CASCADE,
  state_hash bytea NOT NULL,
  -- PKCE (RFC 7636): proves to Discord that the code belongs to this attempt.
  code_verifier text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX discord_link_states_expires_at ON discord_link_states (expires_at);

-- Links that ended: what Discord was sent about them is removed there, and the tokens are revoked.
CREATE TABLE discord_unlinks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discord_id text NOT NULL,
  tokens bytea NOT NULL,
  access_expires_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0
);
CREATE INDEX discord_unlinks_due ON discord_unlinks (due_at);
CREATE INDEX discord_unlinks_discord_id ON discord_unlinks (discord_id);

-- Hours in which a member gets no mail and no push; the site and chat in game go on. By the clock of their time zone,
-- until past midnight where they start later than they end.
CREATE TABLE quiet_hours (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  starts_at time without time zone NOT NULL,
  ends_at time without time zone NOT NULL,
  -- A name of the IANA database, such as Europe/Berlin.
  time_zone text NOT NULL CHECK (char_length(time_zone) BETWEEN 1 AND 60),
  CONSTRAINT quiet_hours_span CHECK (starts_at <> ends_at)
);

-- Members who want their mails as one a day. Mails about the account and of events that start are sent at once.
CREATE TABLE digest_choices (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
  -- A name of the IANA database, such as Europe/Berlin.
  time_zone text NOT NULL CHECK (char_length(time_zone) BETWEEN 1 AND 60),
  -- The next digest.
  due_at timestamptz NOT NULL
);
CREATE INDEX digest_choices_due ON digest_choices (due_at);

-- Mails that list what is unread: one per member and day, and none where nothing is.
CREATE TABLE digest_mails (
  -- Names the mail: the same at each attempt.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The day in the member's time zone.
  day date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- The next attempt. A process that makes one moves it ahead first, so that no other makes it meanwhile.
  due_at timestamptz NOT NULL,
  last_error text,
  done_at timestamptz,
  CONSTRAINT digest_mails_once UNIQUE (user_id, day)
);
CREATE INDEX digest_mails_due ON digest_mails (due_at) WHERE done_at IS NULL;
CREATE INDEX digest_mails_done ON digest_mails (done_at) WHERE done_at IS NOT NULL;

-- One notification by one channel other than the site. A collapsed notification that is told again is delivered again.
CREATE TABLE notification_deliveries (
  -- Names the mail: the same at each attempt.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notification_id integer NOT NULL REFERENCES notifications ON UPDATE CASCADE ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('mail', 'push', 'game')),
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- The next attempt. A process that makes one moves it ahead first, so that no other makes it meanwhile.
  due_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  done_at timestamptz,
  -- No foreign key: backups hold deliveries without subscriptions. A delivery to a browser that is gone ends when it is
  -- due.
  subscription_id integer,
  -- The digest that a mail is part of. One that waits for a digest is due at `infinity`.
  digest_id bigint REFERENCES digest_mails ON DELETE SET NULL,
  CONSTRAINT notification_deliveries_once UNIQUE NULLS NOT DISTINCT (notification_id, channel, subscription_id),
  CONSTRAINT notification_deliveries_subscription CHECK ((channel = 'push') = (subscription_id IS NOT NULL))
);
CREATE INDEX notification_deliveries_due ON notification_deliveries (channel, due_at) WHERE done_at IS NULL;
CREATE INDEX notification_deliveries_done ON notification_deliveries (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX notification_deliveries_digest ON notification_deliveries (digest_id) WHERE digest_id IS NOT NULL;

-- The cover picture of a news item as the site serves it, encoded again. It goes with the item.
CREATE TABLE news_covers (
  news_id integer PRIMARY KEY REFERENCES news ON DELETE CASCADE,
  -- SHA-256 of bytes: part of the address, which changes with the picture.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  bytes bytea NOT NULL,
  width integer NOT NULL CHECK (width BETWEEN 1 AND 1280),
  height integer NOT NULL CHECK (height BETWEEN 1 AND 1280),
  -- What the picture shows, for whoever does not see it.
  alt text NOT NULL CHECK (char_length(alt) BETWEEN 1 AND 200)
);
-- Pictures are packed already.
ALTER TABLE news_covers ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- What a change of many bug reports overwrote, so that the member of staff who made it can undo it within seconds. A
-- row of each report and member: their newest change. Older ones are purged after a day.
CREATE TABLE report_undos (
  report_id integer REFERENCES reports ON DELETE CASCADE,
  changed_by integer REFERENCES users ON DELETE CASCADE,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- The version that the change made. A report of another version was changed since.
  version integer NOT NULL,
  -- What the reporter reads of the change; null without a reporter, and where they want no such notices.
  notice_id integer REFERENCES notices ON DELETE SET NULL,
  -- The report before the change.
  status text NOT NULL,
  handled_by integer REFERENCES users ON DELETE SET NULL,
  handled_at timestamptz,
  -- One change of a bug report or an application is undone within seconds like a change of many.
  answer text,
  PRIMARY KEY (report_id, changed_by)
);

-- Every account that a player of the game ever belonged to (docs/fair-play.md), so that who unlinks and who signs up
-- anew still decides nothing about themselves. Rows are only added; they go with the account or the identity.
CREATE TABLE identity_owners (
  identity_id integer REFERENCES game_identities(id) ON DELETE CASCADE,
  user_id integer REFERENCES users ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (identity_id, user_id)
);
CREATE INDEX identity_owners_user ON identity_owners (user_id);

-- The match that first brought a figure of the overall stats to a step.
CREATE TABLE milestones (
  ended_at timestamptz NOT NULL,
  match_id uuid NOT NULL,
  user_id integer REFERENCES users ON DELETE CASCADE,
  step integer,
  figure text CHECK (figure IN ('points', 'wins', 'kills', 'bestStreak')),
  PRIMARY KEY (user_id, figure, step)
);

-- What a player won on an all-time board on a UTC day.
CREATE TABLE player_days (
  points bigint NOT NULL,
  user_id integer REFERENCES users ON DELETE CASCADE,
  board_id integer REFERENCES boards ON DELETE CASCADE,
  day date,
  wins integer NOT NULL,
  losses integer NOT NULL,
  PRIMARY KEY (user_id, board_id, day)
);

-- What a change of an application overwrote. A row of each application and member: their newest change. Older ones are
-- purged after a day.
CREATE TABLE application_undos (
  application_id integer REFERENCES staff_applications ON DELETE CASCADE,
  changed_by integer REFERENCES users ON DELETE CASCADE,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- The version that the change made. An application of another version was changed since.
  version integer NOT NULL,
  -- What the applicant reads of the change; null without an account, and where they want no such notices.
  notice_id integer REFERENCES notices ON DELETE SET NULL,
  -- The application before the change.
  status text NOT NULL,
  admin_notes text,
  answer text,
  handled_by integer REFERENCES users ON DELETE SET NULL,
  handled_at timestamptz,
  PRIMARY KEY (application_id, changed_by)
);
CREATE INDEX application_undos_changed_by ON application_undos (changed_by);
CREATE INDEX application_undos_handled_by ON application_undos (handled_by);
CREATE INDEX application_undos_notice ON application_undos (notice_id);

-- The name that ids outside the site are made with (RFC 4151): feed readers and calendar programs know entries by them,
-- so they do not follow a later change of the site's address. Written when it is first needed.
CREATE TABLE tag_authority (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  name text NOT NULL CHECK (name ~ '^[a-z0-9.-]{1,255}$'),
  -- A day of UTC on which the name was the site's.
  since date NOT NULL DEFAULT ((now() AT TIME ZONE 'UTC'))::date
);

-- When any item last changed, also one that was deleted since. No row without any.
CREATE TABLE news_feed (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  updated_at timestamptz NOT NULL
);

-- Players on the game servers whom the site does not know yet, each where the newest heartbeat lists them, so that one
-- who moves between two servers counts once. Unlogged, like `presence_players`: the next heartbeat says it again.
CREATE UNLOGGED TABLE presence_unknown (
  -- SHA-256 of the kind and value of the identity: who was deleted is unknown again, and only counted.
  player bytea PRIMARY KEY,
  server_id integer NOT NULL,
  part smallint NOT NULL,
  mode text,
  FOREIGN KEY (server_id, part) REFERENCES presence_parts(server_id, part) ON DELETE CASCADE
);
CREATE INDEX presence_unknown_part ON presence_unknown (server_id, part);

-- How many matches a game type has, without voided ones: a merge of modes says it before it is confirmed, and nobody
-- has to count the ledger for that. Written by the triggers of match_counts.
CREATE TABLE match_totals (
  -- As the match names it: what it counts for is resolved on read.
  game_type text,
  -- As in row_counts: the number is the sum of all shards, of which one may be below zero.
  shard smallint,
  total integer NOT NULL,
  PRIMARY KEY (game_type, shard)
) WITH (fillfactor = 50);

-- When newsletters were queued lately: each takes a row whose last one is a day old, so that there are no more a day
-- than rows, however many are published at once, deleted or taken back (newslettersPerDay in
-- src/contract/content/news.ts).
CREATE TABLE newsletter_slots (
  number smallint PRIMARY KEY,
  taken_at timestamptz NOT NULL DEFAULT '-infinity'::timestamptz,
  news_id integer REFERENCES news ON DELETE SET NULL
);

-- The functions, views and triggers that a file of sql/ was applied for. The present text of each is there; up to here
-- migrations hold it.
CREATE TABLE applied_sql (
  name text PRIMARY KEY,
  -- SHA-256 of the statement.
  checksum text NOT NULL,
  -- Of sql/revision.json: a release leaves alone what a newer one wrote.
  revision integer NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- What became of each job, of all processes together: each adds its figures every 15 s. Unlogged, like
-- `presence_parts`: the processes say it again.
CREATE UNLOGGED TABLE job_states (
  name text PRIMARY KEY,
  every_ms integer NOT NULL,
  runs bigint NOT NULL,
  failures bigint NOT NULL,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- Class and message of the newest failure, as in the log.
  last_error text CHECK (length(last_error) <= 500),
  -- Counted up to 1,000; null for a job without a queue.
  waiting integer,
  waiting_since timestamptz,
  -- Since when processes say something about it without a gap.
  watched_since timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- The program says which kinds there are and writes them here before it serves
-- (src/contract/notifications/notification-kinds.ts): a new kind needs no migration.
CREATE TABLE notification_kinds (
  kind text PRIMARY KEY,
  -- Channels of members who chose none.
  channels text[] NOT NULL CHECK (channels <@ ARRAY['site', 'mail', 'push', 'game']),
  -- Mailed at once to who wants one mail a day.
  is_mailed_at_once boolean NOT NULL
);

-- Kinds that a member does not want. What is not listed is wanted; `account` cannot be muted.
CREATE TABLE notification_choices (
  user_id integer CONSTRAINT muted_notifications_user_id_not_null NOT NULL CONSTRAINT muted_notifications_user_id_fkey
    REFERENCES users ON DELETE CASCADE,
  kind text CONSTRAINT muted_notifications_kind_not_null NOT NULL REFERENCES notification_kinds(kind),
  channels text[] NOT NULL CHECK (channels <@ ARRAY['site', 'mail', 'push', 'game']),
  PRIMARY KEY (user_id, kind),
  CONSTRAINT notification_choices_account CHECK (kind <> 'account' OR ('site' = ANY (channels)))
);

-- Whether staff need a second factor for their rank in game, as the process that started last was configured: two with
-- different settings would send a rank to game servers and take it back again and again.
CREATE TABLE sent_rank_requirement (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  second_factor boolean NOT NULL
);

-- What was set in the browser. The newest revision of a scope is in force; each names the one that it replaced, so that
-- two people cannot replace the same one.
CREATE TABLE settings_revisions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope text NOT NULL CHECK (length(scope) BETWEEN 1 AND 100),
  -- Null: back to what was shipped.
  value jsonb CHECK (length(value::text) <= 300000),
  -- 0: the first.
  base integer NOT NULL,
  by integer REFERENCES users ON DELETE SET NULL,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT settings_revisions_base_key UNIQUE (scope, base)
);
CREATE INDEX settings_revisions_newest ON settings_revisions (scope, id DESC);

INSERT INTO modes (key, name, category, icon, listed, in_overall, position, made_by) VALUES
  ('nodebuff', 'NoDebuff', 'duels', 'potion', true, true, 0, 'release'),
  ('boxing', 'Boxing', 'duels', 'glove', true, true, 1, 'release'),
  ('bedfight', 'Bedfight', 'duels', 'bed', true, true, 2, 'release'),
  ('bridge', 'Bridge', 'duels', 'bridge', true, true, 3, 'release'),
  ('fireball', 'Fireball', 'duels', 'fireball', true, true, 4, 'release'),
  ('sumo', 'Sumo', 'duels', 'wrestler', true, true, 5, 'release'),
  ('nodebuff_ffa', 'NoDebuff FFA', 'ffa', 'potion', false, false, 6, 'release'),
  ('sumo_ffa', 'Sumo FFA', 'ffa', 'wrestler', false, false, 7, 'release'),
  ('build_ffa', 'Build FFA', 'ffa', 'blocks', false, false, 8, 'release'),
  ('nemoslap', 'Nemo Slap', 'ffa', 'fish', false, false, 9, 'release'),
  ('conformance', 'Conformance', 'other', 'sword', false, false, 10, 'reserved');

INSERT INTO identity_hash_key (key) VALUES (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

INSERT INTO newsletter_key (key) VALUES (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

INSERT INTO newsletter_slots (number) VALUES (1), (2), (3);

INSERT INTO notification_kinds (kind, channels, is_mailed_at_once) VALUES
  ('reply', '{site}', false),
  ('like', '{site}', false),
  ('follow', '{site}', false),
  ('report', '{site}', false),
  ('event', '{site}', true),
  ('season', '{site}', false),
  ('news', '{site}', false),
  ('appeal', '{site,mail}', false),
  ('ruling', '{site}', false),
  ('application', '{site,mail}', false),
  ('staff', '{site}', false),
  ('account', '{site,mail}', true);
