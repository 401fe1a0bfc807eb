-- The parts of former names, as `name_parts` has them of one name. Two spaces, which no folded name has, stand before and
-- behind each name, so that one or two letters find the names that begin with them, and a whole name finds itself.
-- Stored in indexes: a changed text needs a migration that builds them again.
CREATE OR REPLACE FUNCTION former_name_parts(names text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL UNSAFE COST 1000
  RETURN (SELECT coalesce(array_agg(DISTINCT part), '{}')
    FROM unnest(names) AS name CROSS JOIN LATERAL unnest(name_parts('  ' || folded(name) || '  ')) AS part);
