-- What the boards show: projections of the ledger, written in the transaction of the match and rebuildable
-- (`cli ledger rebuild`).

-- A board: one game type (overall is the sum of the six) in one period. Made when its first match arrives.
CREATE TABLE boards (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game_type text NOT NULL
    CHECK (game_type IN ('overall', 'nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo')),
  period text NOT NULL CHECK (period IN ('all', 'month', 'week')),
  -- First UTC day of the calendar month or ISO week in which matches end; 1970-01-01 for all time.
  starts_on date NOT NULL,
  UNIQUE (game_type, period, starts_on)
);

-- Numbers in groups that never fall as the number rises: exact below 2^exact, then 2^fine groups for each doubling.
CREATE FUNCTION number_group(number bigint, exact integer, fine integer) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN number < 1 << exact THEN greatest(number, 0)
    -- 64 - position of the first set bit: the whole part of the binary logarithm.
    ELSE (1 << exact) + ((64 - exact - position(B'1' IN number::bit(64))) << fine)
      + ((number >> (64 - fine - position(B'1' IN number::bit(64)))) & ((1 << fine) - 1))
  END::integer;

-- The place of a player in the histogram of a board, a whole number that never falls as the player rises. Its upper
-- part is the points: exact below 1,024, then 256 groups for each doubling. Where points are exact many players share
-- them: below come wins, exact up to 63, and where those are exact, fewer deaths; a byte each.
CREATE FUNCTION board_bucket(points bigint, wins integer, deaths bigint) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN number_group(points, 10, 8) * 65536 + CASE
    WHEN points >= 1024 THEN 0
    WHEN wins >= 64 THEN least(number_group(wins, 6, 4), 255) * 256 + 255
    ELSE wins * 256 + 255 - least(number_group(deaths, 6, 4), 255)
  END;

-- A player on a board. Sums are raw: points may be below zero, shown and ordered is shown_points.
CREATE TABLE player_stats (
  board_id integer NOT NULL REFERENCES boards,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Ranked matches that count, draws included; without any there is no row.
  matches integer NOT NULL CHECK (matches > 0),
  kills bigint NOT NULL,
  deaths bigint NOT NULL,
  assists bigint NOT NULL,
  wins integer NOT NULL,
  losses integer NOT NULL,
  points bigint NOT NULL,
  win_streak integer NOT NULL,
  best_streak integer NOT NULL,
  -- The newest match that counts: one that is newer extends the streaks, an older one has them computed anew.
  last_ended_at timestamptz NOT NULL,
  last_match_id uuid NOT NULL,
  shown_points bigint NOT NULL GENERATED ALWAYS AS (greatest(points, 0)) STORED,
  bucket integer NOT NULL GENERATED ALWAYS AS (board_bucket(points, wins, deaths)) STORED,
  PRIMARY KEY (board_id, user_id)
) WITH (fillfactor = 85);

CREATE INDEX player_stats_user ON player_stats (user_id);

-- The order of a board. The bucket comes first, and does not change it: it grows with what follows.
CREATE INDEX player_stats_order ON player_stats (board_id, bucket DESC, shown_points DESC, wins DESC, deaths, user_id);

-- How many players of a board have a bucket with these upper bits: a tree of four levels, each node at most 256 (at the
-- top some 80) wide. The way down to a position, or up from one, reads a few hundred of these rows, and then looks
-- inside one bucket by the index, whatever the number of players. Rows may stay behind with 0 players.
CREATE TABLE board_counts (
  board_id integer NOT NULL REFERENCES boards,
  -- How many bits of the bucket are dropped: 22, 16, 8, 0. Points of 1,024 and more have only the first two.
  shift smallint NOT NULL CHECK (shift IN (22, 16, 8, 0)),
  -- bucket >> shift
  node integer NOT NULL,
  players integer NOT NULL,
  PRIMARY KEY (board_id, shift, node)
) WITH (fillfactor = 50);

-- The parts of a name, three characters each: a name that contains a fragment has all parts of the fragment. Unlike
-- pg_trgm it knows every script, whatever the database's locale. Unsafe only for the planner's sake: a search reads a
-- few hundred rows, and starting parallel workers for them costs several times as much.
CREATE FUNCTION name_parts(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL UNSAFE COST 1000
  RETURN (SELECT coalesce(array_agg(DISTINCT substr(name, at, 3)), '{}')
    FROM generate_series(1, char_length(name) - 2) AS at);

CREATE INDEX users_shown_name_parts ON users USING gin (name_parts(lower(shown_name)));
-- Whole names and beginnings, in any collation.
CREATE INDEX users_shown_name ON users (lower(shown_name) text_pattern_ops);
