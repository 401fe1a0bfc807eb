-- A member's Discord account. Discord grants roles by what the site sends there about the member.
CREATE TABLE discord_links (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  discord_id text NOT NULL CHECK (discord_id ~ '^[0-9]{1,20}$'),
  discord_name text NOT NULL CHECK (char_length(discord_name) BETWEEN 1 AND 100),
  -- Access and refresh token, encrypted with a key that is not in the database.
  tokens bytea NOT NULL,
  access_expires_at timestamptz NOT NULL,
  -- Names the link together with the member; in milliseconds, which is what the site reads.
  linked_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  -- What the last attempt sent; null before the first one.
  sent_name text,
  rank_level integer,
  rating integer,
  matches integer,
  -- The next attempt; null while nothing changed. A process that makes one moves it ahead first.
  due_at timestamptz DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  synced_at timestamptz,
  -- Why the last attempt failed. Contains no token.
  last_error text CHECK (char_length(last_error) <= 200),
  CONSTRAINT discord_links_discord_id_key UNIQUE (discord_id)
);
CREATE INDEX discord_links_due ON discord_links (due_at) WHERE due_at IS NOT NULL;

-- A link that a session began and Discord has not confirmed yet. A new one replaces it.
CREATE TABLE discord_link_states (
  session_id integer PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  state_hash bytea NOT NULL,
  -- PKCE (RFC 7636): proves to Discord that the code belongs to this attempt.
  code_verifier text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX discord_link_states_expires_at ON discord_link_states (expires_at);

-- Links that ended: what Discord was sent about them is removed there, and the tokens are revoked.
CREATE TABLE discord_unlinks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discord_id text NOT NULL,
  tokens bytea NOT NULL,
  access_expires_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0
);
CREATE INDEX discord_unlinks_due ON discord_unlinks (due_at);
CREATE INDEX discord_unlinks_discord_id ON discord_unlinks (discord_id);

-- Also where a deleted account takes its link along.
CREATE FUNCTION queue_discord_unlink() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO discord_unlinks (discord_id, tokens, access_expires_at)
  VALUES (OLD.discord_id, OLD.tokens, OLD.access_expires_at);
  RETURN NULL;
END $$;
CREATE TRIGGER discord_links_queue_unlink AFTER DELETE ON discord_links
  FOR EACH ROW EXECUTE FUNCTION queue_discord_unlink();
