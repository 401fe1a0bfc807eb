CREATE OR REPLACE FUNCTION judge_new_gamertag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.gamertag_is_reserved := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER users_gamertag_judged BEFORE UPDATE OF gamertag ON users FOR EACH ROW
  WHEN (NEW.gamertag IS DISTINCT FROM OLD.gamertag AND OLD.deleted_at IS NULL) EXECUTE FUNCTION judge_new_gamertag();
