-- The season that a match counts for; 0 before the first, in a gap the negative id of the one before.
CREATE OR REPLACE FUNCTION season_at(moment timestamptz) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((SELECT CASE WHEN moment < ends_at THEN id ELSE -id END FROM seasons
    WHERE starts_at <= moment ORDER BY starts_at DESC LIMIT 1), 0);
