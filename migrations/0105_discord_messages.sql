-- Messages to the Discord channels of the network, each queued in the transaction of its event, and the log of what was
-- sent. A worker posts them through the webhook of their kind.
CREATE TABLE discord_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('matches', 'news', 'reports', 'applications')),
  -- Names the event. The same event again is not queued twice.
  event_key text NOT NULL UNIQUE CHECK (char_length(event_key) BETWEEN 1 AND 150),
  -- The player whose name the message contains: it goes with the account.
  player_id integer REFERENCES users ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  text text CHECK (char_length(text) <= 1000),
  link text NOT NULL CHECK (link ~ '^/([^/\\]|$)' AND char_length(link) <= 200),
  attempts smallint NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  failed_at timestamptz,
  -- Why the last attempt failed. Never contains the address, which is a secret.
  last_error text CHECK (char_length(last_error) <= 200),
  CONSTRAINT discord_messages_one_end CHECK (sent_at IS NULL OR failed_at IS NULL)
);
CREATE INDEX discord_messages_waiting ON discord_messages (kind, id) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX discord_messages_player_id ON discord_messages (player_id) WHERE player_id IS NOT NULL;
