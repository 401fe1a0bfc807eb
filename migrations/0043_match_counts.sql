-- How many matches end on a UTC day, by game type: the cards of the minigames page say it of today, and nobody has to
-- count a day's matches for that. Written by triggers, in the transaction of the match or void, whoever writes it.
CREATE TABLE match_counts (
  day date NOT NULL,
  -- As the match names it: what it counts for is resolved on read.
  game_type text NOT NULL,
  -- As in row_counts: the number is the sum of all shards, of which one may be below zero.
  shard smallint NOT NULL,
  total integer NOT NULL,
  PRIMARY KEY (day, game_type, shard)
) WITH (fillfactor = 50);

-- A match of a day that is over is not counted: those rows are purged.
CREATE FUNCTION count_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_counts AS counted (day, game_type, shard, total)
  SELECT (ended_at AT TIME ZONE 'UTC')::date, game_type, pg_backend_pid() % 16, count(*)
  FROM added
  WHERE ended_at >= date_trunc('day', now(), 'UTC')
    AND NOT EXISTS (SELECT FROM match_voids AS void WHERE (void.match_id, void.server_id) = (added.match_id, added.server_id))
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, game_type, shard) DO UPDATE SET total = counted.total + excluded.total;
  RETURN NULL;
END $$;

CREATE TRIGGER matches_counted AFTER INSERT ON matches REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_matches();

-- A void before its match finds none; the match is not counted when it comes.
CREATE FUNCTION uncount_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_counts AS counted (day, game_type, shard, total)
  SELECT (ended_at AT TIME ZONE 'UTC')::date, game_type, pg_backend_pid() % 16, -count(*)
  FROM added JOIN matches USING (match_id, server_id)
  WHERE ended_at >= date_trunc('day', now(), 'UTC')
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, game_type, shard) DO UPDATE SET total = counted.total + excluded.total;
  RETURN NULL;
END $$;

CREATE TRIGGER match_voids_uncounted AFTER INSERT ON match_voids REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_matches();

-- What is there already. The triggers hold both tables still until this is done.
INSERT INTO match_counts (day, game_type, shard, total)
SELECT (ended_at AT TIME ZONE 'UTC')::date, game_type, 0, count(*) FROM matches
WHERE ended_at >= date_trunc('day', now(), 'UTC')
  AND NOT EXISTS (SELECT FROM match_voids AS void WHERE (void.match_id, void.server_id) = (matches.match_id, matches.server_id))
GROUP BY 1, 2;
