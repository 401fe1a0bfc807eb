-- Admins do not read messages to Discord about themselves.
ALTER TABLE discord_messages ADD COLUMN concerns integer[] NOT NULL DEFAULT '{}';
UPDATE discord_messages SET concerns = ARRAY[subject_user_id]
FROM moderation_reports WHERE event_key = 'report:' || moderation_reports.id AND subject_user_id IS NOT NULL;
