-- The order in which matches became visible, for programs that follow them (GET /api/matches).
CREATE TABLE match_arrivals (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  match_id uuid NOT NULL UNIQUE REFERENCES matches,
  at timestamptz NOT NULL
);
CREATE INDEX match_arrivals_at ON match_arrivals (at);

-- As in sql/matches/number_match.sql: the trigger needs it.
CREATE OR REPLACE FUNCTION number_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('vulx: numbers of matches', 0));
  INSERT INTO match_arrivals (match_id, at) VALUES (NEW.match_id, clock_timestamp());
  RETURN NULL;
END
$$;

-- Waits for batches that are being stored: the rows below are then all that there are.
CREATE CONSTRAINT TRIGGER matches_numbered AFTER INSERT ON matches
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_match();

INSERT INTO match_arrivals (match_id, at) SELECT match_id, received_at FROM matches ORDER BY received_at, match_id;
