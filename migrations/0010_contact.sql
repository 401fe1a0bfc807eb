-- What visitors wrote to the team: stored first, mailed afterwards through the outbox.
CREATE TABLE contact_messages (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  -- The member who wrote it, if somebody was signed in.
  user_id integer REFERENCES users ON DELETE SET NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 150),
  message text NOT NULL CHECK (char_length(message) BETWEEN 1 AND 5000),
  -- The hidden field was filled in: most likely a machine. Kept, but not mailed.
  flagged boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX contact_messages_newest ON contact_messages (id DESC);
CREATE INDEX contact_messages_age ON contact_messages (created_at);
