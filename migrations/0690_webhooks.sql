-- Addresses of other programs to which the site sends events, at most 20.
CREATE TABLE webhooks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url text NOT NULL CHECK (char_length(url) BETWEEN 8 AND 500),
  description text NOT NULL CHECK (char_length(description) <= 200),
  types text[] NOT NULL CHECK (cardinality(types) BETWEEN 1 AND 50),
  enabled boolean NOT NULL DEFAULT true,
  -- Why the site turned it off; null while it is on, and where an Admin did.
  disabled_for text CHECK (disabled_for IS NULL OR disabled_for IN ('gone', 'failing') AND NOT enabled),
  -- Encrypted. The old one also signs until its time is over.
  secret bytea NOT NULL,
  old_secret bytea,
  old_secret_until timestamptz,
  -- When the next attempt is due; while one is made, when its lease ends.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Since when no attempt succeeded; null after a success.
  failing_since timestamptz,
  -- Events that were dropped because too many waited.
  dropped integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);

-- One row for each event and address that wanted it: the queue, and for 30 days the log.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id integer NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  -- The same for all addresses and attempts.
  event_id uuid NOT NULL,
  type text NOT NULL,
  -- Which record it is about. What is sent of it is read for each attempt, so nothing private is stored here.
  subject text NOT NULL CHECK (char_length(subject) <= 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  failed_at timestamptz,
  -- Of the last attempt.
  error text CHECK (char_length(error) <= 200),
  status smallint,
  response text CHECK (char_length(response) <= 1024),
  duration_ms integer
);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, id) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (webhook_id, id) WHERE failed_at IS NOT NULL;
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_created ON webhook_deliveries (created_at);

-- Whether the game server was online at the last poll, so that a change is an event.
ALTER TABLE game_ping ADD COLUMN is_online boolean;
