-- Accounts that are deleted and can still be restored. Until then the row of `users` is that of a deleted account, and
-- what it held is here.
CREATE TABLE pending_deletions (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  username text NOT NULL,
  password_hash text NOT NULL,
  -- The other columns of `users`, by name.
  fields jsonb NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  deletes_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX pending_deletions_username_key ON pending_deletions (lower(username));
CREATE INDEX pending_deletions_deletes_at_idx ON pending_deletions (deletes_at);

-- Rows that others see and that are taken out of their tables until the account is restored.
CREATE TABLE hidden_rows (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES pending_deletions ON DELETE CASCADE,
  table_name text NOT NULL,
  content jsonb NOT NULL
);
CREATE INDEX hidden_rows_user_id_idx ON hidden_rows (user_id);

-- In-game identities of such accounts, which are stored as hashes meanwhile.
CREATE TABLE hidden_identities (
  identity_id integer PRIMARY KEY REFERENCES game_identities (id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES pending_deletions ON DELETE CASCADE,
  value text NOT NULL
);
CREATE INDEX hidden_identities_user_id_idx ON hidden_identities (user_id);
