-- Teams take part in arenas too.
ALTER TABLE cups DROP CONSTRAINT cups_size_check;
ALTER TABLE cups ADD CONSTRAINT cups_size_check CHECK (size BETWEEN 1 AND 4);
