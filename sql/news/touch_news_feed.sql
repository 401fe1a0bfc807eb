-- Items are inserted as drafts, so an insert changes no feed.
CREATE OR REPLACE FUNCTION touch_news_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO news_feed (updated_at) VALUES (NEW.updated_at)
  ON CONFLICT (only_row) DO UPDATE SET updated_at = greatest(news_feed.updated_at, excluded.updated_at);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER news_touch_feed AFTER UPDATE ON news
  FOR EACH ROW WHEN (NEW.updated_at IS DISTINCT FROM OLD.updated_at) EXECUTE FUNCTION touch_news_feed();
