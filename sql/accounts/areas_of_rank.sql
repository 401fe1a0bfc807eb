-- The areas in which a rank holds its power now, also by the key of one that was merged into it; null for all of them.
CREATE OR REPLACE FUNCTION areas_of_rank(rank_key text) RETURNS text[] LANGUAGE sql STABLE
RETURN (
  SELECT areas FROM ranks WHERE key = (SELECT coalesce(merged_into, key) FROM ranks WHERE key = rank_key)
);
