-- A notification has a title and a link of its own, or refers to what it tells of. One without either would be shown as a
-- like of nobody. Older rows are not looked at, so that the start waits for no scan.
ALTER TABLE notifications ADD CONSTRAINT notifications_say_something
  CHECK (num_nonnulls(title, post_id, follower_id, event_id, notice_id, text) > 0) NOT VALID;
