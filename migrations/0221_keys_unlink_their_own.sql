-- A key unlinks only whom it linked, unless it may unlink whoever another key linked. Older links know no key: with a
-- single key they are its own.
ALTER TABLE game_servers ADD COLUMN unlinks_others boolean NOT NULL DEFAULT false;
ALTER TABLE link_codes ADD COLUMN server_id integer REFERENCES game_servers ON DELETE CASCADE;
ALTER TABLE users ADD COLUMN linked_server_id integer REFERENCES game_servers ON DELETE SET NULL;
UPDATE users SET linked_server_id = (SELECT min(id) FROM game_servers)
WHERE linked_at IS NOT NULL AND (SELECT count(*) FROM game_servers) = 1;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN ('post_removed', 'restricted',
  'restriction_lifted', 'bio_cleared', 'picture_cleared', 'name_cleared', 'application_changed', 'matches_excluded',
  'matches_restored', 'punished', 'punishment_lifted', 'appeal_answered', 'appeal_decided', 'rerated',
  'report_decided', 'bug_report_changed', 'message_answered', 'unlinked'));
