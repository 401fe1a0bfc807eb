-- The parts of a name, three characters each: a name that contains a fragment has all parts of the fragment. Unlike
-- pg_trgm it knows every script, whatever the database's locale. Unsafe only for the planner's sake: a search reads a
-- few hundred rows, and starting parallel workers for them costs several times as much.
-- Stored in indexes: a changed text needs a migration that builds them again.
CREATE OR REPLACE FUNCTION name_parts(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL UNSAFE COST 1000
  RETURN (SELECT coalesce(array_agg(DISTINCT substr(name, at, 3)), '{}')
    FROM generate_series(1, char_length(name) - 2) AS at);
