-- The present name of the person whom a report is about, the last ten matches that they and the reporter both played,
-- among the thousand newest of that person, and the matches that the reporter named. Nothing that names the reporter.
CREATE OR REPLACE FUNCTION report_evidence(about integer, reporter integer, named uuid[]) RETURNS jsonb
  LANGUAGE sql STABLE AS $$
  WITH parts AS (
    SELECT newest.* FROM game_identities AS ids CROSS JOIN LATERAL (
      SELECT * FROM match_players WHERE identity_id = ids.id ORDER BY ended_at DESC LIMIT 1000
    ) AS newest
    WHERE ids.user_id = about ORDER BY ended_at DESC LIMIT 1000
  ), shared AS (
    SELECT match_id FROM parts WHERE EXISTS (
      SELECT FROM match_players AS other JOIN game_identities AS ids ON ids.id = other.identity_id
      WHERE other.match_id = parts.match_id AND ids.user_id = reporter)
    ORDER BY ended_at DESC, match_id LIMIT 10
  ), chosen AS (
    SELECT match_id FROM shared UNION SELECT unnest(named)
  )
  SELECT jsonb_build_object(
    'name', (SELECT shown_name FROM users WHERE id = about),
    'matches', coalesce((
      SELECT jsonb_agg(jsonb_build_object(
          'matchId', matches.match_id, 'mode', modes.name, 'isNamed', matches.match_id = ANY (named),
          'endedAt', to_char(matches.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'gamertag', theirs.gamertag, 'result', theirs.result, 'kills', theirs.kills, 'deaths', theirs.deaths,
          'input', theirs.input, 'pingMs', theirs.ping_ms,
          'reporter', (SELECT jsonb_build_object('kills', own.kills, 'deaths', own.deaths, 'input', own.input,
              'pingMs', own.ping_ms)
            FROM match_players AS own JOIN game_identities AS ids ON ids.id = own.identity_id
            WHERE own.match_id = matches.match_id AND ids.user_id = reporter LIMIT 1))
        ORDER BY matches.ended_at DESC, matches.match_id)
      FROM chosen JOIN matches USING (match_id) JOIN modes ON modes.key = matches.game_type
      CROSS JOIN LATERAL (
        SELECT part.* FROM match_players AS part JOIN game_identities AS ids ON ids.id = part.identity_id
        WHERE part.match_id = matches.match_id AND ids.user_id = about LIMIT 1
      ) AS theirs), '[]'))
$$;
