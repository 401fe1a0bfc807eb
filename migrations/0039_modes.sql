-- Modes are data: what a match calls its gameType, with a name, a place among the boards, and whether it has a board of
-- its own. A mode is never deleted, since stored matches name it.
CREATE TABLE modes (
  id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- As game servers name it. `overall` is the sum of the modes marked for it.
  key text PRIMARY KEY CHECK (key COLLATE "C" ~ '^[a-z0-9_]{2,32}$' AND key <> 'overall'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  category text NOT NULL DEFAULT 'other' CHECK (category IN ('ffa', 'duels', 'other')),
  icon text NOT NULL DEFAULT 'sword' CHECK (char_length(icon) BETWEEN 1 AND 32),
  -- Has a public board. Matches of other modes are stored and projected, and shown on no board.
  listed boolean NOT NULL DEFAULT false,
  -- Marked for overall; counts there while it is listed.
  in_overall boolean NOT NULL DEFAULT false,
  -- Place among the boards; equal ones follow their ids.
  position integer NOT NULL DEFAULT 0,
  -- Its matches count for that mode. Never a chain.
  merged_into text REFERENCES modes CHECK (merged_into <> key),
  -- `game`: a match named it first. `reserved`: for tests of game servers, never on a board.
  made_by text NOT NULL CHECK (made_by IN ('release', 'staff', 'practice', 'game', 'reserved')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (NOT listed OR (merged_into IS NULL AND made_by <> 'reserved'))
);

CREATE INDEX modes_merged ON modes (merged_into) WHERE merged_into IS NOT NULL;

INSERT INTO modes (key, name, category, icon, listed, in_overall, position, made_by) VALUES
  ('nodebuff', 'NoDebuff', 'duels', 'potion', true, true, 0, 'release'),
  ('boxing', 'Boxing', 'duels', 'glove', true, true, 1, 'release'),
  ('bedfight', 'Bedfight', 'duels', 'bed', true, true, 2, 'release'),
  ('bridge', 'Bridge', 'duels', 'bridge', true, true, 3, 'release'),
  ('fireball', 'Fireball', 'duels', 'fireball', true, true, 4, 'release'),
  ('sumo', 'Sumo', 'duels', 'wrestler', true, true, 5, 'release'),
  ('nodebuff_ffa', 'NoDebuff FFA', 'ffa', 'potion', false, false, 6, 'release'),
  ('sumo_ffa', 'Sumo FFA', 'ffa', 'wrestler', false, false, 7, 'release'),
  ('build_ffa', 'Build FFA', 'ffa', 'blocks', false, false, 8, 'release'),
  ('nemoslap', 'Nemo Slap', 'ffa', 'fish', false, false, 9, 'release'),
  ('conformance', 'Conformance', 'other', 'sword', false, false, 10, 'reserved');

-- The mode that a key counts for.
CREATE FUNCTION kept_mode(key text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((SELECT merged_into FROM modes WHERE modes.key = $1), $1);

-- The key of a mode by its name; the names that ship have keys of their own.
CREATE FUNCTION mode_slug(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE lower(name) WHEN 'the bridge' THEN 'bridge' WHEN 'fireball fight' THEN 'fireball'
    WHEN 'nemo slap' THEN 'nemoslap'
    ELSE (SELECT CASE WHEN char_length(slug) < 2 THEN 'mode' ELSE slug END FROM (SELECT
      trim(BOTH '_' FROM left(trim(BOTH '_' FROM regexp_replace(lower(name), '[^abcdefghijklmnopqrstuvwxyz0123456789]+',
        '_', 'g')), 32)) AS slug) AS made) END;

-- The mode that a card of the minigames page shows; one card a mode.
ALTER TABLE practice_modes ADD COLUMN mode text REFERENCES modes;
CREATE UNIQUE INDEX practice_modes_mode ON practice_modes (mode);

-- Gives a new card its mode: by its name, with _2 and so on while another card has that key.
CREATE FUNCTION give_practice_mode() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER practice_modes_have_a_mode BEFORE INSERT OR UPDATE OF mode ON practice_modes
  FOR EACH ROW EXECUTE FUNCTION give_practice_mode();

-- Duels first: the six are duels, and their keys are theirs.
DO $$
DECLARE
  card integer;
BEGIN
  FOR card IN SELECT id FROM practice_modes ORDER BY category, id LOOP
    UPDATE practice_modes SET mode = NULL WHERE id = card;
  END LOOP;
END $$;

-- Every stored match and board stays; what was allowed before is allowed now.
ALTER TABLE matches DROP CONSTRAINT matches_game_type_check;
ALTER TABLE matches ADD CONSTRAINT matches_game_type_check
  CHECK (game_type COLLATE "C" ~ '^[a-z0-9_]{2,32}$') NOT VALID;
ALTER TABLE boards DROP CONSTRAINT boards_game_type_check;
ALTER TABLE boards ADD CONSTRAINT boards_game_type_check CHECK (game_type COLLATE "C" ~ '^[a-z0-9_]{2,32}$');
-- A bug report names one of the nine modes of its form, or a listed mode.
ALTER TABLE reports DROP CONSTRAINT reports_game_mode_check;
ALTER TABLE reports ADD CONSTRAINT reports_game_mode_check CHECK (game_mode COLLATE "C" ~ '^[a-z0-9_]{2,32}$');

-- Figures that are being computed again since a mode was merged, or began or ceased to count in overall: player after
-- player in the background. A finished one leaves no row.
CREATE TABLE mode_rebuilds (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose players are gone through.
  mode text NOT NULL REFERENCES modes,
  last_user_id integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
