CREATE OR REPLACE FUNCTION count_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rating_counts AS kept (track_id, season_id, is_coarse, node, players)
    SELECT track_id, season_id, is_coarse, rating_node(rating, is_coarse), count(*) * TG_ARGV[0]::int
    FROM changed CROSS JOIN (VALUES (true), (false)) AS sizes (is_coarse) WHERE on_board GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (track_id, season_id, is_coarse, node) DO UPDATE SET players = kept.players + excluded.players;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ratings_counted_from AFTER UPDATE ON ratings REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ratings('-1');
CREATE OR REPLACE TRIGGER ratings_counted_in AFTER INSERT ON ratings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ratings('1');
CREATE OR REPLACE TRIGGER ratings_counted_out AFTER DELETE ON ratings REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ratings('-1');
CREATE OR REPLACE TRIGGER ratings_counted_to AFTER UPDATE ON ratings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ratings('1');
