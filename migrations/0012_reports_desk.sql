-- Staff work through bug reports: by status, each change on top of the one before.
-- Rises with every change of a report, so that whoever changes an older one can be told (If-Match).
ALTER TABLE reports ADD COLUMN version integer NOT NULL DEFAULT 1;

CREATE INDEX reports_status ON reports (status, id DESC);
-- The oldest reports, for a site that keeps them for some days only.
CREATE INDEX reports_age ON reports (created_at);
