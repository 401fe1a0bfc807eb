-- A name from a game that speaks for the site, or looks like one of the team's, is not shown: its player is 'Player' and
-- the number of the account. Null until the gamertag was judged, which happens when its player is seen next.
ALTER TABLE users ADD COLUMN gamertag_is_reserved boolean;

CREATE FUNCTION judge_new_gamertag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.gamertag_is_reserved := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER users_gamertag_judged BEFORE UPDATE OF gamertag ON users FOR EACH ROW
  WHEN (NEW.gamertag IS DISTINCT FROM OLD.gamertag) EXECUTE FUNCTION judge_new_gamertag();

ALTER TABLE users DROP COLUMN shown_name;
ALTER TABLE users ADD COLUMN shown_name text NOT NULL GENERATED ALWAYS AS
  (CASE WHEN linked_at IS NOT NULL OR username IS NULL THEN
      CASE WHEN gamertag_is_reserved IS TRUE THEN 'Player ' || id::text ELSE gamertag END
    WHEN name_cleared_at IS NOT NULL THEN 'Player ' || id::text
    ELSE username END) STORED;
-- Dropped together with the column.
CREATE INDEX users_shown_name_parts ON users USING gin (name_parts(lower(shown_name)));
CREATE INDEX users_shown_name ON users (lower(shown_name) text_pattern_ops);
