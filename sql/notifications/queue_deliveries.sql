-- Queued in the transaction of the notification, where the member can be reached by that channel.
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

-- Named to fire after the foreign key has given its deliveries the new id.
CREATE OR REPLACE TRIGGER notifications_queue_deliveries AFTER INSERT OR UPDATE OF id ON notifications
  FOR EACH ROW EXECUTE FUNCTION queue_deliveries();
