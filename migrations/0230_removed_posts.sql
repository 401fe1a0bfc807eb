-- What staff remove is kept for 30 days, so that undoing or reopening the decision brings it back with likes and comments.
-- `posts` and `comments` are what everybody sees: views without what was removed, so that no query can show it. The
-- previous release reads and writes the views as it did the tables.
ALTER TABLE posts RENAME TO all_posts;
ALTER TABLE comments RENAME TO all_comments;
ALTER TABLE all_posts ADD COLUMN removed_at timestamptz;
-- Comments that went with their post have its moment, and come back with it.
ALTER TABLE all_comments ADD COLUMN removed_at timestamptz;
CREATE INDEX posts_removed ON all_posts (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX comments_removed ON all_comments (removed_at) WHERE removed_at IS NOT NULL;

CREATE VIEW posts AS
  SELECT id, user_id, content, created_at, edited_at FROM all_posts WHERE removed_at IS NULL;
CREATE VIEW comments AS
  SELECT id, post_id, user_id, content, created_at, news_id FROM all_comments WHERE removed_at IS NULL;

-- The posts with a comment in the last 7 days are counted from this index alone.
DROP INDEX comments_recent;
CREATE INDEX comments_recent ON all_comments (created_at, post_id) WHERE removed_at IS NULL;

-- A removed post is not counted, and is not counted out again when it is deleted.
CREATE OR REPLACE FUNCTION count_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_rows('posts', (SELECT count(*) FROM changed WHERE removed_at IS NULL) * TG_ARGV[0]::int);
  RETURN NULL;
END $$;

CREATE FUNCTION count_removed_or_restored_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_rows('posts', CASE WHEN NEW.removed_at IS NULL THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;
CREATE TRIGGER posts_counted_anew AFTER UPDATE OF removed_at ON all_posts FOR EACH ROW
  WHEN ((OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL)) EXECUTE FUNCTION count_removed_or_restored_post();
