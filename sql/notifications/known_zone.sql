-- A time zone that this database knows; UTC for one that only the database of a restored backup knew.
CREATE OR REPLACE FUNCTION known_zone(name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE name;
  RETURN name;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END $$;
