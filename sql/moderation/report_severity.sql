-- As in src/contract/moderation/report-classes.ts.
CREATE OR REPLACE FUNCTION report_severity(class text) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN class IN ('cheating', 'hate') THEN 3 WHEN class IN ('boosting', 'abuse', 'scam') THEN 2 ELSE 1 END::smallint
$$;
