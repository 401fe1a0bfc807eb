-- Moves bans and mutes that have not ended from a player who was anonymized to their new identity: the application role
-- itself may change no punishment.
CREATE OR REPLACE FUNCTION follow_player(anonymized integer, present integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE punishments SET identity_id = present
  WHERE identity_id = anonymized AND kind IN ('ban', 'mute') AND (until IS NULL OR until > now())
$$;
REVOKE EXECUTE ON FUNCTION follow_player FROM PUBLIC;
