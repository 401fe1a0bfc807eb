-- What a match costs in bytes, made smaller (docs/decisions/0040-bytes-of-a-match.md). No match changes.

-- Boards of past weeks and months are not kept. The sweep deletes them; here they are only left behind.
LOCK TABLE player_stats IN ACCESS EXCLUSIVE MODE;
ALTER TABLE player_stats RENAME TO old_stats;

-- A player on a board: the columns of before, in an order without gaps. A sum reaches the end of an integer after
-- 214,748 matches with the largest figures that are accepted.
CREATE TABLE player_stats (
  user_id integer NOT NULL,
  board_id integer NOT NULL,
  -- Ranked matches that count, draws included; without any there is no row.
  matches integer NOT NULL,
  kills integer NOT NULL,
  deaths integer NOT NULL,
  assists integer NOT NULL,
  wins integer NOT NULL,
  losses integer NOT NULL,
  points integer NOT NULL,
  win_streak integer NOT NULL,
  best_streak integer NOT NULL,
  bucket integer NOT NULL GENERATED ALWAYS AS (board_bucket(points, wins, deaths)) STORED,
  -- The newest match that counts: one that is newer extends the streaks, an older one has them computed anew.
  last_ended_at timestamptz NOT NULL,
  last_match_id uuid NOT NULL
-- Every match moves its players in the index: freed room is soon used again, and never on the page of the row before.
) WITH (autovacuum_vacuum_scale_factor = 0.05);

INSERT INTO player_stats (user_id, board_id, matches, kills, deaths, assists, wins, losses, points, win_streak,
    best_streak, last_ended_at, last_match_id)
  SELECT user_id, board_id, matches, kills, deaths, assists, wins, losses, points, win_streak, best_streak,
    last_ended_at, last_match_id
  FROM old_stats JOIN boards ON boards.id = board_id
  WHERE period = 'all' OR starts_on >= date_trunc(period, now() AT TIME ZONE 'UTC')::date
  ORDER BY user_id, board_id;
DROP TABLE old_stats;

-- The player first: it finds all boards of a player, and a player of a board.
ALTER TABLE player_stats ADD PRIMARY KEY (user_id, board_id),
  ADD FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE,
  ADD FOREIGN KEY (board_id) REFERENCES boards,
  ADD CHECK (matches > 0);
-- The order of a board. The bucket comes first, and does not change it: it grows with what follows.
CREATE INDEX player_stats_order ON player_stats (board_id, bucket DESC, points DESC, wins DESC, deaths, user_id);

-- Ids of events come in the order of time, and are deleted in it.
DROP INDEX ingest_events_received;
CREATE INDEX ingest_events_received ON ingest_events USING brin (received_at);

-- Matches of one player that end in the same millisecond are few: they need not be in order here.
DROP INDEX match_players_history;
CREATE INDEX match_players_history ON match_players (identity_id, ended_at);
