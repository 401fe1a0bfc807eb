-- What became of each job, of all processes together: each adds its figures every 15 s. Unlogged, like `presence_parts`:
-- the processes say it again.
CREATE UNLOGGED TABLE job_states (
  name text PRIMARY KEY,
  every_ms integer NOT NULL,
  runs bigint NOT NULL,
  failures bigint NOT NULL,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- Class and message of the newest failure, as in the log.
  last_error text CHECK (length(last_error) <= 500),
  -- Counted up to 1,000; null for a job without a queue.
  waiting integer,
  waiting_since timestamptz,
  -- Since when processes say something about it without a gap.
  watched_since timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);
