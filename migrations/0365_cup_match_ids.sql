-- Which match of a cup a match was, as its game server said it; null: it said nothing.
ALTER TABLE matches ADD COLUMN cup_match_id text;
