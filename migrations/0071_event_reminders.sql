-- Who registered for an event is reminded of it: an hour and ten minutes before it starts.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('reply', 'like', 'report', 'event', 'appeal', 'ruling', 'application', 'account'));
ALTER TABLE muted_notifications DROP CONSTRAINT muted_notifications_kind_check;
ALTER TABLE muted_notifications ADD CONSTRAINT muted_notifications_kind_check
  CHECK (kind IN ('reply', 'like', 'report', 'event', 'appeal', 'ruling', 'application'));
ALTER TABLE notifications ADD COLUMN event_id integer REFERENCES events ON DELETE CASCADE;
CREATE INDEX notifications_event ON notifications (event_id) WHERE event_id IS NOT NULL;
