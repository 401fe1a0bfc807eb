CREATE OR REPLACE FUNCTION touch_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nulls are ignored. What is published with a past date is new to readers of the feed.
  NEW.updated_at := greatest(NEW.updated_at, NEW.edited_at, NEW.published_at,
    CASE WHEN TG_OP = 'UPDATE' AND NEW.published_at IS NOT NULL AND NEW.published_at IS DISTINCT FROM OLD.published_at
      THEN statement_timestamp() END);
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER news_touch BEFORE INSERT OR UPDATE OF edited_at, published_at ON news
  FOR EACH ROW EXECUTE FUNCTION touch_news();
