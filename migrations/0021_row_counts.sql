-- How many posts and members there are, so that nobody has to count a million rows to say it. Kept by triggers, in the
-- transaction of the row itself, whoever writes it.
CREATE TABLE row_counts (
  kind text NOT NULL CHECK (kind IN ('posts', 'members')),
  -- The number is the sum of all shards, of which one may be below zero: connections write to different ones, so that
  -- hardly anybody waits for somebody else's transaction.
  shard smallint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (kind, shard)
) WITH (fillfactor = 50);

CREATE FUNCTION count_rows(counted text, change bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO row_counts AS old (kind, shard, total) SELECT counted, pg_backend_pid() % 16, change WHERE change <> 0
  ON CONFLICT (kind, shard) DO UPDATE SET total = old.total + excluded.total
$$;

CREATE FUNCTION count_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_rows('posts', (SELECT count(*) FROM changed) * TG_ARGV[0]::int);
  RETURN NULL;
END $$;

CREATE TRIGGER posts_counted_in AFTER INSERT ON posts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_posts('1');
CREATE TRIGGER posts_counted_out AFTER DELETE ON posts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_posts('-1');

-- Players whom only the game server knows are no members.
CREATE FUNCTION count_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_rows('members', (SELECT count(*) FROM changed WHERE username IS NOT NULL) * TG_ARGV[0]::int);
  RETURN NULL;
END $$;

CREATE TRIGGER users_counted_in AFTER INSERT ON users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_members('1');
CREATE TRIGGER users_counted_out AFTER DELETE ON users REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_members('-1');

CREATE FUNCTION count_new_or_lost_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_rows('members', CASE WHEN NEW.username IS NULL THEN -1 ELSE 1 END);
  RETURN NULL;
END $$;

CREATE TRIGGER users_counted_anew AFTER UPDATE OF username ON users FOR EACH ROW
  WHEN ((OLD.username IS NULL) <> (NEW.username IS NULL)) EXECUTE FUNCTION count_new_or_lost_member();

-- What is there already. The triggers hold both tables still until this is done.
SELECT count_rows('posts', (SELECT count(*) FROM posts)),
  count_rows('members', (SELECT count(*) FROM users WHERE username IS NOT NULL));
