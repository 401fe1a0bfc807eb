CREATE OR REPLACE FUNCTION route_notification() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wanted text[] := wanted_channels(NEW.user_id, NEW.kind);
BEGIN
  IF wanted = '{}' THEN RETURN NULL; END IF;
  NEW.on_site := 'site' = ANY (wanted);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER notifications_route BEFORE INSERT ON notifications
  FOR EACH ROW EXECUTE FUNCTION route_notification();
