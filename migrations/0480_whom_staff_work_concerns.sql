-- Staff are not notified of work about themselves.
ALTER TABLE notification_fanouts ADD COLUMN concerns integer[] NOT NULL DEFAULT '{}';
