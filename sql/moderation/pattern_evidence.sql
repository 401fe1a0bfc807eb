-- The newest matches of a pattern with what was known, from the side of whom the case is about first.
CREATE OR REPLACE FUNCTION pattern_evidence(subject integer, other integer, named uuid[]) RETURNS jsonb
  LANGUAGE sql STABLE AS $$
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
