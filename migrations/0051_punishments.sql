-- Punishments of the game and of the site (docs/fair-play.md). Append-only: what became of one follows from its changes.
CREATE TABLE punishments (
  -- Made by the game server, or by the site.
  id uuid PRIMARY KEY,
  identity_id integer NOT NULL REFERENCES game_identities (id),
  kind text NOT NULL CHECK (kind IN ('ban', 'mute', 'kick', 'warn')),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  -- Null: for good, or of no duration (kick, warn).
  until timestamptz,
  -- The game server that sent it; null for one that staff gave on the site.
  server_id integer REFERENCES game_servers,
  -- Who gave it: a name in game, or an account, without a foreign key so that a deleted one leaves the fact.
  by_name text CHECK (char_length(by_name) BETWEEN 1 AND 64),
  made_by integer,
  at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (server_id IS NULL OR made_by IS NULL)
);
CREATE INDEX punishments_identity ON punishments (identity_id, at DESC);

CREATE TABLE punishment_changes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Without a foreign key: a lift may arrive before its punishment.
  punishment_id uuid NOT NULL,
  -- confirm: the game has done what the site said.
  kind text NOT NULL CHECK (kind IN ('confirm', 'reduce', 'lift')),
  -- The new end of a reduced one.
  until timestamptz,
  reason text CHECK (char_length(reason) BETWEEN 1 AND 500),
  -- The game server that said so; null for staff on the site.
  server_id integer REFERENCES game_servers,
  made_by integer,
  at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'reduce') = (until IS NOT NULL))
);
-- One confirmation and one lift from each side. A punishment may be reduced more than once.
CREATE UNIQUE INDEX punishment_changes_once ON punishment_changes (punishment_id, kind, server_id)
  NULLS NOT DISTINCT WHERE kind <> 'reduce';
CREATE INDEX punishment_changes_punishment ON punishment_changes (punishment_id);

CREATE TRIGGER punishments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON punishments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER punishment_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON punishment_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN ('post_removed', 'restricted',
  'restriction_lifted', 'bio_cleared', 'picture_cleared', 'name_cleared', 'application_changed', 'matches_excluded',
  'matches_restored', 'punished', 'punishment_lifted'));
