-- Every account that a player of the game ever belonged to (docs/fair-play.md), so that who unlinks and who signs up anew
-- still decides nothing about themselves. Rows are only added; they go with the account or the identity.
CREATE TABLE identity_owners (
  identity_id integer NOT NULL REFERENCES game_identities (id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (identity_id, user_id)
);
CREATE INDEX identity_owners_user ON identity_owners (user_id);

INSERT INTO identity_owners (identity_id, user_id) SELECT id, user_id FROM game_identities;

CREATE FUNCTION record_identity_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity_owners (identity_id, user_id) VALUES (NEW.id, NEW.user_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER game_identities_owned AFTER INSERT ON game_identities
  FOR EACH ROW EXECUTE FUNCTION record_identity_owner();
CREATE TRIGGER game_identities_moved AFTER UPDATE OF user_id ON game_identities
  FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION record_identity_owner();

-- The accounts of one person: those that ever owned an identity that one of them ever owned.
CREATE FUNCTION own_accounts(account integer) RETURNS SETOF integer LANGUAGE sql STABLE AS $$
  WITH RECURSIVE own AS (
    SELECT kept_user_id(account) AS user_id
    UNION
    SELECT others.user_id FROM own JOIN identity_owners AS mine USING (user_id)
    JOIN identity_owners AS others ON others.identity_id = mine.identity_id
  )
  SELECT user_id FROM own
$$;

-- What staff did alone lately is counted for each of them.
CREATE INDEX rulings_made_by ON rulings (made_by, created_at);
