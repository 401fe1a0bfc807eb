-- A session is named to its member by a number that opens nothing.
ALTER TABLE sessions ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY;
ALTER TABLE sessions ADD CONSTRAINT sessions_id_key UNIQUE (id);
