-- When a running season would have ended, had nobody moved its end closer. An early end can be undone for a day.
ALTER TABLE seasons ADD COLUMN planned_ends_at timestamptz;
