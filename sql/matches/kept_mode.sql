-- The mode that a key counts for.
CREATE OR REPLACE FUNCTION kept_mode(key text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((SELECT merged_into FROM modes WHERE modes.key = $1), $1);
