CREATE OR REPLACE FUNCTION count_removed_or_restored_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_deletion_pending(NEW.user_id) THEN RETURN NULL; END IF;
  PERFORM count_rows('posts', CASE WHEN NEW.removed_at IS NULL THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER posts_counted_anew AFTER UPDATE OF removed_at ON all_posts FOR EACH ROW
  WHEN ((OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL)) EXECUTE FUNCTION count_removed_or_restored_post();
