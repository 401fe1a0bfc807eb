-- When a deletion that was due failed: others come first the next time.
ALTER TABLE pending_deletions ADD COLUMN tried_at timestamptz;
