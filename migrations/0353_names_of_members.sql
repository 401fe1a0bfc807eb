-- Names that are suggested for a mention: members come first, however many players begin so.
CREATE INDEX users_members_shown_name ON users (lower(shown_name) text_pattern_ops) WHERE username IS NOT NULL;
