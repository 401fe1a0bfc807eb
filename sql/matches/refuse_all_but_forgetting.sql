-- The only change that is allowed: the name of an anonymized identity is removed.
CREATE OR REPLACE FUNCTION refuse_all_but_forgetting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  forgotten match_players := OLD;
BEGIN
  forgotten.gamertag := 'Deleted player';
  IF NEW IS DISTINCT FROM forgotten
    OR NOT EXISTS (SELECT FROM game_identities WHERE id = OLD.identity_id AND forgotten_at IS NOT NULL)
  THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER match_players_forget_only BEFORE UPDATE ON match_players
  FOR EACH ROW EXECUTE FUNCTION refuse_all_but_forgetting();
