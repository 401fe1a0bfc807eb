CREATE OR REPLACE FUNCTION touch_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nulls are ignored.
  NEW.updated_at := greatest(NEW.updated_at, NEW.edited_at, NEW.published_at);
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER news_touch BEFORE INSERT OR UPDATE OF edited_at, published_at ON news
  FOR EACH ROW EXECUTE FUNCTION touch_news();
