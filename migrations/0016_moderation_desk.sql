-- What moderators decide about reports, and what follows for whoever was reported.
ALTER TABLE moderation_reports DROP CONSTRAINT moderation_reports_status_check;
-- 'actioned': something else than the subject's removal followed, such as a restriction.
ALTER TABLE moderation_reports ADD CONSTRAINT moderation_reports_status_check
  CHECK (status IN ('open', 'removed', 'dismissed', 'actioned'));
-- The match that a reported player was met in, if the reporter named one.
ALTER TABLE moderation_reports ADD COLUMN match_id uuid REFERENCES matches;
ALTER TABLE moderation_reports ADD COLUMN decided_at timestamptz;
ALTER TABLE moderation_reports ADD COLUMN decided_by integer REFERENCES users ON DELETE SET NULL;
ALTER TABLE moderation_reports ADD COLUMN note text CHECK (char_length(note) <= 1000);
ALTER TABLE moderation_reports ADD CONSTRAINT moderation_reports_decided
  CHECK ((status = 'open') = (decided_at IS NULL));

CREATE INDEX moderation_reports_subject ON moderation_reports (subject_type, subject_id, id DESC);
CREATE INDEX moderation_reports_decided_newest ON moderation_reports (id DESC) WHERE status <> 'open';

-- Members who may not post, for a time or for good (until is null). One at a time; a new one lifts the one before.
CREATE TABLE restrictions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  until timestamptz,
  created_by integer REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  lifted_at timestamptz
);

CREATE UNIQUE INDEX restrictions_one_at_a_time ON restrictions (user_id) WHERE lifted_at IS NULL;
CREATE INDEX restrictions_user ON restrictions (user_id, id DESC);

-- What the site has to tell a member on their profile, until they have seen it.
CREATE TABLE notices (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('post_removed', 'restricted', 'restriction_lifted')),
  -- What it was about, as text: the removed post's beginning, the restriction's reason.
  text text NOT NULL CHECK (char_length(text) <= 1000),
  -- Of a restriction; null for good.
  until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz
);

CREATE INDEX notices_unseen ON notices (user_id, id DESC) WHERE seen_at IS NULL;
