-- What game servers sent in each minute, for 48 hours. Each process adds its counts every 10 s at most, apart from the
-- events, so that they cost ingest nothing. Unlogged, like `presence_parts`: figures of the moment.
CREATE UNLOGGED TABLE ingest_minutes (
  server_id integer NOT NULL REFERENCES game_servers ON DELETE CASCADE,
  minute timestamptz NOT NULL,
  accepted integer NOT NULL,
  duplicate integer NOT NULL,
  rejected integer NOT NULL,
  retry integer NOT NULL,
  -- Accepted events by how late they came: the entry n counts those of 2^((n - 1) / 2) - 1 ms up to the next entry.
  lags integer[] NOT NULL,
  -- The newest 20, oldest first: { at, type, reason }.
  rejections jsonb NOT NULL,
  PRIMARY KEY (server_id, minute)
);
CREATE INDEX ingest_minutes_minute ON ingest_minutes (minute);
