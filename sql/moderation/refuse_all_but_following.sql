-- The only change that is allowed: a punishment follows a player who was anonymized to their new identity.
CREATE OR REPLACE FUNCTION refuse_all_but_following() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  following punishments := OLD;
BEGIN
  following.identity_id := NEW.identity_id;
  IF NEW IS DISTINCT FROM following
    OR NOT EXISTS (SELECT FROM game_identities WHERE id = OLD.identity_id AND forgotten_at IS NOT NULL)
  THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER punishments_follow_only BEFORE UPDATE ON punishments
  FOR EACH ROW EXECUTE FUNCTION refuse_all_but_following();
