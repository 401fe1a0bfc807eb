CREATE OR REPLACE FUNCTION queue_mode_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rating_queue (mode) VALUES (NEW.key);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER modes_queue_ratings AFTER UPDATE OF merged_into ON modes FOR EACH ROW
  WHEN (OLD.merged_into IS DISTINCT FROM NEW.merged_into) EXECUTE FUNCTION queue_mode_ratings();
