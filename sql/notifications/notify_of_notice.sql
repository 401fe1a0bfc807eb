-- Each notice is a notification, and is read there once it is dismissed on the profile.
CREATE OR REPLACE FUNCTION notify_of_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO notifications (user_id, kind, event_key, notice_id)
    VALUES (NEW.user_id, notification_kind(NEW.kind), 'notice:' || NEW.id, NEW.id);
  ELSIF NEW.seen_at IS NOT NULL AND OLD.seen_at IS NULL THEN
    UPDATE notifications SET read_at = NEW.seen_at WHERE notice_id = NEW.id AND read_at IS NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER notices_notify AFTER INSERT OR UPDATE OF seen_at ON notices
  FOR EACH ROW EXECUTE FUNCTION notify_of_notice();
