-- What let one account act as another, or made it: its rank, the invitation that it came with, a recovery code
-- (docs/fair-play.md, "Two persons"). Append-only. Without foreign keys, so that a deleted account leaves the fact.
CREATE TABLE hands (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  by_id integer NOT NULL,
  member_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('rank', 'invitation', 'recovery_code', 'recovery')),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX hands_at ON hands (at);

INSERT INTO hands (by_id, member_id, kind, at)
SELECT actor_id, subject_id, CASE WHEN action = 'member.recovery_code' THEN 'recovery_code'
  WHEN after ? 'invite' THEN 'invitation' ELSE 'rank' END, at
FROM audit_log
WHERE action IN ('member.create', 'member.rank', 'member.recovery_code') AND subject_type = 'member'
  AND actor_id IS NOT NULL AND subject_id IS NOT NULL AND actor_id <> subject_id
ORDER BY id;

-- When somebody set the password with a code of staff and has not proved since that they are the member: until then a
-- staff rank grants nothing.
ALTER TABLE users ADD COLUMN recovered_at timestamptz;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN ('post_removed', 'restricted',
  'restriction_lifted', 'bio_cleared', 'picture_cleared', 'name_cleared', 'application_changed', 'matches_excluded',
  'matches_restored', 'punished', 'punishment_lifted', 'appeal_answered', 'appeal_decided', 'rerated',
  'report_decided', 'bug_report_changed', 'message_answered', 'unlinked', 'account_changed'));
