-- When staff cleared the name of a member; null once the member has chosen another. Until then others see a neutral
-- name. The member still signs in with the old one: otherwise nobody could tell them the new one.
ALTER TABLE users ADD COLUMN name_cleared_at timestamptz;

-- What everybody sees: a linked account and an unlinked player show the gamertag, which comes from the game; a member
-- whose name was cleared shows 'Player' and the number of the account; everybody else the username.
ALTER TABLE users DROP COLUMN shown_name;
ALTER TABLE users ADD COLUMN shown_name text NOT NULL GENERATED ALWAYS AS
  (CASE WHEN linked_at IS NOT NULL OR username IS NULL THEN gamertag
    WHEN name_cleared_at IS NOT NULL THEN 'Player ' || id::text
    ELSE username END) STORED;
-- Dropped together with the column.
CREATE INDEX users_shown_name_parts ON users USING gin (name_parts(lower(shown_name)));
CREATE INDEX users_shown_name ON users (lower(shown_name) text_pattern_ops);
