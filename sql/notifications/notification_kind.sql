-- The kind of a notice.
CREATE OR REPLACE FUNCTION notification_kind(notice_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN notice_kind IN ('report_decided', 'bug_report_changed') THEN 'report'
    WHEN notice_kind LIKE 'appeal%' THEN 'appeal'
    WHEN notice_kind IN ('matches_excluded', 'matches_restored', 'rerated') THEN 'ruling'
    WHEN notice_kind LIKE 'application%' THEN 'application'
    ELSE 'account'
  END
$$;
