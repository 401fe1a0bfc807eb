-- Values of settings that somebody looks at on the page before saving them, for ten minutes and in their own browser.
CREATE TABLE setting_previews (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  session_id integer NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  scope text NOT NULL CHECK (length(scope) BETWEEN 1 AND 100),
  value jsonb NOT NULL CHECK (length(value::text) <= 300000),
  expires_at timestamptz NOT NULL
);
CREATE INDEX setting_previews_session ON setting_previews (session_id, expires_at);
CREATE INDEX setting_previews_expires ON setting_previews (expires_at);
