-- Whether the check-in of a cup has begun; in an arena, the arena.
CREATE OR REPLACE FUNCTION is_check_in_open(cup cups, event events) RETURNS boolean LANGUAGE sql STABLE
  RETURN NOT event.tba AND now() >= event.start_date
    - CASE cup.format WHEN 'arena' THEN interval '0' ELSE interval '30 minutes' END;
