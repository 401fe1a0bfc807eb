-- What is suspicious about the players of these matches, as of each match and as of their newest within a day of it (a
-- match that arrives late completes what came after it). Counts ranked matches of two players that are neither void nor
-- excluded. Matches before a decision about the same never count for it again, and those that count in a bracket never
-- for patterns of a pair: there nobody chose whom to meet how often, as players of an arena do. limits:
-- content/fair-play.yaml.
CREATE OR REPLACE FUNCTION find_match_patterns(scanned uuid[], limits jsonb)
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
  feeding_time float8 := (limits -> 'feeding' -> 'percentOfUsualTime')::int / 100.0;
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
  ), recent AS MATERIALIZED (
    SELECT anchors.user_id, anchors.at, part.*
    FROM anchors CROSS JOIN LATERAL (
      SELECT last.*, row_number() OVER (ORDER BY last.ended_at DESC) AS place
      FROM game_identities AS own CROSS JOIN LATERAL (
        SELECT * FROM match_players WHERE identity_id = own.id AND ended_at <= anchors.at
        ORDER BY ended_at DESC LIMIT 100
      ) AS last
      WHERE own.user_id = anchors.user_id
    ) AS part
    WHERE part.place <= newest OR part.ended_at > anchors.at - day
  ), possible AS MATERIALIZED (
    -- What the results alone do not rule out, so that most matches end here.
    SELECT possible.*, may_feed OR may_throw OR may_switch AS needs_all FROM (
      SELECT user_id, at,
        greatest(count(*) FILTER (WHERE result = 'win' AND ended_at > at - day),
          count(*) FILTER (WHERE result = 'loss' AND ended_at > at - day)) >= one_sided_won * one_sided_matches
          AS may_win_all,
        count(*) FILTER (WHERE result = 'loss') >= feeding_losses AND NOT EXISTS (
          SELECT FROM game_identities AS own CROSS JOIN LATERAL (
            SELECT ended_at FROM match_players WHERE identity_id = own.id ORDER BY ended_at LIMIT 1
          ) AS first WHERE own.user_id = recent.user_id AND first.ended_at <= recent.at - feeding_age) AS may_feed,
        count(*) FILTER (WHERE result = 'loss' AND kills = 0 AND ended_at > at - day) >= throwing_losses AS may_throw,
        count(input) >= switch_before + switch_after AND min(input) <> max(input) AS may_switch
      FROM recent GROUP BY user_id, at
    ) AS possible
  ), duels AS MATERIALIZED (
    SELECT recent.user_id, recent.at, recent.match_id, recent.ended_at, recent.result, recent.kills, recent.input,
      possible.may_feed, EXISTS (SELECT FROM cup_matches
        WHERE cup_matches.match_id = recent.match_id AND in_bracket) AS is_of_bracket,
      CASE WHEN forgotten_at IS NULL THEN opponents.user_id END AS opponent_id,
      extract(epoch FROM recent.ended_at - matches.started_at) * 1000 / nullif(usual.median_ms, 0) AS share,
      row_number() OVER (PARTITION BY recent.user_id, recent.at ORDER BY recent.ended_at DESC, recent.match_id DESC)
        AS n
    FROM possible JOIN recent ON recent.user_id = possible.user_id AND recent.at = possible.at
      AND (needs_all OR may_win_all AND recent.ended_at > recent.at - day)
    JOIN matches ON matches.match_id = recent.match_id AND matches.ranked
    JOIN modes ON modes.key = matches.game_type AND modes.made_by <> 'reserved'
    LEFT JOIN mode_durations AS usual ON usual.mode = coalesce(modes.merged_into, modes.key) AND usual.matches >= 30
    CROSS JOIN LATERAL (
      SELECT min(identity_id) AS identity_id FROM match_players AS rest
      WHERE rest.match_id = recent.match_id AND rest.identity_id <> recent.identity_id HAVING count(*) = 1
    ) AS facing
    JOIN game_identities AS opponents ON opponents.id = facing.identity_id
    WHERE NOT EXISTS (SELECT FROM match_voids AS void
        WHERE (void.match_id, void.server_id) = (matches.match_id, matches.server_id))
      AND NOT EXISTS (SELECT FROM excluded_matches AS excluded WHERE excluded.match_id = matches.match_id)
  ), one_sided AS (
    SELECT user_id, opponent_id, count(*) AS total, count(*) FILTER (WHERE result = 'win') AS wins,
      count(*) FILTER (WHERE result = 'loss') AS losses,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY share) AS time, array_agg(match_id ORDER BY n) AS ids
    FROM duels WHERE ended_at > at - day AND opponent_id IS NOT NULL AND NOT is_of_bracket AND NOT EXISTS (
      SELECT FROM cases WHERE cases.pattern = 'one_sided' AND until >= ended_at
        AND (subject_user_id, other_user_id) IN ((user_id, opponent_id), (opponent_id, user_id)))
    GROUP BY user_id, at, opponent_id
    HAVING count(share) >= one_sided_matches
  ), paired AS (
    SELECT duels.*, count(*) OVER (PARTITION BY user_id, at) AS total
    FROM duels WHERE may_feed AND NOT is_of_bracket AND NOT EXISTS (
      SELECT FROM cases WHERE cases.pattern = 'feeding' AND until >= ended_at
        AND (subject_user_id, other_user_id) IN ((user_id, opponent_id), (opponent_id, user_id)))
  ), feeding AS (
    SELECT user_id, at, opponent_id, count(*) AS met, count(*) FILTER (WHERE result = 'loss') AS losses,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY share) FILTER (WHERE result = 'loss') AS time,
      array_agg(match_id ORDER BY n) AS ids
    FROM paired WHERE opponent_id IS NOT NULL GROUP BY user_id, at, opponent_id, total
    HAVING count(*) >= feeding_share * total AND count(share) FILTER (WHERE result = 'loss') >= feeding_losses
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
    format('Won %s of %s matches against a new account that plays hardly anybody else, in %s %% of the usual time',
      losses, met, round(time * 100))
  FROM feeding WHERE time < feeding_time
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
