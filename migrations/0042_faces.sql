-- Faces of skins, as game servers send them: the avatar of an account without a picture of its own. One row an identity,
-- so that a face goes where its player goes.
CREATE TABLE faces (
  identity_id integer PRIMARY KEY REFERENCES game_identities (id) ON DELETE CASCADE,
  -- SHA-256 of the newest head as it was sent: the same again changes nothing.
  head_hash bytea NOT NULL CHECK (octet_length(head_hash) = 32),
  -- By the game server's clock: a late head does not replace a newer one.
  sent_at timestamptz NOT NULL,
  -- PNG that the site wrote, and its SHA-256, which is part of the address. Null: staff removed this face.
  bytes bytea CHECK (octet_length(bytes) <= 32768),
  hash bytea CHECK (octet_length(hash) = 32),
  -- Hashes of the faces that staff removed: none of them is shown again.
  removed bytea[] NOT NULL DEFAULT '{}',
  CHECK ((bytes IS NULL) = (hash IS NULL))
);
