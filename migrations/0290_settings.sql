-- What was set in the browser. The newest revision of a scope is in force; each names the one that it replaced, so that
-- two people cannot replace the same one.
CREATE TABLE settings_revisions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope text NOT NULL CHECK (length(scope) BETWEEN 1 AND 100),
  -- Null: back to what was shipped.
  value jsonb CHECK (length(value::text) <= 300000),
  -- 0: the first.
  base integer NOT NULL,
  by integer REFERENCES users ON DELETE SET NULL,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT settings_revisions_base_key UNIQUE (scope, base)
);
CREATE INDEX settings_revisions_newest ON settings_revisions (scope, id DESC);
