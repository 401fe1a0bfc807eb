-- One letter finds by index the players who had a name that begins with it, and a whole name those who had it
-- (sql/accounts/former_name_parts.sql).
DROP INDEX users_former_names;
CREATE OR REPLACE FUNCTION former_name_parts(names text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL UNSAFE COST 1000
  RETURN (SELECT coalesce(array_agg(DISTINCT part), '{}')
    FROM unnest(names) AS name CROSS JOIN LATERAL unnest(name_parts('  ' || folded(name) || '  ')) AS part);
CREATE INDEX users_former_names ON users USING gin (former_name_parts(former_names)) WHERE former_names <> '{}';
