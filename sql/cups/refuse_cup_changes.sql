-- Facts and places are never changed, and deleted only with a cup that was taken back before its check-in.
CREATE OR REPLACE FUNCTION refuse_cup_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM cups WHERE event_id = OLD.event_id) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER cup_facts_append_only BEFORE UPDATE OR DELETE ON cup_facts
  FOR EACH ROW EXECUTE FUNCTION refuse_cup_changes();
CREATE OR REPLACE TRIGGER cup_places_append_only BEFORE UPDATE OR DELETE ON cup_places
  FOR EACH ROW EXECUTE FUNCTION refuse_cup_changes();
