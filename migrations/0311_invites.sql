-- Links with which an Owner makes somebody staff: each once, for 7 days. Whoever made one is gone: so is the link.
CREATE TABLE invites (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  rank text NOT NULL REFERENCES ranks,
  note text NOT NULL CHECK (length(note) <= 200),
  created_by integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  used_at timestamptz,
  used_by integer REFERENCES users ON DELETE SET NULL,
  CONSTRAINT invites_end_once CHECK (revoked_at IS NULL OR used_at IS NULL)
);
CREATE INDEX invites_created_by ON invites (created_by);
CREATE INDEX invites_used_by ON invites (used_by);
