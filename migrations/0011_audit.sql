-- Who did what to which record: written in the transaction of the change, never changed afterwards. Whoever acted is
-- kept by name and rank as they were then, so that no account that goes takes its deeds along.
CREATE TABLE audit_log (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- Not foreign keys: a record of a record outlives it. Null: the command line of the machine itself.
  actor_id integer,
  actor_name text NOT NULL,
  actor_rank text,
  -- 'report.status', 'application.update', 'user.rank' …
  action text NOT NULL CHECK (char_length(action) BETWEEN 3 AND 60),
  subject_type text NOT NULL CHECK (char_length(subject_type) BETWEEN 2 AND 40),
  subject_id integer,
  -- What the record held before and after; null where there was or is none.
  before jsonb,
  after jsonb
);

CREATE INDEX audit_log_subject ON audit_log (subject_type, subject_id, id DESC);
CREATE INDEX audit_log_actor ON audit_log (actor_id, id DESC);
CREATE INDEX audit_log_action ON audit_log (action, id DESC);

CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
