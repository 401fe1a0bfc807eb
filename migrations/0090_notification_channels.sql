-- Notifications reach a member by channels: the site, mail and chat in game. A row holds the channels that a member
-- chose for a kind; without a row the defaults hold. A kind without channels is muted: nothing of it is stored.
ALTER TABLE muted_notifications RENAME TO notification_choices;
ALTER TABLE notification_choices RENAME CONSTRAINT muted_notifications_pkey TO notification_choices_pkey;
ALTER TABLE notification_choices ADD COLUMN channels text[] NOT NULL DEFAULT '{}'
  CHECK (channels <@ ARRAY['site', 'mail', 'game']);
ALTER TABLE notification_choices ALTER COLUMN channels DROP DEFAULT;
ALTER TABLE notification_choices DROP CONSTRAINT muted_notifications_kind_check;
ALTER TABLE notification_choices ADD CONSTRAINT notification_choices_kind_check CHECK (kind IN ('reply', 'like',
  'follow', 'report', 'event', 'season', 'news', 'appeal', 'ruling', 'application', 'staff', 'account'));
-- What staff do about an account always appears on the site.
ALTER TABLE notification_choices ADD CONSTRAINT notification_choices_account
  CHECK (kind <> 'account' OR 'site' = ANY (channels));

CREATE FUNCTION default_channels(kind text) RETURNS text[] LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN kind IN ('appeal', 'application', 'account') THEN ARRAY['site', 'mail'] ELSE ARRAY['site'] END;

CREATE FUNCTION wanted_channels(member_id integer, of_kind text) RETURNS text[] LANGUAGE sql STABLE
  RETURN coalesce((SELECT channels FROM notification_choices WHERE user_id = member_id AND kind = of_kind),
    default_channels(of_kind));

-- False where the member wants it by other channels only.
ALTER TABLE notifications ADD COLUMN on_site boolean NOT NULL DEFAULT true;

CREATE FUNCTION route_notification() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wanted text[] := wanted_channels(NEW.user_id, NEW.kind);
BEGIN
  IF wanted = '{}' THEN RETURN NULL; END IF;
  NEW.on_site := 'site' = ANY (wanted);
  RETURN NEW;
END $$;
CREATE TRIGGER notifications_route BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION route_notification();

CREATE OR REPLACE FUNCTION skip_muted_notice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wanted text[] := wanted_channels(NEW.user_id, notification_kind(NEW.kind));
BEGIN
  IF wanted = '{}' THEN RETURN NULL; END IF;
  -- Not for the profile: other channels tell it.
  IF NOT 'site' = ANY (wanted) THEN NEW.seen_at := now(); END IF;
  RETURN NEW;
END $$;

DROP TRIGGER notifications_live ON notifications;
CREATE TRIGGER notifications_live AFTER INSERT OR UPDATE ON notifications
  FOR EACH ROW WHEN (NEW.on_site) EXECUTE FUNCTION publish_notification();

-- One notification by one channel other than the site. A collapsed notification that is told again is delivered again.
CREATE TABLE notification_deliveries (
  -- Names the mail: the same at each attempt.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notification_id integer NOT NULL REFERENCES notifications ON DELETE CASCADE ON UPDATE CASCADE,
  channel text NOT NULL CHECK (channel IN ('mail', 'game')),
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- The next attempt. A process that makes one moves it ahead first, so that no other makes it meanwhile.
  due_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  done_at timestamptz,
  UNIQUE (notification_id, channel)
);
CREATE INDEX notification_deliveries_due ON notification_deliveries (channel, due_at) WHERE done_at IS NULL;
CREATE INDEX notification_deliveries_done ON notification_deliveries (done_at) WHERE done_at IS NOT NULL;

-- Queued in the transaction of the notification, where the member can be reached by that channel.
CREATE FUNCTION queue_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notification_deliveries (notification_id, channel)
  SELECT NEW.id, channel FROM unnest(wanted_channels(NEW.user_id, NEW.kind)) AS channel
  WHERE channel = 'mail' AND EXISTS (SELECT FROM users JOIN verified_emails ON verified_emails.user_id = users.id
      AND verified_emails.email = users.email WHERE users.id = NEW.user_id)
    OR channel = 'game' AND EXISTS (SELECT FROM game_identities WHERE user_id = NEW.user_id)
  ON CONFLICT (notification_id, channel) DO UPDATE
    SET id = DEFAULT, created_at = now(), attempts = 0, due_at = now(), last_error = NULL, done_at = NULL;
  RETURN NULL;
END $$;
-- Named to fire after the foreign key has given its deliveries the new id.
CREATE TRIGGER notifications_queue_deliveries AFTER INSERT OR UPDATE OF id ON notifications
  FOR EACH ROW EXECUTE FUNCTION queue_deliveries();

-- The address in mails of one kind that ends them: its token alone says whose and which.
CREATE TABLE mail_unsubscribes (
  token uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  UNIQUE (user_id, kind)
);

-- What is only news for a while is not sent to game servers later.
ALTER TABLE outbox ADD COLUMN expires_at timestamptz;

-- The state of an application is mailed as a notification now.
UPDATE outbox SET done_at = now() WHERE channel = 'mail' AND type = 'application.status' AND done_at IS NULL;
