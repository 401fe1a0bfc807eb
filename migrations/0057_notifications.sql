-- What members are told in the bell: one row per member and event. `kind` is what a member can mute.
CREATE TABLE notifications (
  -- Taken anew when a collapsed row is told again, so that ids order the list.
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('reply', 'like', 'appeal', 'ruling', 'application', 'account')),
  -- Names the event; likes of one post share a key, and so are one row.
  event_key text NOT NULL CHECK (char_length(event_key) BETWEEN 1 AND 60),
  post_id integer REFERENCES posts ON DELETE CASCADE,
  comment_id integer REFERENCES comments ON DELETE CASCADE,
  notice_id integer REFERENCES notices ON DELETE CASCADE,
  -- The most likes that this row has told: only more than that tell it again.
  likes integer NOT NULL DEFAULT 0,
  -- Of a removed comment: what it said, and why staff removed it.
  text text CHECK (char_length(text) <= 500),
  reason text CHECK (char_length(reason) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  UNIQUE (user_id, event_key)
);
CREATE INDEX notifications_newest ON notifications (user_id, id DESC);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;
CREATE INDEX notifications_post ON notifications (post_id);
CREATE INDEX notifications_comment ON notifications (comment_id);
CREATE UNIQUE INDEX notifications_notice ON notifications (notice_id);

-- Kinds that a member does not want. What is not listed is wanted; `account` cannot be muted.
CREATE TABLE muted_notifications (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('reply', 'like', 'appeal', 'ruling', 'application')),
  PRIMARY KEY (user_id, kind)
);

-- The kind of a notice.
CREATE FUNCTION notification_kind(notice_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN notice_kind LIKE 'appeal%' THEN 'appeal'
    WHEN notice_kind IN ('matches_excluded', 'matches_restored', 'rerated') THEN 'ruling'
    WHEN notice_kind LIKE 'application%' THEN 'application'
    ELSE 'account'
  END
$$;

-- A muted kind leaves nothing anywhere.
CREATE FUNCTION skip_muted_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM muted_notifications
    WHERE user_id = NEW.user_id AND kind = notification_kind(NEW.kind)) THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER notices_muted BEFORE INSERT ON notices FOR EACH ROW EXECUTE FUNCTION skip_muted_notice();

-- Each notice is a notification, and is read there once it is dismissed on the profile.
CREATE FUNCTION notify_of_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO notifications (user_id, kind, event_key, notice_id)
    VALUES (NEW.user_id, notification_kind(NEW.kind), 'notice:' || NEW.id, NEW.id);
  ELSIF NEW.seen_at IS NOT NULL AND OLD.seen_at IS NULL THEN
    UPDATE notifications SET read_at = NEW.seen_at WHERE notice_id = NEW.id AND read_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notices_notify AFTER INSERT OR UPDATE OF seen_at ON notices
  FOR EACH ROW EXECUTE FUNCTION notify_of_notice();

-- Every process hears, after the commit, whose bell changed.
CREATE FUNCTION publish_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('channel', 'notifications',
    'payload', json_build_object('userId', NEW.user_id))::text);
  RETURN NULL;
END $$;
CREATE TRIGGER notifications_live AFTER INSERT OR UPDATE ON notifications
  FOR EACH ROW EXECUTE FUNCTION publish_notification();
