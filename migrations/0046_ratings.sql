-- Ratings (docs/ranked.md): projections of the ledger, computed by a worker in the background and rebuildable
-- (`cli ledger rebuild`). Ratings and deviations are stored times 100, volatilities times 10^9, so that a rebuild gives
-- the same numbers.

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
  CHECK (starts_at < ends_at),
  CHECK (opened_at >= starts_at),
  CHECK (closed_at >= ends_at),
  CONSTRAINT seasons_no_overlap EXCLUDE USING gist (tstzrange(starts_at, ends_at) WITH &&)
);

-- One rating list: a mode with 1v1 (`solo`) or with teams of 2 to 4 (`team`).
CREATE TABLE rating_tracks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mode text NOT NULL REFERENCES modes,
  ladder text NOT NULL CHECK (ladder IN ('solo', 'team')),
  UNIQUE (mode, ladder)
);

-- What a rated match did to the rating of one of its players. By identity, so that linking changes no row; their order
-- is that of match_players.
CREATE TABLE rating_history (
  match_id uuid NOT NULL,
  identity_id integer NOT NULL,
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
  wins integer NOT NULL CHECK (wins BETWEEN 0 AND matches),
  -- Expected score in ten-thousandths.
  expected smallint NOT NULL CHECK (expected BETWEEN 0 AND 10000),
  PRIMARY KEY (match_id, identity_id)
);

-- A player's rating after the newest rated match of a span: the last row of rating_history of the player's identities.
CREATE TABLE ratings (
  track_id integer NOT NULL REFERENCES rating_tracks,
  season_id integer NOT NULL,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
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
  track_id integer NOT NULL REFERENCES rating_tracks,
  season_id integer NOT NULL,
  is_coarse boolean NOT NULL,
  -- rating / 100, or rating / 6400 where coarse
  node integer NOT NULL,
  players integer NOT NULL,
  PRIMARY KEY (track_id, season_id, is_coarse, node)
) WITH (fillfactor = 50);

CREATE FUNCTION rating_node(rating integer, is_coarse boolean) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN floor(rating / CASE WHEN is_coarse THEN 6400.0 ELSE 100.0 END)::integer;

CREATE FUNCTION count_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rating_counts AS kept (track_id, season_id, is_coarse, node, players)
    SELECT track_id, season_id, is_coarse, rating_node(rating, is_coarse), count(*) * TG_ARGV[0]::int
    FROM changed CROSS JOIN (VALUES (true), (false)) AS sizes (is_coarse) WHERE on_board GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (track_id, season_id, is_coarse, node) DO UPDATE SET players = kept.players + excluded.players;
  RETURN NULL;
END $$;
CREATE TRIGGER ratings_counted_in AFTER INSERT ON ratings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ratings('1');
CREATE TRIGGER ratings_counted_out AFTER DELETE ON ratings REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ratings('-1');
CREATE TRIGGER ratings_counted_from AFTER UPDATE ON ratings REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ratings('-1');
CREATE TRIGGER ratings_counted_to AFTER UPDATE ON ratings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ratings('1');

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
  CHECK (num_nonnulls(match_id, user_id, mode) = 1)
);

CREATE FUNCTION queue_match_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rating_queue (match_id)
    SELECT changed.match_id FROM changed JOIN matches USING (match_id) WHERE matches.ranked;
  RETURN NULL;
END $$;
CREATE TRIGGER matches_queue_ratings AFTER INSERT ON matches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION queue_match_ratings();
CREATE TRIGGER match_voids_queue_ratings AFTER INSERT ON match_voids REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION queue_match_ratings();

CREATE FUNCTION queue_player_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rating_queue (user_id) VALUES (OLD.user_id), (NEW.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER game_identities_queue_ratings AFTER UPDATE OF user_id ON game_identities FOR EACH ROW
  WHEN (OLD.user_id <> NEW.user_id) EXECUTE FUNCTION queue_player_ratings();

CREATE FUNCTION queue_mode_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rating_queue (mode) VALUES (NEW.key);
  RETURN NULL;
END $$;
CREATE TRIGGER modes_queue_ratings AFTER UPDATE OF merged_into ON modes FOR EACH ROW
  WHEN (OLD.merged_into IS DISTINCT FROM NEW.merged_into) EXECUTE FUNCTION queue_mode_ratings();

-- The matches that are there already.
INSERT INTO rating_queue (mode) SELECT key FROM modes
  WHERE made_by <> 'reserved' AND EXISTS (SELECT FROM matches WHERE game_type = key AND ranked);
