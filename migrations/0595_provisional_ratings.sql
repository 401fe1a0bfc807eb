-- The players below a rating board whose ratings are not settled.
CREATE INDEX ratings_provisional ON ratings (track_id, season_id, deviation, user_id) WHERE NOT on_board;
