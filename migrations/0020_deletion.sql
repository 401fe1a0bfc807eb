-- Accounts that their owners deleted. The row of the account goes, and with it whatever refers to it; a new row without a
-- word about anybody stands for it wherever matches were played.
ALTER TABLE users ADD COLUMN deleted_at timestamptz;
ALTER TABLE users ADD CONSTRAINT users_deleted_is_nobody CHECK (deleted_at IS NULL OR (
  username IS NULL AND email IS NULL AND bio IS NULL AND discord_tag IS NULL AND avatar_url IS NULL
  AND rank = 'Member' AND gamertag = 'Deleted player' AND gamertag_at IS NULL AND linked_at IS NULL
  AND last_login_at IS NULL AND last_seen_at IS NULL));

-- An identity whose player wants to be forgotten: value is then 'forgotten ' and a keyed hash of what it was. The space
-- keeps it apart from everything a game server may send. Its matches count for nobody's figures.
ALTER TABLE game_identities ADD COLUMN forgotten_at timestamptz;
ALTER TABLE game_identities ADD CONSTRAINT game_identities_forgotten_is_hashed
  CHECK ((forgotten_at IS NOT NULL) = (value LIKE 'forgotten %'));

-- The key of those hashes, made here once and for ever: without it a forgotten player who plays on would be taken for
-- somebody new, and shown by name.
CREATE TABLE identity_hash_key (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- SHA-256 of four random UUIDs, 488 bits of the database's own randomness: no extension is needed for it.
  key bytea NOT NULL CHECK (octet_length(key) = 32)
);

INSERT INTO identity_hash_key (key) VALUES (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

CREATE TRIGGER identity_hash_key_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity_hash_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One change of a match's players is allowed from now on, to everybody: that the name of somebody forgotten is taken out.
CREATE FUNCTION refuse_all_but_forgetting() RETURNS trigger LANGUAGE plpgsql AS $$
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

DROP TRIGGER match_players_append_only ON match_players;
CREATE TRIGGER match_players_append_only BEFORE DELETE OR TRUNCATE ON match_players
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER match_players_forget_only BEFORE UPDATE ON match_players
  FOR EACH ROW EXECUTE FUNCTION refuse_all_but_forgetting();

-- Takes the name out of the matches of a forgotten identity, so many at once, from the newest on; answers where the next
-- call goes on, and no row when it is done. With the owner's rights: the site's role may not change match_players.
CREATE FUNCTION forget_match_names(identity integer, before_end timestamptz, before_match uuid, most integer)
  RETURNS TABLE (ended_at timestamptz, match_id uuid)
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH page AS (
    SELECT played.ended_at, played.match_id FROM match_players AS played
    WHERE played.identity_id = identity AND (played.ended_at, played.match_id)
      -- A range of the index whether or not there is a page before.
      < (coalesce(before_end, 'infinity'), coalesce(before_match, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    ORDER BY played.ended_at DESC, played.match_id DESC LIMIT most
  ), renamed AS (
    UPDATE match_players AS played SET gamertag = 'Deleted player' FROM page
    WHERE played.match_id = page.match_id AND played.identity_id = identity
  )
  SELECT page.ended_at, page.match_id FROM page ORDER BY page.ended_at, page.match_id LIMIT 1
$$;
REVOKE EXECUTE ON FUNCTION forget_match_names FROM PUBLIC;

-- Whose reports and messages those are: for their export, and when the account goes.
CREATE INDEX moderation_reports_reporter ON moderation_reports (reporter_id, id) WHERE reporter_id IS NOT NULL;
CREATE INDEX contact_messages_user ON contact_messages (user_id, id) WHERE user_id IS NOT NULL;
