-- How many played and whether the game server answered, for /status: by the minute for 48 hours, by the hour for 400 days.
-- A minute or an hour in which nobody asked has no row.
CREATE UNLOGGED TABLE status_minutes (
  minute timestamptz PRIMARY KEY,
  asked integer NOT NULL,
  answered integer NOT NULL CHECK (answered BETWEEN 0 AND asked),
  -- The most of them at once.
  players integer NOT NULL CHECK (players >= 0)
);
CREATE TABLE status_hours (
  hour timestamptz PRIMARY KEY,
  asked integer NOT NULL,
  answered integer NOT NULL CHECK (answered BETWEEN 0 AND asked),
  players integer NOT NULL CHECK (players >= 0)
);
