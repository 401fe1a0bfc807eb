-- One change of a bug report or an application is undone within seconds like a change of many.
ALTER TABLE report_undos ADD COLUMN answer text;

-- What a change of an application overwrote. A row of each application and member: their newest change. Older ones are
-- purged after a day.
CREATE TABLE application_undos (
  application_id integer NOT NULL REFERENCES staff_applications ON DELETE CASCADE,
  changed_by integer NOT NULL REFERENCES users ON DELETE CASCADE,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- The version that the change made. An application of another version was changed since.
  version integer NOT NULL,
  -- What the applicant reads of the change; null without an account, and where they want no such notices.
  notice_id integer REFERENCES notices ON DELETE SET NULL,
  -- The application before the change.
  status text NOT NULL,
  admin_notes text,
  answer text,
  handled_by integer REFERENCES users ON DELETE SET NULL,
  handled_at timestamptz,
  PRIMARY KEY (application_id, changed_by)
);
CREATE INDEX application_undos_changed_by ON application_undos (changed_by);
CREATE INDEX application_undos_handled_by ON application_undos (handled_by);
CREATE INDEX application_undos_notice ON application_undos (notice_id);

-- The decision about an appeal is undone within seconds: a restriction ends again when it would have ended.
ALTER TABLE appeals ADD COLUMN until_before timestamptz;

-- A lift or a reduction that is taken back stays in the log; `restores` names what does not count any more.
ALTER TABLE punishment_changes ADD COLUMN restores integer REFERENCES punishment_changes;
ALTER TABLE punishment_changes DROP CONSTRAINT punishment_changes_kind_check;
ALTER TABLE punishment_changes ADD CONSTRAINT punishment_changes_kind_check
  CHECK (kind IN ('confirm', 'reduce', 'lift', 'restore'));
ALTER TABLE punishment_changes ADD CONSTRAINT punishment_changes_restores_check
  CHECK ((kind = 'restore') = (restores IS NOT NULL));
CREATE UNIQUE INDEX punishment_changes_restored_once ON punishment_changes (restores) WHERE restores IS NOT NULL;
-- Staff may lift again what they took back; a game server lifts once.
DROP INDEX punishment_changes_once;
CREATE UNIQUE INDEX punishment_changes_once ON punishment_changes (punishment_id, kind, server_id)
  NULLS NOT DISTINCT WHERE kind = 'confirm' OR (kind = 'lift' AND server_id IS NOT NULL);
