-- Keeps the names that a player bore in game before, so that they can be searched for. A name that was never shown,
-- because it looked like the team's, is not kept. Who is no longer linked to a player bears none of its names, nor does a
-- deleted account; one that is restored gets those it had.
CREATE OR REPLACE FUNCTION note_former_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deleted_at IS NOT NULL THEN RETURN NEW; END IF;
  NEW.former_names := CASE WHEN NEW.gamertag IS NULL OR NEW.deleted_at IS NOT NULL THEN '{}' ELSE join_former_names(
    CASE WHEN OLD.gamertag_is_reserved IS NOT TRUE THEN ARRAY[OLD.gamertag] END, NEW.former_names, NEW.gamertag, NEW.id) END;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER users_former_names BEFORE UPDATE OF gamertag ON users FOR EACH ROW
  WHEN (NEW.gamertag IS DISTINCT FROM OLD.gamertag) EXECUTE FUNCTION note_former_name();
