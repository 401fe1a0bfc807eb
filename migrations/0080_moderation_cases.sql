-- One row for each case: the open reports about a subject, or those that were decided together. Derived from
-- moderation_reports by triggers, so that the queue is sorted, filtered and searched by indexes.
CREATE TABLE moderation_cases (
  -- Its newest report.
  id integer PRIMARY KEY,
  -- Its oldest report; it says how old the case is.
  first_id integer NOT NULL,
  subject_type text NOT NULL,
  subject_id integer NOT NULL,
  subject_user_id integer,
  status text NOT NULL,
  -- Null while the case is open.
  decided_at timestamptz,
  decided_by integer,
  -- The most severe class of its reports, and how severe that is: 3 is the most.
  class text NOT NULL,
  severity smallint NOT NULL,
  reporters integer NOT NULL,
  -- Mean accuracy of its newest 20 reporters, in percent.
  accuracy smallint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- What a search looks through: names when reported, the reported text, and reasons.
  text text NOT NULL,
  CONSTRAINT moderation_cases_subject UNIQUE NULLS NOT DISTINCT (subject_type, subject_id, decided_at)
);

CREATE INDEX moderation_cases_queue ON moderation_cases (severity, reporters, accuracy, (-first_id))
  WHERE decided_at IS NULL;
CREATE INDEX moderation_cases_open ON moderation_cases (id) WHERE decided_at IS NULL;
CREATE INDEX moderation_cases_decided ON moderation_cases (decided_at, id) WHERE decided_at IS NOT NULL;
CREATE INDEX moderation_cases_decided_newest ON moderation_cases (id) WHERE decided_at IS NOT NULL;
CREATE INDEX moderation_cases_decided_by ON moderation_cases (decided_by, decided_at, id) WHERE decided_by IS NOT NULL;
CREATE INDEX moderation_cases_subject_user ON moderation_cases (subject_user_id);
CREATE INDEX moderation_cases_text ON moderation_cases USING gin (name_parts(lower(text)));

-- As in src/contract/moderation/report-classes.ts.
CREATE FUNCTION report_severity(class text) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN class IN ('cheating', 'hate') THEN 3 WHEN class IN ('boosting', 'abuse', 'scam') THEN 2 ELSE 1 END::smallint
$$;

CREATE INDEX moderation_reports_open_reporter ON moderation_reports (reporter_id) WHERE status = 'open';

-- Share of a reporter's decided reports that led to action, in percent: of the last hundred, duplicates left out. 50
-- until five were decided.
CREATE FUNCTION reporter_accuracy(reporter integer) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN count(*) < 5 THEN 50
    ELSE 100.0 * count(*) FILTER (WHERE status IN ('removed', 'actioned')) / count(*) END
  FROM (
    SELECT status FROM moderation_reports WHERE reporter_id = reporter AND status NOT IN ('open', 'duplicate')
    ORDER BY id DESC LIMIT 100
  ) AS decided
$$;

-- Derives one case again. The caller has locked its subject.
CREATE FUNCTION derive_moderation_case(about_type text, about_id integer, decided timestamptz) RETURNS void
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

-- Concurrent changes of one subject wait for each other here, and each then sees what the one before stored.
CREATE FUNCTION lock_moderation_subject(about_type text, about_id integer) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtext('moderation ' || about_type), about_id)
$$;

CREATE FUNCTION derive_moderation_cases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  -- A decided case has the id that the open one had: the rows of before leave first.
  FOR is_derived IN 0..1 LOOP
    FOR touched IN EXECUTE (CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT subject_type, subject_id, decided_at FROM added'
      WHEN 'DELETE' THEN 'SELECT subject_type, subject_id, decided_at FROM removed'
      ELSE 'SELECT subject_type, subject_id, decided_at FROM added
        UNION SELECT subject_type, subject_id, decided_at FROM removed'
    END) || ' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3' LOOP
      IF is_derived = 1 THEN
        PERFORM derive_moderation_case(touched.subject_type, touched.subject_id, touched.decided_at);
      ELSE
        PERFORM lock_moderation_subject(touched.subject_type, touched.subject_id);
        DELETE FROM moderation_cases WHERE subject_type = touched.subject_type AND subject_id = touched.subject_id
          AND decided_at IS NOT DISTINCT FROM touched.decided_at;
      END IF;
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER moderation_reports_added AFTER INSERT ON moderation_reports REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION derive_moderation_cases();
CREATE TRIGGER moderation_reports_changed AFTER UPDATE ON moderation_reports
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION derive_moderation_cases();
CREATE TRIGGER moderation_reports_removed AFTER DELETE ON moderation_reports REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION derive_moderation_cases();

-- The cases that are there already.
SELECT derive_moderation_case(subject_type, subject_id, decided_at)
FROM (SELECT DISTINCT subject_type, subject_id, decided_at FROM moderation_reports) AS cases;
