-- An arena may end in a single elimination of its best: how many of them, or null.
ALTER TABLE cups ADD COLUMN cut integer
  CONSTRAINT cups_cut_check CHECK (cut IS NULL OR format = 'arena' AND cut IN (4, 8, 16, 32) AND cut <= seats);

-- Position in the table of an arena; `place` is that in the cup.
ALTER TABLE cup_entrants ADD COLUMN table_place integer;
UPDATE cup_entrants SET table_place = place WHERE points IS NOT NULL;
DROP INDEX cup_entrants_place;
CREATE INDEX cup_entrants_table ON cup_entrants (event_id, table_place);

-- Whether a match counts in a bracket, or in the table of an arena.
ALTER TABLE cup_matches ADD COLUMN in_bracket boolean NOT NULL DEFAULT true;
UPDATE cup_matches SET in_bracket = false FROM cups WHERE cups.event_id = cup_matches.event_id AND format = 'arena';
