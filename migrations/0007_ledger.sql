-- Facts about matches, as game servers reported them. Nothing here changes afterwards: a correction is a new row (a
-- void), and whose matches they are is said by game_identities, so that linking moves no fact.

-- A number for each in-game identity, so that the many rows of match_players stay small.
ALTER TABLE game_identities ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY UNIQUE;
-- One XUID and one PlayFab id for each account.
ALTER TABLE game_identities ADD CONSTRAINT game_identities_one_of_each UNIQUE (user_id, kind);
DROP INDEX game_identities_user;

CREATE TABLE matches (
  match_id uuid PRIMARY KEY,
  -- Whose key sent it; only that key may void it.
  server_id integer NOT NULL REFERENCES game_servers,
  game_type text NOT NULL CHECK (game_type IN ('nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo')),
  -- An unranked match is history only.
  ranked boolean NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  -- SHA-256 of everything that counts as the match's content: tells a repetition from a contradiction.
  content_hash bytea NOT NULL CHECK (octet_length(content_hash) = 32),
  received_at timestamptz NOT NULL DEFAULT now(),
  CHECK (started_at <= ended_at)
);

CREATE TABLE match_players (
  identity_id integer NOT NULL REFERENCES game_identities (id),
  match_id uuid NOT NULL REFERENCES matches,
  -- The match's own, repeated: a player's history is read in this order.
  ended_at timestamptz NOT NULL,
  -- The name at that time; what is shown is the account's newest.
  gamertag text NOT NULL,
  team text,
  result text NOT NULL CHECK (result IN ('win', 'loss', 'draw')),
  kills integer NOT NULL CHECK (kills BETWEEN 0 AND 10000),
  deaths integer NOT NULL CHECK (deaths BETWEEN 0 AND 10000),
  assists integer NOT NULL CHECK (assists BETWEEN 0 AND 10000),
  points integer NOT NULL CHECK (points BETWEEN -10000 AND 10000),
  input text CHECK (input IN ('touch', 'controller', 'keyboard')),
  ping_ms integer,
  PRIMARY KEY (match_id, identity_id)
);

CREATE INDEX match_players_history ON match_players (identity_id, ended_at DESC, match_id DESC);

-- A match that no longer counts. A void may come before its match, and from a key that will turn out not to be the
-- match's own: only a row whose server is the match's takes effect.
CREATE TABLE match_voids (
  match_id uuid NOT NULL,
  server_id integer NOT NULL REFERENCES game_servers,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (match_id, server_id)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE TRIGGER matches_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON matches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER match_players_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON match_players
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER match_voids_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON match_voids
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Ids of events that were accepted, for 35 days: the same id again changes nothing. (Match ids are kept for ever, in
-- matches.)
CREATE TABLE ingest_events (
  id uuid PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX ingest_events_received ON ingest_events (received_at);

-- When the newest heartbeat was sent, by the game server's clock: a late one does not replace a newer.
ALTER TABLE heartbeats ADD COLUMN sent_at timestamptz NOT NULL DEFAULT '-infinity';

-- Which game server an item is for: each gets its own copy and confirms it. Null for mail.
ALTER TABLE outbox ADD COLUMN server_id integer REFERENCES game_servers ON DELETE CASCADE;
ALTER TABLE outbox ADD CONSTRAINT outbox_server_of_game CHECK (channel = 'game' OR server_id IS NULL);
CREATE INDEX outbox_game ON outbox (server_id, created_at) WHERE channel = 'game' AND done_at IS NULL;

-- Ids that were merged into another account: pages redirect, the API answers the kept one. Never a chain.
CREATE TABLE user_redirects (
  old_id integer PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX user_redirects_user ON user_redirects (user_id);

-- The account that an id stands for today.
CREATE FUNCTION kept_user_id(id integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((SELECT user_id FROM user_redirects WHERE old_id = $1), $1);

-- Codes that /link showed in game. Live until ten minutes after at, unless used or voided.
CREATE TABLE link_codes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  identity_id integer NOT NULL REFERENCES game_identities (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  -- The same code was live for two players at once: neither may use it.
  voided_at timestamptz
);

CREATE INDEX link_codes_hash ON link_codes (code_hash);
CREATE INDEX link_codes_identity ON link_codes (identity_id);
CREATE INDEX link_codes_at ON link_codes (at);
