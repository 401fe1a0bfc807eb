-- A claim on an appeal ends after a time, like one on a case.
ALTER TABLE appeals ADD COLUMN claimed_until timestamptz;
UPDATE appeals SET claimed_until = changed_at + interval '30 minutes' WHERE reviewer_id IS NOT NULL;
