-- Members whom a member blocked: they do not follow, mention or comment on who blocked them.
CREATE TABLE blocks (
  blocker_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  blocked_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (blocker_id, blocked_id),
  CONSTRAINT blocks_self CHECK (blocker_id <> blocked_id)
);
CREATE INDEX blocks_blocked ON blocks (blocked_id, blocker_id);
