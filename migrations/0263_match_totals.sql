-- How many matches a game type has, without voided ones: a merge of modes says it before it is confirmed, and nobody has
-- to count the ledger for that. Written by the triggers of match_counts.
CREATE TABLE match_totals (
  -- As the match names it: what it counts for is resolved on read.
  game_type text NOT NULL,
  -- As in row_counts: the number is the sum of all shards, of which one may be below zero.
  shard smallint NOT NULL,
  total integer NOT NULL,
  PRIMARY KEY (game_type, shard)
) WITH (fillfactor = 50);

-- Holds both tables still until the functions count and what is there already is counted. In one transaction, therefore
-- here as well as in sql/matches.
LOCK TABLE matches, match_voids IN SHARE ROW EXCLUSIVE MODE;

CREATE OR REPLACE FUNCTION count_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_counts AS counted (day, game_type, shard, total)
  SELECT (ended_at AT TIME ZONE 'UTC')::date, game_type, pg_backend_pid() % 16, count(*)
  FROM added
  WHERE ended_at >= date_trunc('day', now(), 'UTC')
    AND NOT EXISTS (SELECT FROM match_voids AS void WHERE (void.match_id, void.server_id) = (added.match_id, added.server_id))
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, game_type, shard) DO UPDATE SET total = counted.total + excluded.total;
  INSERT INTO match_totals AS counted (game_type, shard, total)
  SELECT game_type, pg_backend_pid() % 16, count(*)
  FROM added
  WHERE NOT EXISTS (SELECT FROM match_voids AS void WHERE (void.match_id, void.server_id) = (added.match_id, added.server_id))
  GROUP BY 1 ORDER BY 1
  ON CONFLICT (game_type, shard) DO UPDATE SET total = counted.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION uncount_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_counts AS counted (day, game_type, shard, total)
  SELECT (ended_at AT TIME ZONE 'UTC')::date, game_type, pg_backend_pid() % 16, -count(*)
  FROM added JOIN matches USING (match_id, server_id)
  WHERE ended_at >= date_trunc('day', now(), 'UTC')
    AND NOT EXISTS (SELECT FROM excluded_matches WHERE excluded_matches.match_id = matches.match_id)
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, game_type, shard) DO UPDATE SET total = counted.total + excluded.total;
  -- A match that a ruling excludes may be restored: it is one of the mode until it is voided.
  INSERT INTO match_totals AS counted (game_type, shard, total)
  SELECT game_type, pg_backend_pid() % 16, -count(*)
  FROM added JOIN matches USING (match_id, server_id)
  GROUP BY 1 ORDER BY 1
  ON CONFLICT (game_type, shard) DO UPDATE SET total = counted.total + excluded.total;
  RETURN NULL;
END $$;

INSERT INTO match_totals (game_type, shard, total)
SELECT game_type, 0, count(*) FROM matches
WHERE NOT EXISTS (SELECT FROM match_voids AS void WHERE (void.match_id, void.server_id) = (matches.match_id, matches.server_id))
GROUP BY 1;
