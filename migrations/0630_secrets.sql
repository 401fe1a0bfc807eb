-- Passwords and addresses that Owners enter in the browser, encrypted with a key outside of the database.
CREATE TABLE secrets (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
  encrypted bytea NOT NULL CHECK (octet_length(encrypted) BETWEEN 29 AND 4096),
  at timestamptz NOT NULL DEFAULT now()
);
