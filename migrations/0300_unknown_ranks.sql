-- Ranks that game servers said and that no rank of the site answers to, with how often. They are shown to Owners.
CREATE TABLE unknown_ranks (
  server_id integer NOT NULL REFERENCES game_servers ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  count bigint NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, name)
);
CREATE INDEX unknown_ranks_last ON unknown_ranks (last_at);
