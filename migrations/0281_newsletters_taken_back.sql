-- A newsletter that was taken back before all subscribers had it takes a slot again: its own, while no other took it.
ALTER TABLE newsletter_issues ADD COLUMN halted_at timestamptz;
UPDATE newsletter_issues SET halted_at = now()
  WHERE done_at IS NULL AND news_id IN (SELECT id FROM news WHERE published_at IS NULL);
ALTER TABLE newsletter_slots ADD COLUMN news_id integer REFERENCES news ON DELETE SET NULL;

-- It was scheduled for subscribers and published without them, because no slot was free.
ALTER TABLE news ADD COLUMN missed_newsletter boolean NOT NULL DEFAULT false;
