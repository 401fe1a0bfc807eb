-- Questions that a new public address is asked, to see whether it reaches this site. Each is of use for a minute.
CREATE TABLE address_checks (
  question text PRIMARY KEY CHECK (length(question) <= 100),
  answer text NOT NULL CHECK (length(answer) <= 100),
  asked_at timestamptz NOT NULL DEFAULT now()
);
