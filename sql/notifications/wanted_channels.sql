CREATE OR REPLACE FUNCTION wanted_channels(member_id integer, of_kind text) RETURNS text[] LANGUAGE sql STABLE
  RETURN coalesce((SELECT channels FROM notification_choices WHERE user_id = member_id AND kind = of_kind),
    default_channels(of_kind));
