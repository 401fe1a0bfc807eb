CREATE OR REPLACE FUNCTION count_new_or_lost_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_rows('members', CASE WHEN NEW.username IS NULL THEN -1 ELSE 1 END);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_counted_anew AFTER UPDATE OF username ON users FOR EACH ROW
  WHEN ((OLD.username IS NULL) <> (NEW.username IS NULL)) EXECUTE FUNCTION count_new_or_lost_member();
