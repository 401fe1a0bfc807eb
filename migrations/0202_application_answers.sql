-- Who changed an application last, and what the applicant was answered with it. An account that is gone leaves null.
ALTER TABLE staff_applications ADD COLUMN handled_by integer REFERENCES users ON DELETE SET NULL;
ALTER TABLE staff_applications ADD COLUMN handled_at timestamptz;
ALTER TABLE staff_applications ADD COLUMN answer text CHECK (char_length(answer) BETWEEN 1 AND 2000);
CREATE INDEX staff_applications_handled_by ON staff_applications (handled_by, id) WHERE handled_by IS NOT NULL;

-- Staff search applications by who applied and the beginning of why (src/server/platform/list-filters.ts).
CREATE INDEX staff_applications_text ON staff_applications USING gin (name_parts(lower(
  minecraft_username || E'\n' || discord_username || E'\n' || email || E'\n' || left(why_join, 1000))));
