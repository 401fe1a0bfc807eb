-- Also where a deleted account takes its link along.
CREATE OR REPLACE FUNCTION queue_discord_unlink() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO discord_unlinks (discord_id, tokens, access_expires_at)
  VALUES (OLD.discord_id, OLD.tokens, OLD.access_expires_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER discord_links_queue_unlink AFTER DELETE ON discord_links
  FOR EACH ROW EXECUTE FUNCTION queue_discord_unlink();
