-- Share of a reporter's decided reports that led to action, in percent: of the last hundred, duplicates left out. 50
-- until five were decided.
CREATE OR REPLACE FUNCTION reporter_accuracy(reporter integer) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN count(*) < 5 THEN 50
    ELSE 100.0 * count(*) FILTER (WHERE status IN ('removed', 'actioned')) / count(*) END
  FROM (
    SELECT status FROM moderation_reports WHERE reporter_id = reporter AND status NOT IN ('open', 'duplicate')
    ORDER BY id DESC LIMIT 100
  ) AS decided
$$;
