-- Computes the medians again: after ten minutes, and each time while there are few matches.
CREATE OR REPLACE FUNCTION refresh_mode_durations() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- 250 pages hold about 20,000 matches.
  sampled real := least(100, 100 * 250 / greatest(1, pg_relation_size('matches') / 8192)::real);
BEGIN
  IF (SELECT sum(matches) >= 1000 AND max(computed_at) > now() - interval '10 minutes' FROM mode_durations) THEN
    RETURN;
  END IF;
  INSERT INTO mode_durations AS kept (mode, median_ms, matches)
  SELECT coalesce(merged_into, key),
    percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - started_at) * 1000)::int, count(*)
  FROM matches TABLESAMPLE SYSTEM (sampled) JOIN modes ON key = game_type
  -- A day is longer than any match.
  WHERE ranked AND made_by <> 'reserved' AND ended_at < started_at + interval '1 day' GROUP BY 1
  ON CONFLICT (mode) DO UPDATE
    SET median_ms = excluded.median_ms, matches = excluded.matches, computed_at = excluded.computed_at;
END $$;
