-- The newest answer of the game server to a ping; one row. Empty answered_at: the last ping failed.
CREATE TABLE game_ping (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  answered_at timestamptz,
  checked_at timestamptz NOT NULL,
  player_count integer NOT NULL DEFAULT 0 CHECK (player_count >= 0),
  max_players integer,
  version text,
  motd text,
  latency_ms integer
);

-- A game server that may speak to the site. The secret is shown once and stored hashed.
CREATE TABLE game_servers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- The newest heartbeat of each game server.
CREATE TABLE heartbeats (
  server_id integer PRIMARY KEY REFERENCES game_servers ON DELETE CASCADE,
  received_at timestamptz NOT NULL,
  -- What the site asked for; a heartbeat counts while it is younger than three times this.
  next_poll_ms integer NOT NULL CHECK (next_poll_ms > 0),
  player_count integer NOT NULL CHECK (player_count >= 0),
  max_players integer,
  version text,
  queues jsonb NOT NULL DEFAULT '{}'
);
