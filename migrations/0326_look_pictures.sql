-- Pictures of the look, as they are served. A revision of the setting names them by their hash, so that history, undo
-- and previews have them; what no revision names is deleted after a day.
CREATE TABLE look_pictures (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  kind text NOT NULL CHECK (kind IN ('logo', 'hero')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 2097152),
  used_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE look_pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;
