-- A void before its match finds none, and the match is not counted when it comes. An excluded match is not counted
-- already.
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

CREATE OR REPLACE TRIGGER match_voids_uncounted AFTER INSERT ON match_voids REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_matches();
