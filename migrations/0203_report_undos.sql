-- What a change of many bug reports overwrote, so that the member of staff who made it can undo it within seconds. A row
-- of each report and member: their newest change. Older ones are purged after a day.
CREATE TABLE report_undos (
  report_id integer NOT NULL REFERENCES reports ON DELETE CASCADE,
  changed_by integer NOT NULL REFERENCES users ON DELETE CASCADE,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- The version that the change made. A report of another version was changed since.
  version integer NOT NULL,
  -- What the reporter reads of the change; null without a reporter, and where they want no such notices.
  notice_id integer REFERENCES notices ON DELETE SET NULL,
  -- The report before the change.
  status text NOT NULL,
  handled_by integer REFERENCES users ON DELETE SET NULL,
  handled_at timestamptz,
  PRIMARY KEY (report_id, changed_by)
);
