-- Contact messages are read by staff: when, and by whom first.
ALTER TABLE contact_messages ADD COLUMN read_at timestamptz;
ALTER TABLE contact_messages ADD COLUMN read_by integer REFERENCES users ON DELETE SET NULL;
CREATE INDEX contact_messages_unread ON contact_messages (id DESC) WHERE read_at IS NULL AND NOT flagged;
CREATE INDEX contact_messages_flagged ON contact_messages (id DESC) WHERE flagged;

-- Members alone, newest first: the members list never walks over the players whom only the game server knows.
CREATE INDEX users_members ON users (id DESC) WHERE username IS NOT NULL;

-- The audit log is filtered by the kind of deed ('report' of 'report.status') and by the name of whoever acted: a part
-- of it, or, where one or two characters are all that is known, its beginning.
CREATE INDEX audit_log_kind ON audit_log (split_part(action, '.', 1), id DESC);
CREATE INDEX audit_log_actor_parts ON audit_log USING gin (name_parts(lower(actor_name)));
CREATE INDEX audit_log_actor_name ON audit_log (lower(actor_name) text_pattern_ops);

-- Matches arrive in about the order in which they ended: the day's are counted from the newest blocks alone.
CREATE INDEX matches_ended ON matches USING brin (ended_at) WITH (autosummarize = on, pages_per_range = 16);
