-- A signed-in browser. The cookie holds the token, the database only its SHA-256.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Written at most once a minute; 14 days without use end the session, 60 days after created_at at the latest.
  last_used_at timestamptz NOT NULL DEFAULT now(),
  address inet,
  user_agent text CHECK (char_length(user_agent) <= 400)
);

CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_last_used ON sessions (last_used_at);

-- Networks (an IPv4 address, an IPv6 /64) from which an account signed in before: not slowed while others guess its password.
CREATE TABLE known_networks (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  network text NOT NULL,
  last_login_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, network)
);

-- Counters of the rate limits, shared by all processes. Unlogged: after a crash everybody starts afresh.
CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX rate_limits_expires ON rate_limits (expires_at);

-- The first answer of an operation, kept 24 hours for whoever repeats it with the same Idempotency-Key.
CREATE TABLE idempotency_keys (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- One name for both addresses of an operation.
  operation text NOT NULL,
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 128),
  body_hash bytea NOT NULL,
  -- Null only inside the transaction that makes the record.
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, operation, key)
);

CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
