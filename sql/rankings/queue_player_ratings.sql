CREATE OR REPLACE FUNCTION queue_player_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rating_queue (user_id) VALUES (OLD.user_id), (NEW.user_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER game_identities_queue_ratings AFTER UPDATE OF user_id ON game_identities FOR EACH ROW
  WHEN (OLD.user_id <> NEW.user_id) EXECUTE FUNCTION queue_player_ratings();
