-- Where a member stood on the board of all modes when they last saw home, and at the end of the visit before.
CREATE TABLE visits (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  position integer,
  points integer,
  -- Players just behind, the nearest first.
  behind integer[] NOT NULL,
  last_seen_at timestamptz,
  last_position integer,
  last_points integer,
  last_behind integer[]
);
