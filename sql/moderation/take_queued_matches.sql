-- Takes up to so many matches out of the queue; other processes skip them. A plan made while the queue was short reads
-- it whole, and is kept: without sequential scans there is none.
CREATE OR REPLACE FUNCTION take_queued_matches(step integer) RETURNS uuid[]
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  taken uuid[];
BEGIN
  taken := ARRAY(SELECT match_id FROM detector_queue ORDER BY match_id LIMIT step FOR UPDATE SKIP LOCKED);
  DELETE FROM detector_queue WHERE match_id = ANY (taken);
  RETURN taken;
END $$;
