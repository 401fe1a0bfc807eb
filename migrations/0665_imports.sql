-- What `cli import` brought from another program, by its id there: a record that came once is not brought again, also not
-- one that was deleted here since.
CREATE TABLE imported_records (
  source text NOT NULL CHECK (source ~ '^[a-z0-9][a-z0-9._-]{0,39}$'),
  kind text NOT NULL CHECK (kind IN ('member', 'news', 'page', 'punishment', 'redirect')),
  source_id text NOT NULL CHECK (char_length(source_id) BETWEEN 1 AND 500),
  -- The account of a member; null once it is deleted.
  user_id integer REFERENCES users ON DELETE SET NULL,
  -- The address of a news item or page here.
  path text CHECK (char_length(path) <= 500),
  at timestamptz NOT NULL DEFAULT now(),
  -- Whether an entry of the audit log counts it.
  is_audited boolean NOT NULL DEFAULT false,
  PRIMARY KEY (source, kind, source_id)
);
CREATE INDEX imported_records_user ON imported_records (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX imported_records_not_audited ON imported_records (source) WHERE NOT is_audited;

-- Addresses of another program that lead to a page of this site, where no page of the site has that address.
CREATE TABLE redirects (
  id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- As `redirectKey` writes it.
  path text PRIMARY KEY CHECK (path ~ '^/[^/]' AND char_length(path) <= 500),
  -- On this site.
  target text CHECK (target ~ '^/([^/\\]|$)' AND char_length(target) <= 500),
  -- The page of a member; the old address often has their name, and goes with the account.
  user_id integer REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT redirects_one_target CHECK ((target IS NULL) <> (user_id IS NULL))
);
CREATE INDEX redirects_user ON redirects (user_id, id) WHERE user_id IS NOT NULL;
