-- Texts of the program by key and values, beside the English that is in their row: posted in the default language of the
-- site. NULL: the English is posted, as in rows of before, and what people wrote.
ALTER TABLE discord_messages ADD COLUMN said jsonb
  CHECK (jsonb_typeof(said) = 'object' AND octet_length(said::text) <= 40000);
