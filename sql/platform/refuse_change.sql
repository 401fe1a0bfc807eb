CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER hands_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hands
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER identity_hash_key_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity_hash_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER match_facts_append_only BEFORE DELETE OR TRUNCATE ON match_facts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER match_players_append_only BEFORE DELETE OR TRUNCATE ON match_players
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER match_voids_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON match_voids
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER matches_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON matches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER punishment_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON punishment_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER punishments_append_only BEFORE DELETE OR TRUNCATE ON punishments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER ruling_decisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ruling_decisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER ruling_matches_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ruling_matches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER rulings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rulings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- All but the mark stays as it was written.
CREATE OR REPLACE TRIGGER season_standings_append_only
  BEFORE DELETE OR TRUNCATE OR UPDATE OF season_id, track_id, identity_id, position, rating, deviation, volatility,
    matches, wins, tier, tier_colour
  ON season_standings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
