-- Matches that count in a match of a bracket. Computed.
CREATE TABLE cup_matches (
  match_id uuid PRIMARY KEY REFERENCES matches,
  event_id integer NOT NULL REFERENCES cups ON DELETE CASCADE
);
CREATE INDEX cup_matches_event ON cup_matches (event_id);
