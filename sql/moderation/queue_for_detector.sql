-- Only ranked matches can have a pattern.
CREATE OR REPLACE FUNCTION queue_for_detector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO detector_queue SELECT match_id FROM added WHERE ranked ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER matches_queue_detector AFTER INSERT ON matches REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION queue_for_detector();
