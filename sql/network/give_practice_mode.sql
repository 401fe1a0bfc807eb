-- Gives a new card its mode: by its name, with _2 and so on while another card has that key.
CREATE OR REPLACE FUNCTION give_practice_mode() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  slug text := mode_slug(NEW.name);
  number integer := 1;
BEGIN
  IF NEW.mode IS NULL THEN
    NEW.mode := slug;
    WHILE NEW.mode IN ('overall', 'conformance') OR EXISTS (SELECT FROM practice_modes WHERE mode = NEW.mode) LOOP
      number := number + 1;
      NEW.mode := left(slug, 31 - char_length(number::text)) || '_' || number;
    END LOOP;
  END IF;
  INSERT INTO modes (key, name, category, position, made_by)
    SELECT NEW.mode, NEW.name, NEW.category, coalesce(max(position), 0) + 1, 'practice' FROM modes
    ON CONFLICT (key) DO NOTHING;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER practice_modes_have_a_mode BEFORE INSERT OR UPDATE OF mode ON practice_modes
  FOR EACH ROW EXECUTE FUNCTION give_practice_mode();
