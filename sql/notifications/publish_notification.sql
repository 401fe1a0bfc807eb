-- Publishes, after the commit, whose notifications changed.
CREATE OR REPLACE FUNCTION publish_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('channel', 'notifications',
    'payload', json_build_object('userId', NEW.user_id))::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER notifications_live AFTER INSERT OR UPDATE ON notifications
  FOR EACH ROW WHEN (NEW.on_site) EXECUTE FUNCTION publish_notification();
