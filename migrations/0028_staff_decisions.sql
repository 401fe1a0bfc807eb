-- Which member of staff works on an open moderation case. A case has no row of its own, so its subject names it. After
-- 30 minutes the case is open to everybody again; a decision deletes the row.
CREATE TABLE moderation_claims (
  subject_type text NOT NULL CHECK (subject_type IN ('post', 'player')),
  subject_id integer NOT NULL,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (subject_type, subject_id)
);

CREATE INDEX moderation_claims_user ON moderation_claims (user_id);

-- Staff clear parts of a profile, and applicants learn what became of their application.
ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN ('post_removed', 'restricted',
  'restriction_lifted', 'bio_cleared', 'picture_cleared', 'name_cleared', 'application_changed'));
-- Why staff did it, as they wrote it for the member; null where `text` says it already, or nobody gave a reason.
ALTER TABLE notices ADD COLUMN reason text CHECK (char_length(reason) BETWEEN 1 AND 500);

-- The audit log of some days.
CREATE INDEX audit_log_at ON audit_log (at);
