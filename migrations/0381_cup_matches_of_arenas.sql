-- Matches that count in an arena are stored too, and a match may count in several cups at once.
ALTER TABLE cup_matches DROP CONSTRAINT cup_matches_pkey;
ALTER TABLE cup_matches ADD PRIMARY KEY (match_id, event_id);
