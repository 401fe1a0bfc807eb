-- What people decide about a cup wakes the worker once it is committed. What time brings was written by the worker.
CREATE OR REPLACE FUNCTION wake_cup_worker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added WHERE by_account IS NOT NULL) THEN
    PERFORM pg_notify('live', '{"channel":"cups","payload":{}}');
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER cup_facts_wake AFTER INSERT ON cup_facts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION wake_cup_worker();
