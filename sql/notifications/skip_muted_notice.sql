-- A muted kind leaves nothing anywhere.
CREATE OR REPLACE FUNCTION skip_muted_notice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wanted text[] := wanted_channels(NEW.user_id, notification_kind(NEW.kind));
BEGIN
  IF wanted = '{}' THEN RETURN NULL; END IF;
  -- Not for the profile: other channels tell it.
  IF NOT 'site' = ANY (wanted) THEN NEW.seen_at := now(); END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER notices_muted BEFORE INSERT ON notices FOR EACH ROW EXECUTE FUNCTION skip_muted_notice();
