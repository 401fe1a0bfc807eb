-- Muted: what the player achieves leaves the follower no notification, and nothing on their home page.
ALTER TABLE follows ADD COLUMN is_muted boolean NOT NULL DEFAULT false;

-- Who follows the notified member; the notification goes with that account.
ALTER TABLE notifications ADD COLUMN follower_id integer REFERENCES users ON DELETE CASCADE;
CREATE INDEX notifications_follower ON notifications (follower_id) WHERE follower_id IS NOT NULL;
