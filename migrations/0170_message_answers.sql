-- Staff answer contact messages; the first answer is the only one.
ALTER TABLE contact_messages ADD COLUMN answer text CHECK (char_length(answer) BETWEEN 1 AND 2000);
ALTER TABLE contact_messages ADD COLUMN answered_at timestamptz;
-- Null once that account is gone.
ALTER TABLE contact_messages ADD COLUMN answered_by integer REFERENCES users ON DELETE SET NULL;
ALTER TABLE contact_messages ADD CONSTRAINT contact_messages_answered
  CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answered_by IS NULL OR answer IS NOT NULL));
CREATE INDEX contact_messages_answered_by ON contact_messages (answered_by) WHERE answered_by IS NOT NULL;

-- A sender who was signed in reads the answer among their notices: subject and answer.
ALTER TABLE notices DROP CONSTRAINT notices_text_check;
ALTER TABLE notices ADD CONSTRAINT notices_text_check CHECK (char_length(text) <= 2200);
ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN ('post_removed', 'restricted',
  'restriction_lifted', 'bio_cleared', 'picture_cleared', 'name_cleared', 'application_changed', 'matches_excluded',
  'matches_restored', 'punished', 'punishment_lifted', 'appeal_answered', 'appeal_decided', 'rerated',
  'report_decided', 'bug_report_changed', 'message_answered'));
