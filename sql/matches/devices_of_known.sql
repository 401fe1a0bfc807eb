-- The devices without those of anonymized identities.
CREATE OR REPLACE FUNCTION devices_of_known(identity_ids integer[], devices text[]) RETURNS text[] LANGUAGE sql STABLE
  SET search_path = public, pg_temp
  RETURN ARRAY(
    SELECT CASE WHEN forgotten_at IS NULL THEN device END
    FROM unnest(identity_ids, devices) WITH ORDINALITY AS part (identity_id, device, index)
    JOIN game_identities ON game_identities.id = identity_id ORDER BY index);
