-- Cups of teams, in brackets.
ALTER TABLE cups DROP CONSTRAINT cups_size_check;
ALTER TABLE cups ADD CONSTRAINT cups_size_check CHECK (size BETWEEN 1 AND 4 AND (size = 1 OR format <> 'arena'));

-- Teams of cups. The row stays once the cup has begun, so that its name does.
CREATE TABLE cup_teams (
  -- Number of the entrant.
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES cups ON DELETE CASCADE,
  name text NOT NULL,
  -- What the name looks like: no two teams of a cup are taken for each other.
  skeleton text NOT NULL,
  -- Who enters it joins. Only the captain reads it.
  code text NOT NULL,
  UNIQUE (event_id, id),
  CONSTRAINT cup_teams_skeleton UNIQUE (event_id, skeleton)
);
-- By its hash, so that how long a wrong code takes says nothing about a right one.
CREATE UNIQUE INDEX cup_teams_code ON cup_teams (event_id, sha256(code::bytea));

-- Who is in a team. The captain is the first who joined. Leaving the event leaves the team.
CREATE TABLE cup_team_players (
  event_id integer NOT NULL,
  user_id integer NOT NULL,
  team_id integer NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  is_checked_in boolean NOT NULL DEFAULT false,
  PRIMARY KEY (event_id, user_id),
  FOREIGN KEY (event_id, user_id) REFERENCES event_registrations ON DELETE CASCADE,
  FOREIGN KEY (event_id, team_id) REFERENCES cup_teams (event_id, id) ON DELETE CASCADE
);
CREATE INDEX cup_team_players_team ON cup_team_players (team_id, joined_at);

-- Identities of a team's players who are out of it, while it plays on. Computed.
ALTER TABLE cup_entrants ADD COLUMN out_ids integer[] NOT NULL DEFAULT '{}';
