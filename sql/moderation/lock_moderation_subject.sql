-- Concurrent changes of one subject wait for each other here, and each then sees what the one before stored.
CREATE OR REPLACE FUNCTION lock_moderation_subject(about_type text, about_id integer) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtext('moderation ' || about_type), about_id)
$$;
