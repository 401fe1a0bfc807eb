-- When the quiet hours that `at` is in end; null outside of them. An end that the clock skips is the time that it skips
-- to; of one that it shows twice, the second.
CREATE OR REPLACE FUNCTION quiet_until(member_id integer, at timestamptz) RETURNS timestamptz
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  quiet quiet_hours;
  today date;
  clock time;
BEGIN
  SELECT * INTO quiet FROM quiet_hours WHERE user_id = member_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  BEGIN
    today := (at AT TIME ZONE quiet.time_zone)::date;
    clock := (at AT TIME ZONE quiet.time_zone)::time;
    IF quiet.starts_at < quiet.ends_at THEN
      IF clock < quiet.starts_at OR clock >= quiet.ends_at THEN RETURN NULL; END IF;
    ELSIF clock >= quiet.starts_at THEN
      today := today + 1;
    ELSIF clock >= quiet.ends_at THEN
      RETURN NULL;
    END IF;
    RETURN (today + quiet.ends_at) AT TIME ZONE quiet.time_zone;
  EXCEPTION WHEN invalid_parameter_value THEN
    -- A restored database may know fewer time zones: nothing waits then.
    RETURN NULL;
  END;
END $$;
