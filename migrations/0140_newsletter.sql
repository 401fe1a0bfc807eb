-- Addresses of the newsletter. Until it is confirmed by a link, an address gets nothing but the mail with that link.
CREATE TABLE newsletter_subscribers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- As it was typed first.
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  -- The last time that somebody entered it. Unconfirmed ones are deleted some time after it.
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- When the last confirmation mail was queued.
  mailed_at timestamptz,
  -- When the next confirmation mail may be queued. Null: none is asked for.
  mail_due_at timestamptz DEFAULT now(),
  confirmed_at timestamptz,
  CONSTRAINT newsletter_subscribers_confirmed CHECK (confirmed_at IS NULL OR mail_due_at IS NULL)
);
CREATE UNIQUE INDEX newsletter_subscribers_email ON newsletter_subscribers (lower(email));
CREATE INDEX newsletter_subscribers_due ON newsletter_subscribers (mail_due_at) WHERE mail_due_at IS NOT NULL;

-- Makes the links of newsletter mails, which are stored nowhere, and the hashes below. With another key all links that
-- were sent are void.
CREATE TABLE newsletter_key (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- SHA-256 of four random UUIDs, 488 bits of the database's own randomness: no extension is needed for it.
  key bytea NOT NULL CHECK (octet_length(key) = 32)
);
INSERT INTO newsletter_key (key) VALUES (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- Which addresses got a confirmation mail within a day, as hashes with the key: this limit outlives a deleted address.
CREATE TABLE newsletter_mailed (
  hash bytea PRIMARY KEY,
  mailed_at timestamptz NOT NULL DEFAULT now()
);
