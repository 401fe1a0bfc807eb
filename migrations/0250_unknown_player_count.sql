-- False where the game server responded, but its number of players could not be read: heartbeats may know it.
ALTER TABLE game_ping ADD COLUMN is_count_known boolean NOT NULL DEFAULT true;
