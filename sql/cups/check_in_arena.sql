-- Checks in the identities of a member for an arena, if they have any, are not checked in and did
-- nothing in it as staff.
CREATE OR REPLACE FUNCTION check_in_arena(of_event integer, member_id integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO cup_facts (event_id, key, kind, by_account, data)
  SELECT of_event, next_cup_key(of_event, 'checked_in:' || member_id), 'checked_in', member_id,
    jsonb_build_object('entrant', member_id, 'identities', jsonb_agg(id ORDER BY id))
  FROM game_identities WHERE user_id = member_id AND forgotten_at IS NULL
  HAVING count(*) > 0 AND NOT has_acted(of_event, member_id) AND NOT EXISTS (SELECT FROM cup_facts WHERE event_id = of_event AND kind = 'checked_in'
    AND key >= 'checked_in:' || member_id || ':' AND key < 'checked_in:' || member_id || ';')
$$;
