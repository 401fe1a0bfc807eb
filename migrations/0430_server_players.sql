-- Who was on which game server, as that server said: what its key says about a person counts only where they were there
-- (src/server/domains/matches/ledger/speaking.ts). Deleted a few days after they left.
CREATE TABLE server_players (
  server_id integer NOT NULL REFERENCES game_servers ON DELETE CASCADE,
  identity_id integer NOT NULL REFERENCES game_identities (id) ON DELETE CASCADE,
  -- The part of the list of players that has them, as in presence_parts.
  part smallint NOT NULL DEFAULT 1,
  seen_at timestamptz NOT NULL,
  -- When a list of the server came without them. NULL: none has since they were seen.
  left_at timestamptz,
  PRIMARY KEY (server_id, identity_id)
);

CREATE INDEX server_players_identity ON server_players (identity_id);
CREATE INDEX server_players_here ON server_players (server_id, identity_id) WHERE left_at IS NULL;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN ('post_removed', 'restricted',
  'restriction_lifted', 'bio_cleared', 'picture_cleared', 'name_cleared', 'application_changed', 'matches_excluded',
  'matches_restored', 'punished', 'punishment_lifted', 'appeal_answered', 'appeal_decided', 'rerated',
  'report_decided', 'bug_report_changed', 'message_answered', 'unlinked', 'account_changed',
  'cup_command'));
