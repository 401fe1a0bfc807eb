-- The language that the game of a player says (de-DE), by the newest event: what the site says in game is in it where no
-- member is linked, or where the member chose none. NULL: no game server has said it.
ALTER TABLE game_identities ADD COLUMN language text CHECK (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$');
ALTER TABLE game_identities ADD COLUMN language_at timestamptz;
