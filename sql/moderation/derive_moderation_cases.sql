CREATE OR REPLACE FUNCTION derive_moderation_cases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  -- A decided case has the id that the open one had: the rows of before leave first.
  FOR is_derived IN 0..1 LOOP
    FOR touched IN EXECUTE (CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT subject_type, subject_id, decided_at FROM added'
      WHEN 'DELETE' THEN 'SELECT subject_type, subject_id, decided_at FROM removed'
      ELSE 'SELECT subject_type, subject_id, decided_at FROM added
        UNION SELECT subject_type, subject_id, decided_at FROM removed'
    END) || ' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3' LOOP
      IF is_derived = 1 THEN
        PERFORM derive_moderation_case(touched.subject_type, touched.subject_id, touched.decided_at);
      ELSE
        PERFORM lock_moderation_subject(touched.subject_type, touched.subject_id);
        DELETE FROM moderation_cases WHERE subject_type = touched.subject_type AND subject_id = touched.subject_id
          AND decided_at IS NOT DISTINCT FROM touched.decided_at;
      END IF;
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER moderation_reports_added AFTER INSERT ON moderation_reports REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION derive_moderation_cases();
CREATE OR REPLACE TRIGGER moderation_reports_changed AFTER UPDATE ON moderation_reports
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION derive_moderation_cases();
CREATE OR REPLACE TRIGGER moderation_reports_removed AFTER DELETE ON moderation_reports REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION derive_moderation_cases();
