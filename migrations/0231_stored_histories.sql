-- What a player's page read all their matches for is stored, so that no call costs more the more they have played. All of
-- it is derived from the ledger: written in the transaction of a match, computed again after a late match, a void, a ruling
-- or a link, rebuilt and verified by `cli ledger`.

-- The match that first brought a figure of the overall stats to a step.
CREATE TABLE milestones (
  ended_at timestamptz NOT NULL,
  match_id uuid NOT NULL,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  step integer NOT NULL,
  figure text NOT NULL CHECK (figure IN ('points', 'wins', 'kills', 'bestStreak')),
  PRIMARY KEY (user_id, figure, step)
);

-- What a player won on an all-time board on a UTC day.
CREATE TABLE player_days (
  points bigint NOT NULL,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  board_id integer NOT NULL REFERENCES boards ON DELETE CASCADE,
  day date NOT NULL,
  wins integer NOT NULL,
  losses integer NOT NULL,
  PRIMARY KEY (user_id, board_id, day)
);

-- The newest ten 1v1 matches of a pair that count, newest first.
ALTER TABLE head_to_head ADD COLUMN recent uuid[] NOT NULL DEFAULT '{}';

-- What is there already. A match that the previous release stores meanwhile is missing until `cli ledger rebuild`, or until
-- the player's figures are computed again.
CREATE TEMPORARY TABLE counting ON COMMIT DROP AS
  SELECT own.user_id, played.match_id, played.ended_at, played.result, played.points, played.kills,
    kept.key AS mode, kept.listed AND kept.in_overall AS in_overall
  FROM game_identities AS own JOIN match_players AS played ON played.identity_id = own.id
  JOIN matches USING (match_id)
  JOIN modes ON modes.key = matches.game_type JOIN modes AS kept ON kept.key = coalesce(modes.merged_into, modes.key)
  WHERE own.forgotten_at IS NULL AND ranked
    AND NOT EXISTS (SELECT FROM match_voids WHERE match_voids.match_id = matches.match_id
      AND match_voids.server_id = matches.server_id)
    AND NOT EXISTS (SELECT FROM excluded_matches WHERE excluded_matches.match_id = matches.match_id);

INSERT INTO player_days (points, user_id, board_id, day, wins, losses)
  SELECT sum(points), user_id, boards.id, (ended_at AT TIME ZONE 'UTC')::date,
    count(*) FILTER (WHERE result = 'win'), count(*) FILTER (WHERE result = 'loss')
  FROM counting CROSS JOIN LATERAL (VALUES (mode), (CASE WHEN in_overall THEN 'overall' END)) AS shown (mode_shown)
  JOIN boards ON boards.game_type = mode_shown AND boards.period = 'all'
  GROUP BY user_id, boards.id, 4;

WITH running AS (
  SELECT user_id, match_id, ended_at, result, sum(points) OVER before AS points, sum(kills) OVER before AS kills,
    count(*) FILTER (WHERE result = 'win') OVER before AS wins,
    count(*) FILTER (WHERE result = 'loss') OVER before AS run
  FROM counting WHERE in_overall
  WINDOW before AS (PARTITION BY user_id ORDER BY ended_at, match_id ROWS UNBOUNDED PRECEDING)
), streaks AS (
  SELECT *, count(*) FILTER (WHERE result = 'win')
    OVER (PARTITION BY user_id, run ORDER BY ended_at, match_id ROWS UNBOUNDED PRECEDING) AS streak FROM running
)
INSERT INTO milestones (ended_at, match_id, user_id, step, figure)
  SELECT DISTINCT ON (user_id, figure, step) ended_at, match_id, user_id, step, figure FROM streaks
  CROSS JOIN LATERAL (VALUES ('points', points), ('kills', kills), ('wins', wins), ('bestStreak', streak))
    AS reached (figure, amount)
  JOIN (VALUES ('points', '{500,1000,2500,5000,10000,25000,50000,100000,150000}'::int[]),
    ('wins', '{1,10,25,50,100,250,500,1000,2500,5000}'), ('kills', '{10,50,100,500,1000,5000,10000,50000}'),
    ('bestStreak', '{3,5,10,20,35,50,100}')) AS steps (figure, of) USING (figure)
  CROSS JOIN LATERAL unnest(of) AS step
  WHERE step <= amount
  ORDER BY user_id, figure, step, ended_at, match_id;

UPDATE head_to_head AS pair SET recent = ARRAY(
  SELECT matches.match_id FROM match_players AS low JOIN match_players AS high
    ON high.match_id = low.match_id AND high.identity_id = pair.high_id
  JOIN matches ON matches.match_id = low.match_id
  WHERE low.identity_id = pair.low_id AND matches.game_type = pair.game_type AND ranked
    AND season_at(matches.ended_at) = pair.season_id
    AND (SELECT count(*) FROM match_players AS part WHERE part.match_id = matches.match_id) = 2
    AND (low.team IS NULL AND high.team IS NULL OR low.team <> high.team)
    AND (low.result, high.result) IN (('win', 'loss'), ('loss', 'win'), ('draw', 'draw'))
    AND NOT EXISTS (SELECT FROM match_voids WHERE match_voids.match_id = matches.match_id
      AND match_voids.server_id = matches.server_id)
    AND NOT EXISTS (SELECT FROM excluded_matches WHERE excluded_matches.match_id = matches.match_id)
  ORDER BY matches.ended_at DESC, matches.match_id DESC LIMIT 10);
