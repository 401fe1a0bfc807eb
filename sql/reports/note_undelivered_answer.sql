-- A mail that ended with an error did not arrive: the mail server refused it for good, or nobody took it for days.
CREATE OR REPLACE FUNCTION note_undelivered_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE contact_messages SET answer_undelivered_at = NEW.done_at WHERE answer_mail = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER outbox_undelivered AFTER UPDATE OF done_at ON outbox
  FOR EACH ROW WHEN (NEW.channel = 'mail' AND NEW.done_at IS NOT NULL AND NEW.last_error IS NOT NULL)
  EXECUTE FUNCTION note_undelivered_answer();
