-- Players whom only the game server knows are no members.
CREATE OR REPLACE FUNCTION count_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_rows('members', (SELECT count(*) FROM changed WHERE username IS NOT NULL) * TG_ARGV[0]::int);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_counted_in AFTER INSERT ON users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_members('1');
CREATE OR REPLACE TRIGGER users_counted_out AFTER DELETE ON users REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_members('-1');
