-- Events whose winner follows from matches of the ledger (ARCHITECTURE.md, "A cup is computed").
CREATE TABLE cups (
  event_id integer PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  format text NOT NULL CHECK (format IN ('arena', 'single')),
  -- Key of a mode. A merged one is an alias, resolved on read.
  mode text NOT NULL,
  -- Players of a side.
  size integer NOT NULL DEFAULT 1 CHECK (size = 1),
  seats integer NOT NULL,
  minimum integer NOT NULL CHECK (minimum <= seats),
  best_of integer NOT NULL DEFAULT 1 CHECK (best_of IN (1, 3, 5)),
  final_best_of integer NOT NULL DEFAULT 1 CHECK (final_best_of IN (1, 3, 5, 7)),
  -- Time of one game, in minutes.
  game_minutes integer NOT NULL DEFAULT 10 CHECK (game_minutes BETWEEN 3 AND 30),
  third_place boolean NOT NULL DEFAULT false,
  made_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  -- One more with each change; what If-Match is compared with.
  version integer NOT NULL DEFAULT 1,
  CHECK (CASE format WHEN 'arena' THEN seats BETWEEN 2 AND 5000 AND minimum >= 2
    ELSE seats BETWEEN 4 AND 128 AND minimum >= 4 END)
);

-- What people and time decided about a cup: append-only. Times are whole milliseconds, as the engine reads them. People
-- are numbers without a foreign key: what was decided stays when an account goes.
CREATE TABLE cup_facts (
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  event_id integer NOT NULL REFERENCES cups ON DELETE CASCADE,
  -- Names the decision: the same again is not stored twice.
  key text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  -- The account that decided it; null: time.
  by_account integer,
  data jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (event_id, key)
);

-- Cups as they stand, computed from facts and matches.
CREATE TABLE cup_views (
  event_id integer PRIMARY KEY REFERENCES cups ON DELETE CASCADE,
  -- One more with each change of what is shown.
  version integer NOT NULL DEFAULT 1,
  state text NOT NULL CHECK (state IN ('open', 'running', 'paused', 'closing', 'final', 'cancelled')),
  -- When time brings the next fact; null: never.
  due_at timestamptz,
  -- Up to which fact and version of the event it was computed.
  last_fact_id bigint NOT NULL,
  event_version integer NOT NULL,
  rounds jsonb NOT NULL DEFAULT '[]',
  -- Since when game servers have been heard again, and when the cup was last looked at: pauses follow from them.
  heard_since timestamptz,
  looked_at timestamptz NOT NULL DEFAULT now()
);

-- Who takes part, and in an arena the table. Computed.
CREATE TABLE cup_entrants (
  event_id integer NOT NULL REFERENCES cups ON DELETE CASCADE,
  entrant integer NOT NULL,
  identity_ids integer[] NOT NULL,
  -- From 0; null before the start, and while waiting for a seat.
  seed integer,
  is_waiting boolean NOT NULL,
  -- Position by registration, so that waiting players know theirs.
  position integer NOT NULL,
  place integer,
  points integer,
  wins integer,
  draws integer,
  losses integer,
  PRIMARY KEY (event_id, entrant)
);
CREATE INDEX cup_entrants_place ON cup_entrants (event_id, place);

-- Places of closed cups by identity: append-only.
CREATE TABLE cup_places (
  event_id integer NOT NULL REFERENCES cups ON DELETE CASCADE,
  entrant integer NOT NULL,
  place integer NOT NULL CHECK (place >= 1),
  identity_ids integer[] NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, entrant)
);
CREATE INDEX cup_places_identities ON cup_places USING gin (identity_ids);
