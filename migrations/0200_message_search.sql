-- Staff search messages by subject, sender and text (src/server/platform/list-filters.ts). The parts of a long text cost
-- more than it is worth: its beginning is searched.
CREATE INDEX contact_messages_text ON contact_messages
  USING gin (name_parts(lower(subject || E'\n' || name || E'\n' || email || E'\n' || left(message, 1000))));
CREATE INDEX contact_messages_read_by ON contact_messages (read_by, id) WHERE read_by IS NOT NULL;
