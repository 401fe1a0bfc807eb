-- When the newest backup was taken that was written to its end; one row. The desk, doctor and /metrics tell its age.
CREATE TABLE last_backup (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- The moment of its snapshot: what came later is not in it.
  taken_at timestamptz NOT NULL,
  file_bytes bigint NOT NULL CHECK (file_bytes > 0)
);
