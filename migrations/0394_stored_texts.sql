-- Texts of the program by key and values, beside the English that is in their row: said in the language of whoever reads
-- them. NULL: the English is said, as in rows of before, and in what people wrote.
ALTER TABLE notifications ADD COLUMN said jsonb
  CHECK (jsonb_typeof(said) = 'object' AND octet_length(said::text) <= 40000);
ALTER TABLE notices ADD COLUMN said jsonb
  CHECK (jsonb_typeof(said) = 'object' AND octet_length(said::text) <= 40000);
ALTER TABLE notification_fanouts ADD COLUMN said jsonb
  CHECK (jsonb_typeof(said) = 'object' AND octet_length(said::text) <= 40000);
