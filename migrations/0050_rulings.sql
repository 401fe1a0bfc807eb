-- Rulings of staff on matches (docs/fair-play.md): a match is excluded from everything that counts, or restored.
-- Without foreign keys to accounts, so that a deleted one leaves its rulings.
-- Append-only; what a ruling says of a match holds from its decision on, until a later decision says otherwise.
CREATE TABLE rulings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action text NOT NULL CHECK (action IN ('exclude', 'restore')),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 10 AND 500),
  made_by integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Whose matches of which span; null when matches were named.
  player_id integer,
  span_from timestamptz,
  span_to timestamptz,
  mode text REFERENCES modes,
  -- Number of its rows in ruling_matches.
  matches integer NOT NULL CHECK (matches > 0),
  CHECK (num_nulls(player_id, span_from, span_to) IN (0, 3)),
  CHECK (span_from <= span_to)
);

-- The matches as they were found when the ruling was made: one that arrives later is not ruled on.
CREATE TABLE ruling_matches (
  ruling_id integer NOT NULL REFERENCES rulings,
  match_id uuid NOT NULL REFERENCES matches,
  PRIMARY KEY (ruling_id, match_id)
);
CREATE INDEX ruling_matches_match ON ruling_matches (match_id);

-- Whether a ruling takes effect. A small one is applied by who makes it, a large one by a second person.
CREATE TABLE ruling_decisions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ruling_id integer NOT NULL UNIQUE REFERENCES rulings,
  decision text NOT NULL CHECK (decision IN ('apply', 'refuse')),
  made_by integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TRIGGER rulings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rulings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ruling_matches_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ruling_matches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ruling_decisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ruling_decisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Decided rulings that are being applied, in the order of their decisions.
CREATE TABLE ruling_work (
  decision_id integer PRIMARY KEY REFERENCES ruling_decisions,
  ruling_id integer NOT NULL REFERENCES rulings,
  done integer NOT NULL DEFAULT 0,
  last_match_id uuid
);

-- What follows from all of this: the matches that do not count now. A projection.
CREATE TABLE excluded_matches (
  match_id uuid PRIMARY KEY REFERENCES matches,
  ruling_id integer NOT NULL REFERENCES rulings
);

-- Ratings and head-to-head follow, as after a void.
CREATE TRIGGER excluded_matches_queue_ratings AFTER INSERT ON excluded_matches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION queue_match_ratings();
CREATE TRIGGER restored_matches_queue_ratings AFTER DELETE ON excluded_matches REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION queue_match_ratings();

-- The matches of today (match_counts).
CREATE FUNCTION count_excluded_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_counts AS counted (day, game_type, shard, total)
  SELECT (ended_at AT TIME ZONE 'UTC')::date, game_type, pg_backend_pid() % 16, count(*) * TG_ARGV[0]::int
  FROM changed JOIN matches USING (match_id)
  WHERE ended_at >= date_trunc('day', now(), 'UTC')
    AND NOT EXISTS (SELECT FROM match_voids AS void WHERE (void.match_id, void.server_id) = (matches.match_id, matches.server_id))
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, game_type, shard) DO UPDATE SET total = counted.total + excluded.total;
  RETURN NULL;
END $$;
CREATE TRIGGER excluded_matches_uncounted AFTER INSERT ON excluded_matches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_excluded_matches('-1');
CREATE TRIGGER restored_matches_counted AFTER DELETE ON excluded_matches REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_excluded_matches('1');

-- As before, but a match that was excluded is not counted already.
CREATE OR REPLACE FUNCTION uncount_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_counts AS counted (day, game_type, shard, total)
  SELECT (ended_at AT TIME ZONE 'UTC')::date, game_type, pg_backend_pid() % 16, -count(*)
  FROM added JOIN matches USING (match_id, server_id)
  WHERE ended_at >= date_trunc('day', now(), 'UTC')
    AND NOT EXISTS (SELECT FROM excluded_matches WHERE excluded_matches.match_id = matches.match_id)
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, game_type, shard) DO UPDATE SET total = counted.total + excluded.total;
  RETURN NULL;
END $$;

-- Members are told what a ruling changed for them.
ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN ('post_removed', 'restricted',
  'restriction_lifted', 'bio_cleared', 'picture_cleared', 'name_cleared', 'application_changed', 'matches_excluded',
  'matches_restored'));
