-- Who lifted a restriction by itself takes that back within seconds. Null where it ended otherwise.
ALTER TABLE restrictions ADD COLUMN lifted_by integer REFERENCES users ON DELETE SET NULL;
