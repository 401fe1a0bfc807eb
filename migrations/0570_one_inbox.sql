-- A notice is a notification that stays on the profile until it is dismissed: one row instead of two that triggers kept
-- in step. `notices` becomes a view; the previous release reads and writes it as it did the table.

-- What the program says of each type, written before it serves (src/contract/notifications/notice-types.ts).
CREATE TABLE notification_types (
  type text PRIMARY KEY,
  -- A restore empties both before it loads them.
  kind text NOT NULL REFERENCES notification_kinds ON DELETE CASCADE
);
INSERT INTO notification_types (type, kind) VALUES
  ('post_removed', 'account'), ('comment_removed', 'account'), ('restricted', 'account'),
  ('restriction_lifted', 'account'), ('bio_cleared', 'account'), ('picture_cleared', 'account'),
  ('name_cleared', 'account'), ('application_changed', 'application'), ('matches_excluded', 'ruling'),
  ('matches_restored', 'ruling'), ('punished', 'account'), ('punishment_lifted', 'account'),
  ('appeal_answered', 'appeal'), ('appeal_decided', 'appeal'), ('rerated', 'ruling'), ('report_decided', 'report'),
  ('bug_report_changed', 'report'), ('message_answered', 'account'), ('unlinked', 'account'),
  ('cup_command', 'account'), ('account_changed', 'account');

ALTER TABLE notifications
  -- What staff or the site did to the member; NULL where the title or the cause says it.
  ADD COLUMN type text REFERENCES notification_types,
  -- End of a restriction or punishment; NULL when permanent.
  ADD COLUMN until timestamptz,
  -- When the member dismissed the notice on the profile.
  ADD COLUMN seen_at timestamptz,
  -- The news that it is about, or whose comment it is about: so far `link` said which. It goes with the news.
  ADD COLUMN news_id integer REFERENCES news ON DELETE CASCADE,
  DROP CONSTRAINT notifications_text_check,
  ADD CONSTRAINT notifications_text_check CHECK (char_length(text) <= 2200) NOT VALID,
  DROP CONSTRAINT notifications_notice_id_fkey;
ALTER TABLE notifications VALIDATE CONSTRAINT notifications_text_check;

-- No row below is new, and none is published or delivered again.
ALTER TABLE notifications DISABLE TRIGGER USER;

UPDATE notifications SET type = notices.kind, text = notices.text, said = notices.said, reason = notices.reason,
  until = notices.until, seen_at = notices.seen_at
FROM notices WHERE notices.id = notice_id;
UPDATE notifications SET type = 'comment_removed' WHERE type IS NULL AND title IS NULL AND text IS NOT NULL;

-- Notices that are older than notifications stay on the profile, and were never in the bell.
INSERT INTO notifications (user_id, kind, type, event_key, notice_id, text, said, reason, until, created_at, read_at,
  seen_at, on_site)
SELECT user_id, (SELECT types.kind FROM notification_types AS types WHERE type = notices.kind), kind, 'notice:' || id, id, text, said, reason, until, created_at,
  coalesce(seen_at, created_at), seen_at, false
FROM notices WHERE NOT EXISTS (SELECT FROM notifications WHERE notice_id = notices.id) ORDER BY id;

UPDATE notifications SET news_id = news.id FROM news WHERE kind = 'news' AND event_key = 'news:' || news.id;
UPDATE notifications SET news_id = news.id FROM news
WHERE kind = 'news' AND news_id IS NULL AND link = '/news/' || slug;
UPDATE notifications SET news_id = comments.news_id FROM all_comments AS comments
WHERE comments.id = comment_id AND comments.news_id IS NOT NULL;
-- Those of news that are gone are shown nowhere.
DELETE FROM notifications WHERE news_id IS NULL AND kind IN ('news', 'reply', 'mention') AND link LIKE '/news/%';

ALTER TABLE notifications ENABLE TRIGGER USER;
CREATE INDEX notifications_news_id ON notifications (news_id) WHERE news_id IS NOT NULL;

ALTER TABLE notification_fanouts ADD COLUMN news_id integer REFERENCES news ON DELETE CASCADE;
UPDATE notification_fanouts SET news_id = news.id FROM news WHERE kind = 'news' AND event_key = 'news:' || news.id;
CREATE INDEX notification_fanouts_news_id ON notification_fanouts (news_id) WHERE news_id IS NOT NULL;

ALTER TABLE report_undos DROP CONSTRAINT report_undos_notice_id_fkey;
ALTER TABLE application_undos DROP CONSTRAINT application_undos_notice_id_fkey;
UPDATE report_undos AS undo SET notice_id = notifications.id
FROM notifications WHERE notifications.notice_id = undo.notice_id;
UPDATE application_undos AS undo SET notice_id = notifications.id
FROM notifications WHERE notifications.notice_id = undo.notice_id;
ALTER TABLE report_undos ADD FOREIGN KEY (notice_id) REFERENCES notifications ON DELETE SET NULL;
ALTER TABLE application_undos ADD FOREIGN KEY (notice_id) REFERENCES notifications ON DELETE SET NULL;

DROP TABLE notices;
DROP FUNCTION IF EXISTS skip_muted_notice(), notify_of_notice(), notification_kind(text);

ALTER TABLE notifications DROP CONSTRAINT notifications_say_something;
ALTER TABLE notifications DROP COLUMN notice_id;
-- Its id as a notice. A removed comment is in the bell alone.
ALTER TABLE notifications ADD COLUMN notice_id integer
  GENERATED ALWAYS AS (CASE WHEN type <> 'comment_removed' THEN id END) STORED;
CREATE INDEX notifications_on_profile ON notifications (user_id, notice_id DESC)
  WHERE notice_id IS NOT NULL AND seen_at IS NULL;
-- A notification has a title and a link of its own, or refers to what it is about.
ALTER TABLE notifications ADD CONSTRAINT notifications_say_something
  CHECK (num_nonnulls(title, post_id, follower_id, event_id, type) > 0) NOT VALID;

CREATE VIEW notices AS
  SELECT notice_id AS id, user_id, type AS kind, text, reason, until, created_at, seen_at, said FROM notifications
  WHERE notice_id IS NOT NULL;

-- As in sql/notifications/route_notification.sql: the previous release writes before that file is applied.
CREATE OR REPLACE FUNCTION route_notification() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wanted text[];
BEGIN
  -- 0.2.0 stores a removed comment as a text without a title.
  IF NEW.title IS NULL AND NEW.text IS NOT NULL THEN NEW.type := coalesce(NEW.type, 'comment_removed'); END IF;
  IF NEW.type IS NOT NULL THEN
    NEW.kind := (SELECT kind FROM notification_types WHERE type = NEW.type);
    NEW.event_key := coalesce(NEW.event_key, NEW.type || ':' || NEW.id);
  END IF;
  wanted := wanted_channels(NEW.user_id, NEW.kind);
  IF wanted = '{}' THEN RETURN NULL; END IF;
  -- Whatever the way, no blocked member reaches who blocked them (docs/fair-play.md).
  IF EXISTS (SELECT FROM blocks_in_force WHERE blocker_id = NEW.user_id AND blocked_id = notification_actor(NEW)) THEN
    RETURN NULL;
  END IF;
  NEW.on_site := 'site' = ANY (wanted);
  -- A notice that other channels deliver does not wait on the profile.
  IF NOT NEW.on_site AND NEW.type IS NOT NULL THEN NEW.seen_at := now(); END IF;
  RETURN NEW;
END $$;
