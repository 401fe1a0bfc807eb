-- A session is named to its member by a number that opens nothing.
ALTER TABLE sessions ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY;
ALTER TABLE sessions ADD CONSTRAINT sessions_id_key UNIQUE (id);

-- The second factor of an account: a row is a factor that a code has proven, and sign-in asks for it.
CREATE TABLE second_factors (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Shared with the member's authenticator, and so stored as it is (decision 20).
  secret bytea NOT NULL CHECK (octet_length(secret) BETWEEN 20 AND 64),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The 30-second step, counted from 1970, of the last code that was taken: no code of it or before is taken again.
  last_step bigint NOT NULL
);

-- A factor that is being set up: the authenticator has the secret, no code came yet. It neither asks nor opens.
CREATE TABLE second_factor_setups (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea NOT NULL CHECK (octet_length(secret) BETWEEN 20 AND 64),
  expires_at timestamptz NOT NULL
);

CREATE INDEX second_factor_setups_expires ON second_factor_setups (expires_at);

-- Codes for whoever lost the authenticator; a row is a code that was not used yet. 80 random bits need no salt.
CREATE TABLE second_factor_recovery_codes (
  user_id integer NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  PRIMARY KEY (user_id, code_hash)
);
