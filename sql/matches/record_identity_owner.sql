CREATE OR REPLACE FUNCTION record_identity_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity_owners (identity_id, user_id) VALUES (NEW.id, NEW.user_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER game_identities_moved AFTER UPDATE OF user_id ON game_identities
  FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION record_identity_owner();
CREATE OR REPLACE TRIGGER game_identities_owned AFTER INSERT ON game_identities
  FOR EACH ROW EXECUTE FUNCTION record_identity_owner();
