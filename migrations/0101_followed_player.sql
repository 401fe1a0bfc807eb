-- Whose followers were notified. The text leaves their name to the account, and goes with it.
ALTER TABLE notifications ADD COLUMN player_id integer REFERENCES users ON DELETE CASCADE;
CREATE INDEX notifications_player ON notifications (player_id) WHERE player_id IS NOT NULL;
