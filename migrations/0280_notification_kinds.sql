-- The program says which kinds there are and writes them here before it serves
-- (src/contract/notifications/notification-kinds.ts): a new kind needs no migration.
CREATE TABLE notification_kinds (
  kind text PRIMARY KEY,
  -- Channels of members who chose none.
  channels text[] NOT NULL CHECK (channels <@ ARRAY['site', 'mail', 'push', 'game']),
  -- Mailed at once to who wants one mail a day.
  is_mailed_at_once boolean NOT NULL
);
INSERT INTO notification_kinds (kind, channels, is_mailed_at_once)
SELECT kind, default_channels(kind), kind IN ('account', 'event')
FROM unnest(ARRAY['reply', 'like', 'follow', 'report', 'event', 'season', 'news', 'appeal', 'ruling', 'application',
  'staff', 'account']) AS kind;

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notification_choices DROP CONSTRAINT notification_choices_kind_check;
ALTER TABLE notification_choices ADD FOREIGN KEY (kind) REFERENCES notification_kinds;
