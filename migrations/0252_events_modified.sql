-- When an event last changed, for calendar programs. A trigger writes it, because the previous release does not.
ALTER TABLE events ADD COLUMN modified_at timestamptz NOT NULL DEFAULT now();
UPDATE events SET modified_at = created_at;

-- Never backwards, also when the clock was set back.
CREATE FUNCTION touch_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.modified_at := greatest(OLD.modified_at, statement_timestamp());
  RETURN NEW;
END
$$;
CREATE TRIGGER events_touch BEFORE UPDATE ON events
  FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION touch_event();
