-- Players on the game servers whom the site does not know yet, each where the newest heartbeat lists them, so that one
-- who moves between two servers counts once. Unlogged, like `presence_players`: the next heartbeat says it again.
CREATE UNLOGGED TABLE presence_unknown (
  -- SHA-256 of the kind and value of the identity: who was deleted is unknown again, and only counted.
  player bytea PRIMARY KEY,
  server_id integer NOT NULL,
  part smallint NOT NULL,
  mode text,
  FOREIGN KEY (server_id, part) REFERENCES presence_parts ON DELETE CASCADE
);

CREATE INDEX presence_unknown_part ON presence_unknown (server_id, part);

-- Unknown players of a part, which the previous release counts. Without a reader from now on.
ALTER TABLE presence_parts ALTER COLUMN players SET DEFAULT 0, ALTER COLUMN modes SET DEFAULT '{}';
