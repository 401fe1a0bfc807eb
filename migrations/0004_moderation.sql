-- What members report to the moderators, whatever the subject: a post today, a player or anything else tomorrow.
CREATE TABLE moderation_reports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject_type text NOT NULL CHECK (subject_type IN ('post', 'player')),
  -- Not a foreign key: a report outlives its subject, so that a moderator sees what was reported.
  subject_id integer NOT NULL,
  -- Whose content or account it is; null once that account is gone.
  subject_user_id integer REFERENCES users ON DELETE SET NULL,
  -- The text as it stood when it was reported.
  excerpt text NOT NULL DEFAULT '',
  reporter_id integer REFERENCES users ON DELETE SET NULL,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'removed', 'dismissed')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- One open report per member and subject: saying it again changes the reason. A decided one stays as it was.
CREATE UNIQUE INDEX moderation_reports_one_open ON moderation_reports (subject_type, subject_id, reporter_id)
  WHERE status = 'open';

CREATE INDEX moderation_reports_open ON moderation_reports (id DESC) WHERE status = 'open';
CREATE INDEX moderation_reports_subject_user ON moderation_reports (subject_user_id);

-- Bug reports (spec 3).
CREATE TABLE reports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null once the reporter's account is gone; the report is then shown as Anonymous.
  user_id integer REFERENCES users ON DELETE SET NULL,
  game_mode text NOT NULL CHECK (game_mode IN ('nodebuff', 'sumo', 'build', 'nemoslap', 'boxing', 'bedfight',
    'thebridge', 'fireballfight', 'other')),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 5 AND 100),
  details text NOT NULL CHECK (char_length(details) BETWEEN 20 AND 5000),
  severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  media_link text CHECK (char_length(media_link) <= 2048),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'reviewing', 'resolved', 'rejected')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX reports_user ON reports (user_id, id DESC);
