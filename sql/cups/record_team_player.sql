-- Joining a team and leaving it are facts, told once who is at the cup has ended. A team that nobody is in goes, unless
-- its cup has begun and it took part.
CREATE OR REPLACE FUNCTION record_team_player() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed cup_team_players := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  said_kind text := CASE WHEN TG_OP = 'DELETE' THEN 'left' ELSE 'joined' END;
BEGIN
  PERFORM FROM cups WHERE event_id = changed.event_id FOR SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN PERFORM require_cup_entries_left(changed.event_id, changed.user_id); END IF;
  INSERT INTO cup_facts (event_id, key, kind, by_account, data)
  VALUES (changed.event_id,
    next_cup_key(changed.event_id, said_kind || ':' || changed.team_id || ':' || changed.user_id), said_kind,
    changed.user_id, jsonb_build_object('entrant', changed.team_id, 'player', changed.user_id));
  IF TG_OP = 'DELETE' THEN
    DELETE FROM cup_teams WHERE id = changed.team_id
      AND NOT EXISTS (SELECT FROM cup_team_players WHERE team_id = changed.team_id)
      AND (NOT EXISTS (SELECT FROM cup_facts WHERE event_id = changed.event_id AND kind = 'started')
        OR NOT EXISTS (SELECT FROM cup_entrants WHERE event_id = changed.event_id AND entrant = changed.team_id));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER cup_team_players_facts AFTER INSERT OR DELETE ON cup_team_players
  FOR EACH ROW EXECUTE FUNCTION record_team_player();
