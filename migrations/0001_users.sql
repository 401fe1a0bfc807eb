-- An account: somebody who can sign in (a member), somebody the ledger knows (a player), or both.
CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The name a member signs in with. Null for a player whom only the game server knows.
  username text,
  -- argon2id in PHC form. Null exactly when there is no username: nobody can sign in.
  password_hash text,
  email text,
  bio text,
  discord_tag text,
  avatar_url text,
  rank text NOT NULL DEFAULT 'Member',
  -- The newest name from the game. Not unique, any Unicode, never compared with usernames.
  gamertag text,
  -- When the game server saw that gamertag; an older report never replaces a newer name.
  gamertag_at timestamptz,
  -- When a member was linked to this player; null for an unlinked player or an unlinked member.
  linked_at timestamptz,
  -- What everybody sees: a linked account and an unlinked player show the gamertag, everybody else the username.
  shown_name text NOT NULL GENERATED ALWAYS AS
    (CASE WHEN linked_at IS NULL AND username IS NOT NULL THEN username ELSE gamertag END) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_login_at timestamptz,
  -- Written at most once a minute.
  last_seen_at timestamptz,
  CONSTRAINT users_rank_known CHECK (rank IN ('Member', 'Gold', 'Emerald', 'Diamond', 'Helper', 'Moderator',
    'Product Staff', 'Admin', 'Manager', 'Owner')),
  CONSTRAINT users_password_with_username CHECK ((username IS NULL) = (password_hash IS NULL)),
  CONSTRAINT users_somebody CHECK (username IS NOT NULL OR gamertag IS NOT NULL),
  CONSTRAINT users_linked_has_gamertag CHECK (linked_at IS NULL OR gamertag IS NOT NULL),
  CONSTRAINT users_username_length CHECK (char_length(username) BETWEEN 3 AND 32),
  CONSTRAINT users_bio_length CHECK (char_length(bio) <= 500),
  CONSTRAINT users_gamertag_length CHECK (char_length(gamertag) BETWEEN 1 AND 64)
);

-- Unique without case; usernames are ASCII, so lower() is the whole of case folding.
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE INDEX users_last_seen ON users (last_seen_at) WHERE last_seen_at IS NOT NULL;
CREATE INDEX users_owner ON users (id) WHERE rank = 'Owner';

-- The in-game identities of an account. One XUID or PlayFab id, one account.
CREATE TABLE game_identities (
  kind text NOT NULL CHECK (kind IN ('xuid', 'pfid')),
  value text NOT NULL CHECK (char_length(value) BETWEEN 1 AND 64),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, value)
);

CREATE INDEX game_identities_user ON game_identities (user_id);
