-- From the beginning of its check-in on the dates of a cup stand: who wants it otherwise cancels it. What the end of a
-- cup writes into its event comes after the fact of that end.
CREATE OR REPLACE FUNCTION keep_cup_dates() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cup cups;
  has_started boolean;
  has_ended boolean;
BEGIN
  SELECT * INTO cup FROM cups WHERE event_id = OLD.id;
  IF NOT FOUND THEN RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END; END IF;
  SELECT coalesce(bool_or(kind = 'started'), false),
    coalesce(bool_or(kind IN ('closed', 'cancelled')), false)
      OR count(*) FILTER (WHERE kind = 'ruled' AND data ->> 'ruling' = 'cancel')
        > count(*) FILTER (WHERE kind = 'ruled' AND data ->> 'ruling' = 'undo_cancel')
    INTO has_started, has_ended
    FROM cup_facts WHERE event_id = OLD.id AND kind IN ('started', 'closed', 'cancelled', 'ruled');
  IF TG_OP = 'DELETE' THEN
    IF has_started OR NOT has_ended AND is_check_in_open(cup, OLD) THEN
      RAISE EXCEPTION 'the cup has begun' USING ERRCODE = 'check_violation', CONSTRAINT = 'cups_stand';
    END IF;
    RETURN OLD;
  END IF;
  IF has_started AND (NEW.start_date, NEW.tba) IS DISTINCT FROM (OLD.start_date, OLD.tba)
    OR NOT has_ended AND (has_started OR is_check_in_open(cup, OLD))
      AND (NEW.start_date, NEW.end_date, NEW.tba) IS DISTINCT FROM (OLD.start_date, OLD.end_date, OLD.tba)
  THEN
    RAISE EXCEPTION 'the cup has begun' USING ERRCODE = 'check_violation', CONSTRAINT = 'cups_stand';
  END IF;
  IF cup.format = 'arena' AND NEW.end_date IS NULL THEN
    RAISE EXCEPTION 'an arena needs an end' USING ERRCODE = 'check_violation', CONSTRAINT = 'cups_arena_end';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER events_cup_dates BEFORE UPDATE OF start_date, end_date, tba OR DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION keep_cup_dates();
