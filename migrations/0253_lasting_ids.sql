-- The name that ids outside the site are made with (RFC 4151): feed readers and calendar programs know entries by them,
-- so they do not follow a later change of the site's address. Written when it is first needed.
CREATE TABLE tag_authority (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  name text NOT NULL CHECK (name ~ '^[a-z0-9.-]{1,255}$'),
  -- A day of UTC on which the name was the site's.
  since date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date
);

-- When the published text last changed; it stays when the item is taken back. Triggers write this and the next, because
-- the previous release does not, and neither ever runs backwards.
ALTER TABLE news ADD COLUMN updated_at timestamptz;
UPDATE news SET updated_at = greatest(edited_at, published_at);

-- When any item last changed, also one that was deleted since. No row without any.
CREATE TABLE news_feed (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  updated_at timestamptz NOT NULL
);
INSERT INTO news_feed (updated_at) SELECT max(updated_at) FROM news HAVING max(updated_at) IS NOT NULL;

CREATE FUNCTION touch_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nulls are ignored.
  NEW.updated_at := greatest(NEW.updated_at, NEW.edited_at, NEW.published_at);
  RETURN NEW;
END
$$;
CREATE TRIGGER news_touch BEFORE INSERT OR UPDATE OF edited_at, published_at ON news
  FOR EACH ROW EXECUTE FUNCTION touch_news();

-- Items are inserted as drafts, so an insert changes no feed.
CREATE FUNCTION touch_news_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO news_feed (updated_at) VALUES (NEW.updated_at)
  ON CONFLICT (only_row) DO UPDATE SET updated_at = greatest(news_feed.updated_at, excluded.updated_at);
  RETURN NULL;
END
$$;
CREATE TRIGGER news_touch_feed AFTER UPDATE ON news
  FOR EACH ROW WHEN (NEW.updated_at IS DISTINCT FROM OLD.updated_at) EXECUTE FUNCTION touch_news_feed();
