-- Players report each other in game: the event `report` of a game server.

-- The game server that sent a report, and when it was made there; null for one from the site only.
ALTER TABLE moderation_reports ADD COLUMN server_id integer REFERENCES game_servers;
ALTER TABLE moderation_reports ADD COLUMN reported_at timestamptz;
ALTER TABLE moderation_reports ADD CONSTRAINT moderation_reports_from_game
  CHECK ((server_id IS NULL) = (reported_at IS NULL));

-- What was said in game before the report. Only staff read it, and not for long after the decision.
CREATE TABLE report_chat_lines (
  report_id integer NOT NULL REFERENCES moderation_reports ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 20),
  -- Who said it.
  identity_id integer NOT NULL REFERENCES game_identities (id),
  gamertag text NOT NULL CHECK (char_length(gamertag) BETWEEN 1 AND 64),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 512),
  at timestamptz NOT NULL,
  PRIMARY KEY (report_id, position)
);
-- Lines of a member, for their export and when the account is deleted.
CREATE INDEX report_chat_lines_identity ON report_chat_lines (identity_id, report_id, position);
