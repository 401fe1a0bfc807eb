-- `TG_ARGV`: the type of the event, and the column that names its subject.
CREATE OR REPLACE FUNCTION queue_webhooks_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhooks WHERE enabled AND TG_ARGV[0] = ANY (types)) THEN
    PERFORM queue_webhooks(TG_ARGV[0], to_jsonb(NEW) ->> TG_ARGV[1]);
  END IF;
  RETURN NULL;
END $$;

-- An account that is hidden or restored was not linked or renamed by that.
CREATE OR REPLACE TRIGGER users_queue_webhooks_linked AFTER UPDATE OF linked_at ON users FOR EACH ROW
  WHEN (OLD.linked_at IS NULL AND NEW.linked_at IS NOT NULL AND OLD.deleted_at IS NULL)
  EXECUTE FUNCTION queue_webhooks_of_row('player.linked', 'id');
CREATE OR REPLACE TRIGGER users_queue_webhooks_renamed AFTER UPDATE OF gamertag ON users FOR EACH ROW
  WHEN (OLD.gamertag <> NEW.gamertag AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION queue_webhooks_of_row('player.renamed', 'id');

CREATE OR REPLACE TRIGGER seasons_queue_webhooks AFTER UPDATE OF closed_at ON seasons FOR EACH ROW
  WHEN (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL)
  EXECUTE FUNCTION queue_webhooks_of_row('season.closed', 'id');

CREATE OR REPLACE TRIGGER punishments_queue_webhooks AFTER INSERT ON punishments FOR EACH ROW
  EXECUTE FUNCTION queue_webhooks_of_row('punishment.created', 'id');
CREATE OR REPLACE TRIGGER punishment_changes_queue_webhooks AFTER INSERT ON punishment_changes FOR EACH ROW
  WHEN (NEW.kind = 'lift') EXECUTE FUNCTION queue_webhooks_of_row('punishment.lifted', 'punishment_id');

CREATE OR REPLACE TRIGGER moderation_reports_queue_webhooks AFTER INSERT ON moderation_reports FOR EACH ROW
  EXECUTE FUNCTION queue_webhooks_of_row('report.created', 'id');

CREATE OR REPLACE TRIGGER appeals_queue_webhooks AFTER UPDATE OF state ON appeals FOR EACH ROW
  WHEN (NEW.state <> OLD.state AND NEW.state IN ('upheld', 'reduced', 'lifted'))
  EXECUTE FUNCTION queue_webhooks_of_row('appeal.decided', 'id');

CREATE OR REPLACE TRIGGER staff_applications_queue_webhooks AFTER INSERT ON staff_applications FOR EACH ROW
  EXECUTE FUNCTION queue_webhooks_of_row('application.submitted', 'id');

-- The first time only: an item that was a draft in between is no news.
CREATE OR REPLACE TRIGGER news_queue_webhooks AFTER UPDATE OF published_at ON news FOR EACH ROW
  WHEN (NEW.published_at IS NOT NULL AND OLD.announced_at IS NULL)
  EXECUTE FUNCTION queue_webhooks_of_row('news.published', 'slug');

CREATE OR REPLACE TRIGGER events_queue_webhooks AFTER INSERT ON events FOR EACH ROW
  EXECUTE FUNCTION queue_webhooks_of_row('event.created', 'id');

CREATE OR REPLACE TRIGGER cup_facts_queue_webhooks_started AFTER INSERT ON cup_facts FOR EACH ROW
  WHEN (NEW.kind = 'started') EXECUTE FUNCTION queue_webhooks_of_row('cup.started', 'event_id');
CREATE OR REPLACE TRIGGER cup_facts_queue_webhooks_finished AFTER INSERT ON cup_facts FOR EACH ROW
  WHEN (NEW.kind = 'closed') EXECUTE FUNCTION queue_webhooks_of_row('cup.finished', 'event_id');

-- The subject is the moment, which the status of an outage names.
CREATE OR REPLACE TRIGGER game_ping_queue_webhooks_offline AFTER UPDATE OF is_online ON game_ping FOR EACH ROW
  WHEN (OLD.is_online AND NOT NEW.is_online)
  EXECUTE FUNCTION queue_webhooks_of_row('server.offline', 'checked_at');
CREATE OR REPLACE TRIGGER game_ping_queue_webhooks_online AFTER UPDATE OF is_online ON game_ping FOR EACH ROW
  WHEN (NOT OLD.is_online AND NEW.is_online)
  EXECUTE FUNCTION queue_webhooks_of_row('server.online', 'checked_at');
