-- A time zone that this database knows; UTC for one that only the database of a restored backup knew.
CREATE FUNCTION known_zone(name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE name;
  RETURN name;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END $$;

-- When the clock of a time zone next shows this hour, after `at`. An hour that the clock skips is the one that it skips to.
CREATE FUNCTION next_digest(at_hour integer, zone text, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN (
    SELECT min(candidate) FROM generate_series(0, 2) AS days
      CROSS JOIN LATERAL (SELECT ((at AT TIME ZONE known_zone(zone))::date + days + make_time(at_hour, 0, 0))
        AT TIME ZONE known_zone(zone) AS candidate) AS candidates
    WHERE candidate > at
  );

-- Members who want their mails as one a day. Mails about the account and of events that start are sent at once.
CREATE TABLE digest_choices (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
  -- A name of the IANA database, such as Europe/Berlin.
  time_zone text NOT NULL CHECK (char_length(time_zone) BETWEEN 1 AND 60),
  -- The next digest.
  due_at timestamptz NOT NULL
);
CREATE INDEX digest_choices_due ON digest_choices (due_at);

-- Mails that list what is unread: one per member and day, and none where nothing is.
CREATE TABLE digest_mails (
  -- Names the mail: the same at each attempt.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The day in the member's time zone.
  day date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- The next attempt. A process that makes one moves it ahead first, so that no other makes it meanwhile.
  due_at timestamptz NOT NULL,
  last_error text,
  done_at timestamptz,
  CONSTRAINT digest_mails_once UNIQUE (user_id, day)
);
CREATE INDEX digest_mails_due ON digest_mails (due_at) WHERE done_at IS NULL;
CREATE INDEX digest_mails_done ON digest_mails (done_at) WHERE done_at IS NOT NULL;

-- The digest that a mail is part of. One that waits for a digest is due at `infinity`.
ALTER TABLE notification_deliveries ADD COLUMN digest_id bigint REFERENCES digest_mails ON DELETE SET NULL;
CREATE INDEX notification_deliveries_digest ON notification_deliveries (digest_id) WHERE digest_id IS NOT NULL;

CREATE OR REPLACE FUNCTION delivery_hold(member_id integer, of_kind text, channel text, at timestamptz)
  RETURNS timestamptz LANGUAGE sql STABLE
  RETURN CASE
    WHEN channel = 'mail' AND of_kind NOT IN ('account', 'event')
      AND EXISTS (SELECT FROM digest_choices WHERE user_id = member_id) THEN 'infinity'::timestamptz
    WHEN channel = 'push' OR channel = 'mail' AND of_kind <> 'account' THEN quiet_until(member_id, at)
  END;

CREATE OR REPLACE FUNCTION queue_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notification_deliveries (notification_id, channel, subscription_id, due_at)
  SELECT NEW.id, channel, push_subscriptions.id, coalesce(delivery_hold(NEW.user_id, NEW.kind, channel, now()), now())
  FROM unnest(wanted_channels(NEW.user_id, NEW.kind)) AS channel
    LEFT JOIN push_subscriptions ON channel = 'push' AND push_subscriptions.user_id = NEW.user_id
  WHERE channel = 'mail' AND EXISTS (SELECT FROM users JOIN verified_emails ON verified_emails.user_id = users.id
      AND verified_emails.email = users.email WHERE users.id = NEW.user_id)
    OR channel = 'game' AND EXISTS (SELECT FROM game_identities WHERE user_id = NEW.user_id)
    OR push_subscriptions.id IS NOT NULL
  ON CONFLICT (notification_id, channel, subscription_id) DO UPDATE
    SET id = DEFAULT, created_at = now(), attempts = 0, due_at = excluded.due_at, last_error = NULL, done_at = NULL,
      digest_id = NULL;
  RETURN NULL;
END $$;
