-- Hours in which a member gets no mail and no push; the site and chat in game go on. By the clock of their time zone,
-- until past midnight where they start later than they end.
CREATE TABLE quiet_hours (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  starts_at time NOT NULL,
  ends_at time NOT NULL,
  -- A name of the IANA database, such as Europe/Berlin.
  time_zone text NOT NULL CHECK (char_length(time_zone) BETWEEN 1 AND 60),
  CONSTRAINT quiet_hours_span CHECK (starts_at <> ends_at)
);

-- When the quiet hours that `at` is in end; null outside of them. An end that the clock skips is the time that it skips
-- to; of one that it shows twice, the second.
CREATE FUNCTION quiet_until(member_id integer, at timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  quiet quiet_hours;
  today date;
  clock time;
BEGIN
  SELECT * INTO quiet FROM quiet_hours WHERE user_id = member_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  BEGIN
    today := (at AT TIME ZONE quiet.time_zone)::date;
    clock := (at AT TIME ZONE quiet.time_zone)::time;
    IF quiet.starts_at < quiet.ends_at THEN
      IF clock < quiet.starts_at OR clock >= quiet.ends_at THEN RETURN NULL; END IF;
    ELSIF clock >= quiet.starts_at THEN
      today := today + 1;
    ELSIF clock >= quiet.ends_at THEN
      RETURN NULL;
    END IF;
    RETURN (today + quiet.ends_at) AT TIME ZONE quiet.time_zone;
  EXCEPTION WHEN invalid_parameter_value THEN
    -- A restored database may know fewer time zones: nothing waits then.
    RETURN NULL;
  END;
END $$;

-- Until when a delivery waits at `at`; null where it need not. Mails about the account do not wait.
CREATE FUNCTION delivery_hold(member_id integer, of_kind text, channel text, at timestamptz) RETURNS timestamptz
  LANGUAGE sql STABLE
  RETURN CASE WHEN channel = 'push' OR channel = 'mail' AND of_kind <> 'account' THEN quiet_until(member_id, at) END;

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
    SET id = DEFAULT, created_at = now(), attempts = 0, due_at = excluded.due_at, last_error = NULL, done_at = NULL;
  RETURN NULL;
END $$;
