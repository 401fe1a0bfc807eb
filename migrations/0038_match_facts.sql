-- What a game server may say about a match beyond what counts. A table of its own, so that a match without any of it
-- costs nothing.
CREATE TABLE match_facts (
  match_id uuid PRIMARY KEY REFERENCES matches,
  map text,
  region text,
  rounds integer CHECK (rounds BETWEEN 0 AND 10000),
  -- { team: whole number }
  score jsonb,
  -- The players in the order sent; hits, devices and kills refer to them by index.
  identity_ids integer[] NOT NULL,
  hits integer[],
  devices text[],
  -- [[milliseconds after started_at, index of the killer, index of the victim, cause?], …]
  kills jsonb
);

CREATE TRIGGER match_facts_append_only BEFORE DELETE OR TRUNCATE ON match_facts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The devices without those of anonymized identities.
CREATE FUNCTION devices_of_known(identity_ids integer[], devices text[]) RETURNS text[] LANGUAGE sql STABLE
  SET search_path = public, pg_temp
  RETURN ARRAY(
    SELECT CASE WHEN forgotten_at IS NULL THEN device END
    FROM unnest(identity_ids, devices) WITH ORDINALITY AS part (identity_id, device, index)
    JOIN game_identities ON game_identities.id = identity_id ORDER BY index);

-- The only change that is allowed: the devices of anonymized identities are removed.
CREATE FUNCTION refuse_all_but_forgetting_devices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  forgotten match_facts := OLD;
BEGIN
  forgotten.devices := devices_of_known(OLD.identity_ids, OLD.devices);
  IF NEW IS DISTINCT FROM forgotten THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER match_facts_forget_only BEFORE UPDATE ON match_facts
  FOR EACH ROW EXECUTE FUNCTION refuse_all_but_forgetting_devices();

-- As in migration 0020; the device of the forgotten goes with the name.
CREATE OR REPLACE FUNCTION forget_match_names(identity integer, before_end timestamptz, before_match uuid, most integer)
  RETURNS TABLE (ended_at timestamptz, match_id uuid)
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH page AS (
    SELECT played.ended_at, played.match_id FROM match_players AS played
    WHERE played.identity_id = identity AND (played.ended_at, played.match_id)
      -- A range of the index whether or not there is a page before.
      < (coalesce(before_end, 'infinity'), coalesce(before_match, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    ORDER BY played.ended_at DESC, played.match_id DESC LIMIT most
  ), renamed AS (
    UPDATE match_players AS played SET gamertag = 'Deleted player' FROM page
    WHERE played.match_id = page.match_id AND played.identity_id = identity
  ), cleared AS (
    UPDATE match_facts AS facts SET devices = devices_of_known(facts.identity_ids, facts.devices) FROM page
    WHERE facts.match_id = page.match_id AND facts.devices IS NOT NULL
  )
  SELECT page.ended_at, page.match_id FROM page ORDER BY page.ended_at, page.match_id LIMIT 1
$$;
