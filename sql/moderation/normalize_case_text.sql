-- The text of a case is put together from posts and chat, which stay as they were written.
CREATE OR REPLACE FUNCTION normalize_case_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.text := normalize(NEW.text, NFC);
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER moderation_cases_text BEFORE INSERT OR UPDATE OF text ON moderation_cases
  FOR EACH ROW EXECUTE FUNCTION normalize_case_text();
