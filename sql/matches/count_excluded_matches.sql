-- Keeps excluded matches out of match_counts.
CREATE OR REPLACE FUNCTION count_excluded_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_counts AS counted (day, game_type, shard, total)
  SELECT (ended_at AT TIME ZONE 'UTC')::date, game_type, pg_backend_pid() % 16, count(*) * TG_ARGV[0]::int
  FROM changed JOIN matches USING (match_id)
  WHERE ended_at >= date_trunc('day', now(), 'UTC')
    AND NOT EXISTS (SELECT FROM match_voids AS void WHERE (void.match_id, void.server_id) = (matches.match_id, matches.server_id))
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, game_type, shard) DO UPDATE SET total = counted.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER excluded_matches_uncounted AFTER INSERT ON excluded_matches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_excluded_matches('-1');
CREATE OR REPLACE TRIGGER restored_matches_counted AFTER DELETE ON excluded_matches REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_excluded_matches('1');
