-- Also known before a process of this release starts, as the other kinds are.
INSERT INTO notification_kinds (kind, channels, is_mailed_at_once) VALUES ('cup', '{site}', false)
ON CONFLICT DO NOTHING;
