-- The detector (docs/fair-play.md): looks at each ranked match once it is stored, and opens cases for staff.

-- Matches that it has not looked at.
CREATE TABLE detector_queue (match_id uuid PRIMARY KEY);

CREATE FUNCTION queue_for_detector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO detector_queue SELECT match_id FROM added WHERE ranked ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER matches_queue_detector AFTER INSERT ON matches REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION queue_for_detector();

-- How long a match of a mode usually takes, computed from a sample of all matches.
CREATE TABLE mode_durations (
  mode text PRIMARY KEY REFERENCES modes,
  median_ms integer NOT NULL CHECK (median_ms >= 0),
  -- Matches in the sample.
  matches integer NOT NULL CHECK (matches > 0),
  computed_at timestamptz NOT NULL DEFAULT now()
);

-- Computes the medians again: after ten minutes, and each time while there are few matches.
CREATE FUNCTION refresh_mode_durations() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- 250 pages hold about 20,000 matches.
  sampled real := least(100, 100 * 250 / greatest(1, pg_relation_size('matches') / 8192)::real);
BEGIN
  IF (SELECT sum(matches) >= 1000 AND max(computed_at) > now() - interval '10 minutes' FROM mode_durations) THEN
    RETURN;
  END IF;
  INSERT INTO mode_durations AS kept (mode, median_ms, matches)
  SELECT coalesce(merged_into, key),
    percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - started_at) * 1000)::int, count(*)
  FROM matches TABLESAMPLE SYSTEM (sampled) JOIN modes ON key = game_type
  -- A day is longer than any match.
  WHERE ranked AND made_by <> 'reserved' AND ended_at < started_at + interval '1 day' GROUP BY 1
  ON CONFLICT (mode) DO UPDATE
    SET median_ms = excluded.median_ms, matches = excluded.matches, computed_at = excluded.computed_at;
END $$;

-- The element that more than half of the others equal; null without one.
CREATE FUNCTION most_of(elements integer[]) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT element FROM unnest(elements) AS element GROUP BY element HAVING count(*) * 2 > cardinality(elements)
$$;

-- What is suspicious about the players of these matches, as of each match and as of their newest within a day of it (a
-- match that arrives late completes what came after it). Counts ranked matches of two players that are neither void nor
-- excluded. Matches before a decision about the same never count for it again. limits: content/fair-play.yaml.
CREATE FUNCTION find_match_patterns(scanned uuid[], limits jsonb)
  RETURNS TABLE (pattern text, subject_id integer, other_id integer, match_ids uuid[], reason text)
  LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  one_sided_matches integer := limits -> 'oneSided' -> 'matches';
  one_sided_won float8 := (limits -> 'oneSided' -> 'percentWon')::int / 100.0;
  one_sided_time float8 := (limits -> 'oneSided' -> 'percentOfUsualTime')::int / 100.0;
  feeding_age interval := make_interval(days => (limits -> 'feeding' -> 'newDays')::int);
  feeding_losses integer := limits -> 'feeding' -> 'losses';
  feeding_lost float8 := (limits -> 'feeding' -> 'percentLost')::int / 100.0;
  feeding_share float8 := (limits -> 'feeding' -> 'percentAgainstOne')::int / 100.0;
  throwing_losses integer := limits -> 'throwing' -> 'losses';
  throwing_time float8 := (limits -> 'throwing' -> 'percentOfUsualTime')::int / 100.0;
  switch_before integer := limits -> 'inputSwitch' -> 'before';
  switch_after integer := limits -> 'inputSwitch' -> 'after';
  switch_jump float8 := (limits -> 'inputSwitch' -> 'percentJump')::int / 100.0;
  -- Matches of a player that are looked at: those of a day, and so many whenever they were.
  day constant interval := '24 hours';
  newest integer := greatest(switch_before + switch_after, feeding_losses) + 12;
BEGIN
  RETURN QUERY
  WITH direct AS MATERIALIZED (
    SELECT DISTINCT ids.user_id, matches.ended_at AS at
    FROM matches JOIN match_players USING (match_id) JOIN game_identities AS ids ON ids.id = identity_id
    WHERE match_id = ANY (scanned) AND matches.ranked AND forgotten_at IS NULL
  ), anchors AS MATERIALIZED (
    SELECT user_id, at FROM direct
    UNION
    SELECT user_id, latest.at FROM direct CROSS JOIN LATERAL (
      SELECT max(last.ended_at) AS at FROM game_identities AS own CROSS JOIN LATERAL (
        SELECT ended_at FROM match_players WHERE identity_id = own.id ORDER BY ended_at DESC LIMIT 1
      ) AS last WHERE own.user_id = direct.user_id
    ) AS latest WHERE latest.at < direct.at + day
  ), cases AS MATERIALIZED (
    SELECT cases.pattern, subject_user_id, other_user_id, coalesce(decided_at, 'infinity') AS until
    FROM moderation_reports AS cases
    WHERE cases.pattern IS NOT NULL AND subject_user_id IN (SELECT user_id FROM anchors)
    UNION
    SELECT cases.pattern, subject_user_id, other_user_id, coalesce(decided_at, 'infinity')
    FROM moderation_reports AS cases
    WHERE other_user_id IN (SELECT user_id FROM anchors)
  ), duels AS MATERIALIZED (
    SELECT anchors.user_id, anchors.at, recent.match_id, recent.ended_at, recent.result, recent.kills, recent.input,
      CASE WHEN forgotten_at IS NULL THEN opponents.user_id END AS opponent_id,
      extract(epoch FROM recent.ended_at - matches.started_at) * 1000 / nullif(usual.median_ms, 0) AS share,
      row_number() OVER (PARTITION BY anchors.user_id, anchors.at ORDER BY recent.ended_at DESC, recent.match_id DESC)
        AS n
    FROM anchors CROSS JOIN LATERAL (
      SELECT part.*, row_number() OVER (ORDER BY part.ended_at DESC) AS place
      FROM game_identities AS own CROSS JOIN LATERAL (
        SELECT * FROM match_players WHERE identity_id = own.id AND ended_at <= anchors.at
        ORDER BY ended_at DESC LIMIT 100
      ) AS part
      WHERE own.user_id = anchors.user_id
    ) AS recent
    JOIN matches ON matches.match_id = recent.match_id AND matches.ranked
    JOIN modes ON modes.key = matches.game_type AND modes.made_by <> 'reserved'
    LEFT JOIN mode_durations AS usual ON usual.mode = coalesce(modes.merged_into, modes.key) AND usual.matches >= 30
    CROSS JOIN LATERAL (
      SELECT min(identity_id) AS identity_id FROM match_players AS rest
      WHERE rest.match_id = recent.match_id AND rest.identity_id <> recent.identity_id HAVING count(*) = 1
    ) AS facing
    JOIN game_identities AS opponents ON opponents.id = facing.identity_id
    WHERE (recent.place <= newest OR recent.ended_at > anchors.at - day)
      AND NOT EXISTS (SELECT FROM match_voids AS void
        WHERE (void.match_id, void.server_id) = (matches.match_id, matches.server_id))
      AND NOT EXISTS (SELECT FROM excluded_matches AS excluded WHERE excluded.match_id = matches.match_id)
  ), one_sided AS (
    SELECT user_id, opponent_id, count(*) AS total, count(*) FILTER (WHERE result = 'win') AS wins,
      count(*) FILTER (WHERE result = 'loss') AS losses,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY share) AS time, array_agg(match_id ORDER BY n) AS ids
    FROM duels WHERE ended_at > at - day AND opponent_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM cases WHERE cases.pattern = 'one_sided' AND until >= ended_at
        AND (subject_user_id, other_user_id) IN ((user_id, opponent_id), (opponent_id, user_id)))
    GROUP BY user_id, at, opponent_id
    HAVING count(share) >= one_sided_matches
  ), paired AS (
    SELECT duels.*, count(*) OVER (PARTITION BY user_id, at) AS total
    FROM duels WHERE NOT EXISTS (
      SELECT FROM cases WHERE cases.pattern = 'feeding' AND until >= ended_at
        AND (subject_user_id, other_user_id) IN ((user_id, opponent_id), (opponent_id, user_id)))
  ), feeding AS (
    SELECT user_id, at, opponent_id, count(*) AS met, count(*) FILTER (WHERE result = 'loss') AS losses,
      array_agg(match_id ORDER BY n) AS ids
    FROM paired WHERE opponent_id IS NOT NULL GROUP BY user_id, at, opponent_id, total
    HAVING count(*) >= feeding_share * total AND count(*) FILTER (WHERE result = 'loss') >= feeding_losses
      AND count(*) FILTER (WHERE result = 'loss') >= feeding_lost * count(*)
  ), throwing AS (
    SELECT user_id, percentile_cont(0.5) WITHIN GROUP (ORDER BY share) AS time, array_agg(match_id ORDER BY n) AS ids,
      array_agg(opponent_id) AS opponents
    FROM duels WHERE n <= throwing_losses GROUP BY user_id, at
    HAVING count(*) = throwing_losses AND bool_and(result = 'loss' AND kills = 0 AND ended_at > at - day
      AND coalesce(share < throwing_time, false) AND NOT EXISTS (
        SELECT FROM cases WHERE cases.pattern = 'throwing' AND subject_user_id = user_id AND until >= ended_at))
  ), with_input AS (
    SELECT duels.*, row_number() OVER (PARTITION BY user_id, at ORDER BY n) AS nth,
      first_value(input) OVER (PARTITION BY user_id, at ORDER BY n) AS input_now
    FROM duels WHERE input IS NOT NULL
  ), switched AS (
    SELECT user_id, input_now, array_agg(match_id ORDER BY n) AS ids,
      array_agg(opponent_id) FILTER (WHERE nth <= switch_after) AS opponents,
      count(*) FILTER (WHERE nth <= switch_after AND result = 'win') AS wins_after,
      count(*) FILTER (WHERE nth > switch_after AND result = 'win') AS wins_before
    FROM with_input WHERE nth <= switch_before + switch_after GROUP BY user_id, at, input_now
    HAVING count(*) = switch_before + switch_after
      AND count(*) FILTER (WHERE nth > switch_after AND input = input_now) <= 0.1 * switch_before
      AND bool_and(nth > switch_after OR input = input_now AND NOT EXISTS (
        SELECT FROM cases WHERE cases.pattern = 'input_switch' AND subject_user_id = user_id AND until >= ended_at))
  )
  SELECT 'one_sided', CASE WHEN wins > losses THEN user_id ELSE opponent_id END,
    CASE WHEN wins > losses THEN opponent_id ELSE user_id END, ids,
    format('Won %s of %s matches within 24 hours, in %s %% of the usual time', greatest(wins, losses), total,
      round(time * 100))
  FROM one_sided WHERE greatest(wins, losses) >= one_sided_won * total AND time < one_sided_time
  UNION ALL
  SELECT 'feeding', opponent_id, user_id, ids,
    format('Won %s of %s matches against a new account that plays hardly anybody else', losses, met)
  FROM feeding WHERE NOT EXISTS (
    SELECT FROM game_identities AS own CROSS JOIN LATERAL (
      SELECT ended_at FROM match_players WHERE identity_id = own.id ORDER BY ended_at LIMIT 1
    ) AS first WHERE own.user_id = feeding.user_id AND first.ended_at <= feeding.at - feeding_age)
  UNION ALL
  SELECT 'throwing', user_id, most_of(opponents), ids,
    format('Lost %s matches in a row without a kill, in %s %% of the usual time', throwing_losses, round(time * 100))
  FROM throwing
  UNION ALL
  SELECT 'input_switch', user_id, most_of(opponents), ids,
    format('Won %s of %s matches with %s, after %s of %s with another input', wins_after, switch_after, input_now,
      wins_before, switch_before)
  FROM switched WHERE wins_after::float8 / switch_after - wins_before::float8 / switch_before >= switch_jump;
END $$;

-- The newest matches of a pattern with what was known, from the side of whom the case is about first.
CREATE FUNCTION pattern_evidence(subject integer, other integer, named uuid[]) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'name', (SELECT shown_name FROM users WHERE id = subject),
    'otherName', (SELECT shown_name FROM users WHERE id = other),
    'matches', coalesce((
      SELECT jsonb_agg(jsonb_build_object(
          'matchId', matches.match_id, 'mode', kept.name, 'isNamed', false,
          'endedAt', to_char(matches.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'seconds', round(extract(epoch FROM matches.ended_at - matches.started_at), 1),
          'usualSeconds', round(usual.median_ms / 1000.0, 1),
          'gamertag', own.gamertag, 'result', own.result, 'kills', own.kills, 'deaths', own.deaths,
          'input', own.input, 'pingMs', own.ping_ms, 'reporter', NULL,
          'opponent', jsonb_build_object('kills', facing.kills, 'deaths', facing.deaths, 'input', facing.input,
            'pingMs', facing.ping_ms))
        ORDER BY matches.ended_at DESC, matches.match_id)
      FROM unnest(named[1:30]) AS chosen (match_id) JOIN matches USING (match_id)
      JOIN modes ON modes.key = matches.game_type JOIN modes AS kept ON kept.key = coalesce(modes.merged_into, modes.key)
      LEFT JOIN mode_durations AS usual ON usual.mode = kept.key
      JOIN match_players AS own ON own.match_id = matches.match_id
      JOIN game_identities AS ids ON ids.id = own.identity_id AND ids.user_id = subject
      JOIN match_players AS facing ON facing.match_id = matches.match_id AND facing.identity_id <> own.identity_id), '[]'))
$$;
