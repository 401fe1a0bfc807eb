-- A fifth channel of Discord: check-in, final, champion and cancellation of cups.
ALTER TABLE discord_messages DROP CONSTRAINT discord_messages_kind_check;
ALTER TABLE discord_messages ADD CONSTRAINT discord_messages_kind_check
  CHECK (kind IN ('matches', 'news', 'cups', 'reports', 'applications'));
