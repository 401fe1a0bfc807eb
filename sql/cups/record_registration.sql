-- Registering for an event that is a cup, and leaving it, are facts, told once who is at the cup has ended: nobody leaves
-- before a start that counted them in. In an arena a linked player is checked in at once, where no teams take part.
CREATE OR REPLACE FUNCTION record_registration() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed event_registrations := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  said_kind text := CASE WHEN TG_OP = 'DELETE' THEN 'left' ELSE 'registered' END;
  cup cups;
BEGIN
  SELECT * INTO cup FROM cups WHERE event_id = changed.event_id FOR SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN PERFORM require_cup_entries_left(changed.event_id, changed.user_id); END IF;
  INSERT INTO cup_facts (event_id, key, kind, by_account, data)
  VALUES (changed.event_id, next_cup_key(changed.event_id, said_kind || ':' || changed.user_id), said_kind,
    changed.user_id, jsonb_build_object('entrant', changed.user_id));
  IF TG_OP = 'INSERT' AND cup.format = 'arena' AND cup.size = 1 THEN
    PERFORM check_in_arena(changed.event_id, changed.user_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER event_registrations_cup AFTER INSERT OR DELETE ON event_registrations
  FOR EACH ROW EXECUTE FUNCTION record_registration();
