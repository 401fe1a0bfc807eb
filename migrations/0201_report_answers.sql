-- Who changed a bug report last, and what the reporter was answered with it. An account that is gone leaves null.
ALTER TABLE reports ADD COLUMN handled_by integer REFERENCES users ON DELETE SET NULL;
ALTER TABLE reports ADD COLUMN handled_at timestamptz;
ALTER TABLE reports ADD COLUMN answer text CHECK (char_length(answer) BETWEEN 1 AND 2000);
CREATE INDEX reports_handled_by ON reports (handled_by, id) WHERE handled_by IS NOT NULL;

-- Staff search reports by title, reporter and the beginning of the details (src/server/platform/list-filters.ts).
CREATE INDEX reports_text ON reports USING gin (name_parts(lower(reason || E'\n' || left(details, 1000))));
