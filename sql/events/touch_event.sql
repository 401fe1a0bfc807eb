-- Never backwards, also when the clock was set back.
CREATE OR REPLACE FUNCTION touch_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.modified_at := greatest(OLD.modified_at, statement_timestamp());
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER events_touch BEFORE UPDATE ON events
  FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION touch_event();
