-- The key of a mode by its name; the names that ship have keys of their own.
CREATE OR REPLACE FUNCTION mode_slug(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE lower(name) WHEN 'the bridge' THEN 'bridge' WHEN 'fireball fight' THEN 'fireball'
    WHEN 'nemo slap' THEN 'nemoslap'
    ELSE (SELECT CASE WHEN char_length(slug) < 2 THEN 'mode' ELSE slug END FROM (SELECT
      trim(BOTH '_' FROM left(trim(BOTH '_' FROM regexp_replace(lower(name), '[^abcdefghijklmnopqrstuvwxyz0123456789]+',
        '_', 'g')), 32)) AS slug) AS made) END;
