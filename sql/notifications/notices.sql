-- What stays on a member's profile until it is dismissed.
CREATE OR REPLACE VIEW notices AS
  SELECT notice_id AS id, user_id, type AS kind, text, reason, until, created_at, seen_at, said FROM notifications
  WHERE notice_id IS NOT NULL;
