-- Cases that the detector opens (docs/fair-play.md): a pattern in the matches of one player, or of two. A row is its
-- own subject: subject_id is its id.
ALTER TABLE moderation_reports DROP CONSTRAINT moderation_reports_subject_type_check;
ALTER TABLE moderation_reports ADD CONSTRAINT moderation_reports_subject_type_check
  CHECK (subject_type IN ('post', 'player', 'comment', 'pattern'));
ALTER TABLE moderation_claims DROP CONSTRAINT moderation_claims_subject_type_check;
ALTER TABLE moderation_claims ADD CONSTRAINT moderation_claims_subject_type_check
  CHECK (subject_type IN ('post', 'player', 'comment', 'pattern'));

ALTER TABLE moderation_reports ADD COLUMN pattern text
  CHECK (pattern IN ('one_sided', 'feeding', 'throwing', 'input_switch'));
-- The second person of the case; null where the pattern is about one player.
ALTER TABLE moderation_reports ADD COLUMN other_user_id integer REFERENCES users ON DELETE SET NULL;
ALTER TABLE moderation_reports ADD CONSTRAINT moderation_reports_pattern CHECK (
  (subject_type = 'pattern') = (pattern IS NOT NULL)
  AND (pattern IS NULL OR reporter_id IS NULL)
  AND (pattern IS NOT NULL OR other_user_id IS NULL));

CREATE INDEX moderation_reports_other_user ON moderation_reports (other_user_id) WHERE other_user_id IS NOT NULL;

-- One open case per pattern and pair, or per pattern and player.
CREATE UNIQUE INDEX moderation_reports_one_open_pair ON moderation_reports
  (pattern, least(subject_user_id, other_user_id), greatest(subject_user_id, other_user_id))
  WHERE status = 'open' AND pattern IN ('one_sided', 'feeding');
CREATE UNIQUE INDEX moderation_reports_one_open_pattern ON moderation_reports (pattern, subject_user_id)
  WHERE status = 'open' AND pattern IN ('throwing', 'input_switch');
