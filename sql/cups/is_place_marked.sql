-- Whether a ruling on the ledger takes a match of a cup away from one of these identities. The place stays, and nobody
-- moves up: it is marked. A ruling about a player marks the places of that player only.
CREATE OR REPLACE FUNCTION is_place_marked(of_event integer, identities integer[]) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (
    SELECT FROM cup_matches JOIN excluded_matches ON excluded_matches.match_id = cup_matches.match_id
    JOIN match_players AS played ON played.match_id = cup_matches.match_id AND played.identity_id = ANY(identities)
    JOIN rulings ON rulings.id = excluded_matches.ruling_id
    WHERE cup_matches.event_id = of_event
      AND (rulings.player_id IS NULL OR EXISTS (SELECT FROM game_identities WHERE game_identities.id = ANY(identities)
        AND game_identities.user_id = kept_user_id(rulings.player_id)))
  );
