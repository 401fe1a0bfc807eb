-- An image leaves with its last post, however the post goes (by its author, by a moderator, with its account).
CREATE OR REPLACE FUNCTION drop_unused_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The lock makes a post that is just being written with the same image wait, or be seen here.
  PERFORM 1 FROM media WHERE hash = OLD.media_hash FOR UPDATE;
  DELETE FROM media WHERE hash = OLD.media_hash
    AND NOT EXISTS (SELECT FROM post_media WHERE media_hash = OLD.media_hash);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER post_media_gone AFTER DELETE ON post_media FOR EACH ROW EXECUTE FUNCTION drop_unused_media();
