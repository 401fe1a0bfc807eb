-- Facts stay for ever and each look at a cup reads them, so a member enters one cup a bounded number of times. Leaving
-- it is never refused: each way out follows a way in.
CREATE OR REPLACE FUNCTION require_cup_entries_left(of_event integer, member_id integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM cup_facts WHERE event_id = of_event AND by_account = member_id
    AND kind IN ('registered', 'joined', 'checked_in')) >= 40
  THEN
    RAISE EXCEPTION 'entered too often' USING ERRCODE = 'check_violation', CONSTRAINT = 'cup_facts_per_member';
  END IF;
END $$;
