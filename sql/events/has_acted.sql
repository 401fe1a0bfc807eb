-- Whether a person did something as staff in an event or its cup, by any of their accounts or by one that was in their hand
-- then or since. To make it is no such act.
CREATE OR REPLACE FUNCTION has_acted(of_event integer, member_id integer) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM audit_log WHERE subject_type IN ('event', 'cup') AND subject_id = of_event
    AND action NOT IN ('event.create', 'cup.create')
    AND (actor_id = member_id OR actor_id IN (SELECT hands_of(member_id, audit_log.at))));
