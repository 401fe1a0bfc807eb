-- Brackets in which who lost once plays on in the losers' bracket.
ALTER TABLE cups DROP CONSTRAINT cups_format_check;
ALTER TABLE cups ADD CONSTRAINT cups_format_check CHECK (format IN ('arena', 'single', 'double'));
