-- News of the network, written by admins in Markdown.
CREATE TABLE news (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Last part of the page's path. It stays once the item was published.
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 80),
  title text NOT NULL CHECK (char_length(title) BETWEEN 3 AND 100),
  summary text NOT NULL CHECK (char_length(summary) BETWEEN 1 AND 300),
  markdown text NOT NULL CHECK (char_length(markdown) BETWEEN 1 AND 20000),
  -- Rendered from the Markdown when it is saved, because rendering takes up to half a second.
  html text NOT NULL,
  -- Null when the author's account is gone: it then is the team's.
  author_id integer REFERENCES users ON DELETE SET NULL,
  -- Null: a draft. Ahead of now: scheduled; a worker publishes it.
  publish_at timestamptz,
  published_at timestamptz,
  -- When members and Discord were notified, which happens once.
  announced_at timestamptz,
  -- The last change of a published item.
  edited_at timestamptz,
  -- One more with each change; what If-Match is compared with.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT news_published CHECK (published_at IS NULL OR (publish_at IS NOT NULL AND announced_at IS NOT NULL))
);
CREATE INDEX news_newest ON news (published_at DESC, id DESC) WHERE published_at IS NOT NULL;
CREATE INDEX news_scheduled ON news (publish_at) WHERE published_at IS NULL AND publish_at IS NOT NULL;
CREATE INDEX news_author ON news (author_id);
