-- Since when a link waits to be updated or ended at Discord: what Discord limits for days is given up.
ALTER TABLE discord_links ADD COLUMN queued_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE discord_unlinks ADD COLUMN queued_at timestamptz NOT NULL DEFAULT now();
