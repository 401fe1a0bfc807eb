-- Backups that the site makes by itself; one row. Each is in the DATA_DIR of the process that made it.
CREATE TABLE backup_plan (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Hour of the day in UTC; null: none by itself.
  hour smallint CHECK (hour BETWEEN 0 AND 23),
  -- The newest time at which a daily one was due and was begun, or at which the hour was chosen.
  daily_at timestamptz NOT NULL DEFAULT now(),
  requested_at timestamptz,
  -- Until when the process that makes one has it for itself; a process that was killed gives it back by this.
  running_until timestamptz,
  failed_at timestamptz,
  failure text CHECK (length(failure) <= 500)
);
INSERT INTO backup_plan DEFAULT VALUES;
