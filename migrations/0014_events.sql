-- What is organised beside the daily matches: tournaments, update parties, building days. Staff manage the rows.
CREATE TABLE events (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  title text NOT NULL CHECK (char_length(title) BETWEEN 3 AND 100),
  description text NOT NULL CHECK (char_length(description) <= 2000),
  start_date timestamptz NOT NULL,
  -- Null: active for 24 hours.
  end_date timestamptz CHECK (end_date > start_date),
  rewards text[] NOT NULL DEFAULT '{}' CHECK (cardinality(rewards) <= 10),
  -- Staff say that the dates are not settled; the status is then neither active nor past.
  tba boolean NOT NULL DEFAULT false,
  -- Null where the event came with the content, or its creator's account is gone: it then is the team's.
  creator_id integer REFERENCES users ON DELETE SET NULL,
  -- One more with each change; what If-Match is compared with.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX events_creator ON events (creator_id);

-- Who takes part. Leaving an event deletes the row.
CREATE TABLE event_registrations (
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- As it is said of a participant. There is only one so far: no capacity, so no waiting list.
  status text NOT NULL DEFAULT 'registered' CHECK (status = 'registered'),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, user_id)
);

-- The earliest participants of an event, without reading the others.
CREATE INDEX event_registrations_earliest ON event_registrations (event_id, created_at, user_id);
CREATE INDEX event_registrations_user ON event_registrations (user_id);

ALTER TABLE practice_modes ADD COLUMN version integer NOT NULL DEFAULT 1;

-- Tables that were filled from content files. That happens once ever: a table that staff emptied stays empty.
CREATE TABLE content_seeds (
  table_name text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);

-- Sites that are older than this table have their practice modes already.
INSERT INTO content_seeds (table_name) SELECT 'practice_modes' WHERE EXISTS (SELECT FROM practice_modes);
