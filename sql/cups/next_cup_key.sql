-- A key for what one may decide again and again: numbered, so that a rebuild meets the same.
CREATE OR REPLACE FUNCTION next_cup_key(of_event integer, prefix text) RETURNS text LANGUAGE sql STABLE
  RETURN prefix || ':' || (SELECT count(*) + 1 FROM cup_facts WHERE event_id = of_event
    AND key >= prefix || ':' AND key < prefix || ';');
