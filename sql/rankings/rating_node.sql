-- The group of a rating in the histogram. Stored in rating_counts: a changed text needs a migration that counts again.
CREATE OR REPLACE FUNCTION rating_node(rating integer, is_coarse boolean) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN floor(rating / CASE WHEN is_coarse THEN 6400.0 ELSE 100.0 END)::integer;
