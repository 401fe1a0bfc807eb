-- Who is on the game servers at this moment, as the newest heartbeats say. Unlogged: after a crash the next heartbeat
-- says it again. One row for each part of a server's list; it counts while it is younger than three intervals.
CREATE UNLOGGED TABLE presence_parts (
  server_id integer NOT NULL REFERENCES game_servers ON DELETE CASCADE,
  part smallint NOT NULL,
  -- By the game server's clock: a late heartbeat does not replace a newer one.
  sent_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  next_poll_ms integer NOT NULL CHECK (next_poll_ms > 0),
  players integer NOT NULL CHECK (players >= 0),
  -- { mode: players }, hidden and unknown ones included.
  modes jsonb NOT NULL,
  PRIMARY KEY (server_id, part)
) WITH (fillfactor = 50);

-- The known players of those parts. A heartbeat writes only what has changed since the one before.
CREATE UNLOGGED TABLE presence_players (
  identity_id integer PRIMARY KEY REFERENCES game_identities (id) ON DELETE CASCADE,
  server_id integer NOT NULL,
  part smallint NOT NULL,
  mode text,
  since timestamptz NOT NULL,
  FOREIGN KEY (server_id, part) REFERENCES presence_parts ON DELETE CASCADE
);

CREATE INDEX presence_players_since ON presence_players (since DESC, identity_id);
CREATE INDEX presence_players_part ON presence_players (server_id, part);

-- Members hide on the site, players in the game. Both are counted and never named.
ALTER TABLE users ADD COLUMN hide_presence boolean NOT NULL DEFAULT false;
ALTER TABLE game_identities ADD COLUMN hidden boolean NOT NULL DEFAULT false;
-- When the game server said so, by its clock.
ALTER TABLE game_identities ADD COLUMN hidden_at timestamptz;
