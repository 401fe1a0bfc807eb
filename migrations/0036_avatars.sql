-- Avatars as the site serves them: uploaded, or fetched once by the site, and encoded again. One row a member; it goes
-- with the account.
CREATE TABLE avatars (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of bytes: part of the address, which changes with the picture.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Compressed images do not compress again.
ALTER TABLE avatars ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- From here on users.avatar_url holds only foreign addresses that earlier releases stored and the site has not fetched
-- yet. Nobody is shown them. A row here counts the tries.
CREATE TABLE avatar_fetches (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  tries smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX users_foreign_avatar ON users (id) WHERE avatar_url IS NOT NULL;
