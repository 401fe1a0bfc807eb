-- `TG_ARGV`: the type of the events. In the order in which the matches ended.
CREATE OR REPLACE FUNCTION queue_webhooks_of_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhooks WHERE enabled AND TG_ARGV[0] = ANY (types)) THEN
    PERFORM queue_webhooks(TG_ARGV[0], id)
    FROM (SELECT match_id::text AS id FROM added JOIN matches USING (match_id) ORDER BY matches.ended_at, match_id) AS ordered;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER matches_queue_webhooks AFTER INSERT ON matches REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION queue_webhooks_of_matches('match.stored');
-- A match that counts no more, by staff or by its game server.
CREATE OR REPLACE TRIGGER excluded_matches_queue_webhooks AFTER INSERT ON excluded_matches REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION queue_webhooks_of_matches('match.excluded');
CREATE OR REPLACE TRIGGER match_voids_queue_webhooks AFTER INSERT ON match_voids REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION queue_webhooks_of_matches('match.excluded');
