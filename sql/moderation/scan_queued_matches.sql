-- Opens cases about what is suspicious in the next queued matches. Returns how many matches it took and cases it
-- opened. One plan for all calls: planning takes longer than looking at a match.
CREATE OR REPLACE FUNCTION scan_queued_matches(step integer, limits jsonb, OUT taken integer, OUT opened integer)
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  scanned uuid[];
BEGIN
  -- Until the transaction ends, no identity changes its account, as with lockIdentitiesShared of the site.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('vulx: whose identities', 0));
  scanned := take_queued_matches(step);
  taken := cardinality(scanned);
  opened := 0;
  IF taken = 0 THEN
    RETURN;
  END IF;
  -- Need not reach the disk at once: after a crash the matches are queued again.
  PERFORM set_config('synchronous_commit', 'off', true);
  WITH found AS MATERIALIZED (
    SELECT DISTINCT ON (pattern, low, high) found.*
    FROM find_match_patterns(scanned, limits) AS found CROSS JOIN LATERAL (
      SELECT least(subject_id, other_id) AS low, greatest(subject_id, other_id) AS high
    ) AS pair
    ORDER BY pattern, low, high, cardinality(match_ids) DESC
  ), numbered AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('moderation_reports', 'id'))::int AS id, found.* FROM found
  )
  INSERT INTO moderation_reports (id, subject_type, subject_id, subject_user_id, other_user_id, pattern, reason, class,
    excerpt, evidence)
  OVERRIDING SYSTEM VALUE
  SELECT id, 'pattern', id, subject_id, other_id, pattern, reason, 'boosting',
    -- Staff search reports by the reported text: here it finds the second person.
    coalesce((SELECT shown_name FROM users WHERE users.id = other_id), ''),
    pattern_evidence(subject_id, other_id, match_ids)
  FROM numbered ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS opened = ROW_COUNT;
END $$;
