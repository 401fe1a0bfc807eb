-- Numbers a match when its transaction commits: one transaction after the other, so that whoever sees a number sees all
-- lower ones. Until then nothing waits for another batch.
CREATE OR REPLACE FUNCTION number_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('vulx: numbers of matches', 0));
  INSERT INTO match_arrivals (match_id, at) VALUES (NEW.match_id, clock_timestamp());
  RETURN NULL;
END
$$;
