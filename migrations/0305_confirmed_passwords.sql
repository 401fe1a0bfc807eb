-- When the password was last entered in a session: at sign-in, or since. Owners' settings ask for it again. Sessions
-- from before have none.
ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz;
ALTER TABLE sessions ALTER COLUMN confirmed_at SET DEFAULT now();
