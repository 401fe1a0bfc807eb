-- The position of a player in the histogram of a board: a whole number that never falls as the player rises. Its upper
-- part is the points: exact below 1,024, then 256 groups for each doubling. Where points are exact many players share
-- them: below come wins, exact up to 63, and where those are exact, fewer deaths; a byte each. A total may be negative:
-- negative points are grouped like positive ones, mirrored.
-- Stored in player_stats.bucket: a changed text needs a migration that computes the column and board_counts again.
CREATE OR REPLACE FUNCTION board_bucket(points bigint, wins integer, deaths bigint) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sign(points)::integer * number_group(abs(points), 10, 8) * 65536 + CASE
    WHEN abs(points) >= 1024 THEN 0
    WHEN wins >= 64 THEN least(number_group(wins, 6, 4), 255) * 256 + 255
    ELSE wins * 256 + 255 - least(number_group(deaths, 6, 4), 255)
  END;
