-- Completes a notification by its type and by the channels that its member chose. One of a muted kind leaves nothing.
CREATE OR REPLACE FUNCTION route_notification() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wanted text[];
BEGIN
  -- 0.2.0 stores a removed comment as a text without a title.
  IF NEW.title IS NULL AND NEW.text IS NOT NULL THEN NEW.type := coalesce(NEW.type, 'comment_removed'); END IF;
  IF NEW.type IS NOT NULL THEN
    NEW.kind := (SELECT kind FROM notification_types WHERE type = NEW.type);
    NEW.event_key := coalesce(NEW.event_key, NEW.type || ':' || NEW.id);
  END IF;
  wanted := wanted_channels(NEW.user_id, NEW.kind);
  IF wanted = '{}' THEN RETURN NULL; END IF;
  -- Whatever the way, no blocked member reaches who blocked them (docs/fair-play.md).
  IF EXISTS (SELECT FROM blocks_in_force WHERE blocker_id = NEW.user_id AND blocked_id = notification_actor(NEW)) THEN
    RETURN NULL;
  END IF;
  NEW.on_site := 'site' = ANY (wanted);
  -- A notice that other channels deliver does not wait on the profile.
  IF NOT NEW.on_site AND NEW.type IS NOT NULL THEN NEW.seen_at := now(); END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER notifications_route BEFORE INSERT ON notifications
  FOR EACH ROW EXECUTE FUNCTION route_notification();
