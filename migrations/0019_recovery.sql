-- The e-mail address that a member proved to read. It counts only while it is the account's address to the letter.
CREATE TABLE verified_emails (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  verified_at timestamptz NOT NULL DEFAULT now()
);

-- A forgotten password is asked for by address as well; addresses are compared without case.
CREATE INDEX verified_emails_email ON verified_emails (lower(email));

-- The link in a confirmation mail: one at a time for an account, a newer mail replaces it. Kept as SHA-256.
CREATE TABLE email_tokens (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- The address that the mail went to; it may have been changed since.
  email text NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- When the mail was asked for: a late try of an older mail does not replace a newer link.
  ordered_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX email_tokens_expires ON email_tokens (expires_at);

-- What lets somebody set a new password without the old one: the link in a mail, or a code that staff or the command
-- line gave out. One of each kind at a time for an account. Kept as SHA-256.
CREATE TABLE recovery_tokens (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('mail', 'staff')),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- The rank of whoever gave the code out, which the account must still be below. Null for mails and the command line.
  issuer_rank text,
  ordered_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind)
);

CREATE INDEX recovery_tokens_expires ON recovery_tokens (expires_at);
