-- A post that nobody sees is not counted, and is not counted out again when it is deleted.
CREATE OR REPLACE FUNCTION count_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_rows('posts', (SELECT count(*) FROM changed WHERE removed_at IS NULL
    AND NOT is_deletion_pending(user_id)) * TG_ARGV[0]::int);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER posts_counted_in AFTER INSERT ON all_posts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_posts('1');
CREATE OR REPLACE TRIGGER posts_counted_out AFTER DELETE ON all_posts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_posts('-1');
