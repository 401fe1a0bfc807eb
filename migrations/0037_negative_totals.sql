-- Totals are the plain sum of the matches and may be negative: a total that stopped at zero hid what the next wins were
-- worth. Negative points are grouped like positive ones, mirrored.
CREATE OR REPLACE FUNCTION board_bucket(points bigint, wins integer, deaths bigint) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sign(points)::integer * number_group(abs(points), 10, 8) * 65536 + CASE
    WHEN abs(points) >= 1024 THEN 0
    WHEN wins >= 64 THEN least(number_group(wins, 6, 4), 255) * 256 + 255
    ELSE wins * 256 + 255 - least(number_group(deaths, 6, 4), 255)
  END;

DROP INDEX player_stats_order;
ALTER TABLE player_stats DROP COLUMN shown_points;
CREATE INDEX player_stats_order ON player_stats (board_id, bucket DESC, points DESC, wins DESC, deaths, user_id);

-- Generated columns are computed when a row is written.
UPDATE player_stats SET points = points WHERE points < 0;
DELETE FROM board_counts WHERE board_id IN (SELECT board_id FROM player_stats WHERE points < 0);
INSERT INTO board_counts (board_id, shift, node, players)
  SELECT board_id, shift::smallint, bucket >> shift, count(*)
  FROM player_stats, unnest(CASE WHEN abs(points) < 1024 THEN ARRAY[22, 16, 8, 0] ELSE ARRAY[22, 16] END) AS shift
  WHERE board_id IN (SELECT board_id FROM player_stats WHERE points < 0)
  GROUP BY 1, 2, 3;
