-- A match of a day that is over is not counted: those rows are purged.
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

CREATE OR REPLACE TRIGGER matches_counted AFTER INSERT ON matches REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_matches();
