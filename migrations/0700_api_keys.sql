-- What programs of members and staff call the API with (docs/api.md).
CREATE TABLE api_keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- One of the five that a member may have.
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 5),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
  secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'read:cases', 'write:cups', 'write:news',
    'write:punishments']),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A year of days, and an hour for the change of clocks.
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CONSTRAINT api_keys_secret UNIQUE (secret_hash),
  CONSTRAINT api_keys_slot UNIQUE (user_id, slot),
  CONSTRAINT api_keys_at_most_a_year CHECK (expires_at <= created_at + interval '8784 hours')
);
