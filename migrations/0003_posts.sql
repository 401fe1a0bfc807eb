CREATE TABLE posts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX posts_user ON posts (user_id, id DESC);

CREATE TABLE post_likes (
  post_id integer NOT NULL REFERENCES posts ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (post_id, user_id)
);

CREATE INDEX post_likes_user ON post_likes (user_id);

-- Images as the site serves them: decoded, stripped and encoded again by the server. One row serves every post with
-- the same bytes, and goes with the last of them.
CREATE TABLE media (
  -- SHA-256 of bytes: the address of the image.
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  content_type text NOT NULL CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/gif')),
  width integer NOT NULL CHECK (width BETWEEN 1 AND 2048),
  height integer NOT NULL CHECK (height BETWEEN 1 AND 2048),
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Compressed images do not compress again.
ALTER TABLE media ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE post_media (
  post_id integer PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
  media_hash bytea NOT NULL REFERENCES media
);

CREATE INDEX post_media_hash ON post_media (media_hash);

-- An image leaves with its last post, however the post goes (by its author, by a moderator, with its account).
CREATE FUNCTION drop_unused_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The lock makes a post that is just being written with the same image wait, or be seen here.
  PERFORM 1 FROM media WHERE hash = OLD.media_hash FOR UPDATE;
  DELETE FROM media WHERE hash = OLD.media_hash
    AND NOT EXISTS (SELECT FROM post_media WHERE media_hash = OLD.media_hash);
  RETURN NULL;
END $$;

CREATE TRIGGER post_media_gone AFTER DELETE ON post_media FOR EACH ROW EXECUTE FUNCTION drop_unused_media();
