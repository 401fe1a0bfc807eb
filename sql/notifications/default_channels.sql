CREATE OR REPLACE FUNCTION default_channels(kind text) RETURNS text[] LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN kind IN ('appeal', 'application', 'account') THEN ARRAY['site', 'mail'] ELSE ARRAY['site'] END;
