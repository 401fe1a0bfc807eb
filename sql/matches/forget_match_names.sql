-- Removes the name and the devices of an anonymized identity from its matches: `most` at once, from the newest on.
-- Returns where the next call goes on, and no row when it is done. Runs with the owner's rights, because the site's
-- role may not change match_players.
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
REVOKE EXECUTE ON FUNCTION forget_match_names FROM PUBLIC;
