-- The keys by which push services know the site (VAPID). The site makes them at its first start; with others, all
-- subscriptions would be void.
CREATE TABLE push_keys (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Base64url of a point of P-256, and of its private key, which is a secret.
  public_key text NOT NULL CHECK (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  private_key text NOT NULL CHECK (private_key ~ '^[A-Za-z0-9_-]{43}$')
);

-- Browsers that members want push notifications in. One ends with its session, and when its push service says so.
CREATE TABLE push_subscriptions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  session_id integer NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
  -- Where the push service takes messages for this browser. Anyone who knows it and the keys can write to it.
  endpoint text NOT NULL UNIQUE CHECK (endpoint LIKE 'https://%' AND char_length(endpoint) <= 1000),
  -- The browser's keys, by which messages are encrypted, in base64url.
  p256dh text NOT NULL CHECK (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text NOT NULL CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);

ALTER TABLE notification_choices DROP CONSTRAINT notification_choices_channels_check;
ALTER TABLE notification_choices ADD CONSTRAINT notification_choices_channels_check
  CHECK (channels <@ ARRAY['site', 'mail', 'push', 'game']);

-- By push, a notification has one delivery per browser.
ALTER TABLE notification_deliveries DROP CONSTRAINT notification_deliveries_channel_check;
ALTER TABLE notification_deliveries ADD CONSTRAINT notification_deliveries_channel_check
  CHECK (channel IN ('mail', 'push', 'game'));
-- No foreign key: backups hold deliveries without subscriptions. A delivery to a browser that is gone ends when it is due.
ALTER TABLE notification_deliveries ADD COLUMN subscription_id integer;
ALTER TABLE notification_deliveries ADD CONSTRAINT notification_deliveries_subscription
  CHECK ((channel = 'push') = (subscription_id IS NOT NULL));
ALTER TABLE notification_deliveries DROP CONSTRAINT notification_deliveries_notification_id_channel_key;
ALTER TABLE notification_deliveries ADD CONSTRAINT notification_deliveries_once
  UNIQUE NULLS NOT DISTINCT (notification_id, channel, subscription_id);

CREATE OR REPLACE FUNCTION queue_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notification_deliveries (notification_id, channel, subscription_id)
  SELECT NEW.id, channel, push_subscriptions.id FROM unnest(wanted_channels(NEW.user_id, NEW.kind)) AS channel
    LEFT JOIN push_subscriptions ON channel = 'push' AND push_subscriptions.user_id = NEW.user_id
  WHERE channel = 'mail' AND EXISTS (SELECT FROM users JOIN verified_emails ON verified_emails.user_id = users.id
      AND verified_emails.email = users.email WHERE users.id = NEW.user_id)
    OR channel = 'game' AND EXISTS (SELECT FROM game_identities WHERE user_id = NEW.user_id)
    OR push_subscriptions.id IS NOT NULL
  ON CONFLICT (notification_id, channel, subscription_id) DO UPDATE
    SET id = DEFAULT, created_at = now(), attempts = 0, due_at = now(), last_error = NULL, done_at = NULL;
  RETURN NULL;
END $$;
