-- Keeps when what a player's page says of the account last changed, for the sitemap.
CREATE OR REPLACE FUNCTION touch_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := greatest(OLD.changed_at, statement_timestamp());
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER users_touched BEFORE UPDATE ON users FOR EACH ROW
  WHEN ((OLD.username, OLD.gamertag, OLD.bio, OLD.rank, OLD.discord_tag, OLD.avatar_url)
    IS DISTINCT FROM (NEW.username, NEW.gamertag, NEW.bio, NEW.rank, NEW.discord_tag, NEW.avatar_url))
  EXECUTE FUNCTION touch_profile();
