-- The only change that is allowed: the devices of anonymized identities are removed.
CREATE OR REPLACE FUNCTION refuse_all_but_forgetting_devices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  forgotten match_facts := OLD;
BEGIN
  forgotten.devices := devices_of_known(OLD.identity_ids, OLD.devices);
  IF NEW IS DISTINCT FROM forgotten THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER match_facts_forget_only BEFORE UPDATE ON match_facts
  FOR EACH ROW EXECUTE FUNCTION refuse_all_but_forgetting_devices();
