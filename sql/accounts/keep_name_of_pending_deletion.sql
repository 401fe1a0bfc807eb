-- The name of an account that can still be restored stays taken. Fires after the unique index, which waits for a deletion
-- that is under way.
CREATE OR REPLACE FUNCTION keep_name_of_pending_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pending_deletions WHERE lower(username) = lower(NEW.username) AND user_id <> NEW.id) THEN
    RAISE EXCEPTION 'the name is that of an account that can be restored'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_username_key';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_name_of_pending_deletion AFTER INSERT OR UPDATE OF username ON users FOR EACH ROW
  WHEN (NEW.username IS NOT NULL) EXECUTE FUNCTION keep_name_of_pending_deletion();
