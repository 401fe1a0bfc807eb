-- The cover picture of a news item as the site serves it, encoded again. It goes with the item.
CREATE TABLE news_covers (
  news_id integer PRIMARY KEY REFERENCES news ON DELETE CASCADE,
  -- SHA-256 of bytes: part of the address, which changes with the picture.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  bytes bytea NOT NULL,
  width integer NOT NULL CHECK (width BETWEEN 1 AND 1280),
  height integer NOT NULL CHECK (height BETWEEN 1 AND 1280),
  -- What the picture shows, for whoever does not see it.
  alt text NOT NULL CHECK (char_length(alt) BETWEEN 1 AND 200)
);

-- Compressed images do not compress again.
ALTER TABLE news_covers ALTER COLUMN bytes SET STORAGE EXTERNAL;
