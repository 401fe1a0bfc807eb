-- Derives one case again. The caller has locked its subject.
CREATE OR REPLACE FUNCTION derive_moderation_case(about_type text, about_id integer, decided timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM moderation_cases WHERE subject_type = about_type AND subject_id = about_id
    AND decided_at IS NOT DISTINCT FROM decided;
  WITH reports AS (
    SELECT * FROM moderation_reports WHERE subject_type = about_type AND subject_id = about_id
      AND decided_at IS NOT DISTINCT FROM decided
  ), newest AS (
    SELECT * FROM reports ORDER BY id DESC LIMIT 20
  ), head AS (
    SELECT * FROM newest ORDER BY id DESC LIMIT 1
  )
  INSERT INTO moderation_cases (id, first_id, subject_type, subject_id, subject_user_id, status, decided_at, decided_by,
    class, severity, reporters, accuracy, first_at, last_at, text)
  SELECT head.id, totals.first_id, about_type, about_id, head.subject_user_id, head.status, head.decided_at,
    head.decided_by, worst.class, report_severity(worst.class), greatest(totals.reporters, 1),
    coalesce((SELECT avg(reporter_accuracy(reporter_id)) FROM newest WHERE reporter_id IS NOT NULL), 50)::smallint,
    totals.first_at, totals.last_at,
    (SELECT left(string_agg(DISTINCT concat_ws(E'\n', evidence ->> 'name', excerpt, reason), E'\n'), 4000)
      FROM newest)
  FROM head
  CROSS JOIN (SELECT min(id) AS first_id, count(DISTINCT reporter_id)::int AS reporters, min(created_at) AS first_at,
    max(created_at) AS last_at FROM reports) AS totals
  CROSS JOIN (SELECT class FROM reports ORDER BY report_severity(class) DESC, id LIMIT 1) AS worst;
END $$;
