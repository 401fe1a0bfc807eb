CREATE OR REPLACE FUNCTION queue_match_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rating_queue (match_id)
    SELECT changed.match_id FROM changed JOIN matches USING (match_id) WHERE matches.ranked;
  RETURN NULL;
END $$;

-- Ratings and head-to-head follow, as after a void.
CREATE OR REPLACE TRIGGER excluded_matches_queue_ratings AFTER INSERT ON excluded_matches
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION queue_match_ratings();
CREATE OR REPLACE TRIGGER restored_matches_queue_ratings AFTER DELETE ON excluded_matches
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION queue_match_ratings();
-- Matches of a cup are free of the limit of pairs, which is known once they are attributed.
CREATE OR REPLACE TRIGGER cup_matches_queue_ratings AFTER INSERT ON cup_matches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION queue_match_ratings();
CREATE OR REPLACE TRIGGER fallen_cup_matches_queue_ratings AFTER DELETE ON cup_matches
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION queue_match_ratings();
CREATE OR REPLACE TRIGGER match_voids_queue_ratings AFTER INSERT ON match_voids REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION queue_match_ratings();
CREATE OR REPLACE TRIGGER matches_queue_ratings AFTER INSERT ON matches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION queue_match_ratings();
