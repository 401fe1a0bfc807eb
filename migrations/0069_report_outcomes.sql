-- Two more outcomes of a report, and the way back. 'dismissed': no violation was found.
ALTER TABLE moderation_reports DROP CONSTRAINT moderation_reports_status_check;
ALTER TABLE moderation_reports ADD CONSTRAINT moderation_reports_status_check
  CHECK (status IN ('open', 'removed', 'dismissed', 'actioned', 'insufficient', 'duplicate'));

-- Who opened a decided case again, and why. The note of that decision stays until the next one.
ALTER TABLE moderation_reports ADD COLUMN reopened_at timestamptz;
ALTER TABLE moderation_reports ADD COLUMN reopened_by integer REFERENCES users ON DELETE SET NULL;
ALTER TABLE moderation_reports ADD COLUMN reopened_reason text CHECK (char_length(reopened_reason) BETWEEN 1 AND 500);
ALTER TABLE moderation_reports ADD CONSTRAINT moderation_reports_reopened
  CHECK ((reopened_at IS NULL) = (reopened_reason IS NULL));

-- Reporters read what became of their report.
ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN ('post_removed', 'restricted',
  'restriction_lifted', 'bio_cleared', 'picture_cleared', 'name_cleared', 'application_changed', 'matches_excluded',
  'matches_restored', 'punished', 'punishment_lifted', 'appeal_answered', 'appeal_decided', 'rerated',
  'report_decided', 'bug_report_changed'));

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('reply', 'like', 'report', 'appeal', 'ruling', 'application', 'account'));
ALTER TABLE muted_notifications DROP CONSTRAINT muted_notifications_kind_check;
ALTER TABLE muted_notifications ADD CONSTRAINT muted_notifications_kind_check
  CHECK (kind IN ('reply', 'like', 'report', 'appeal', 'ruling', 'application'));

CREATE OR REPLACE FUNCTION notification_kind(notice_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN notice_kind IN ('report_decided', 'bug_report_changed') THEN 'report'
    WHEN notice_kind LIKE 'appeal%' THEN 'appeal'
    WHEN notice_kind IN ('matches_excluded', 'matches_restored', 'rerated') THEN 'ruling'
    WHEN notice_kind LIKE 'application%' THEN 'application'
    ELSE 'account'
  END
$$;
