-- When the clock of a time zone next shows this hour, after `at`. An hour that the clock skips is the
-- one that it skips to.
CREATE OR REPLACE FUNCTION next_digest(at_hour integer, zone text, at timestamptz) RETURNS timestamptz
  LANGUAGE sql STABLE
  RETURN (
    SELECT min(candidate) FROM generate_series(0, 2) AS days
      CROSS JOIN LATERAL (SELECT ((at AT TIME ZONE known_zone(zone))::date + days + make_time(at_hour, 0, 0))
        AT TIME ZONE known_zone(zone) AS candidate) AS candidates
    WHERE candidate > at
  );
