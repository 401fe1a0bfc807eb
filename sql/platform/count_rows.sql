-- Adds to a count of row_counts. The shards are there so that concurrent transactions rarely wait for each other.
CREATE OR REPLACE FUNCTION count_rows(counted text, change bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO row_counts AS old (kind, shard, total) SELECT counted, pg_backend_pid() % 16, change WHERE change <> 0
  ON CONFLICT (kind, shard) DO UPDATE SET total = old.total + excluded.total
$$;
