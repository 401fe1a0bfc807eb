-- The ranks of the site. The first ten are shipped: they keep key, order and power, and none of them can go.
CREATE TABLE ranks (
  -- The first name. It never changes and never means another rank.
  key text PRIMARY KEY CHECK (key ~ '^[A-Za-z0-9_-]([A-Za-z0-9 _-]{0,22}[A-Za-z0-9_-])?$'),
  -- What Discord knows the rank by; never used again.
  number smallint NOT NULL UNIQUE CHECK (number >= 0),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 24),
  -- Null: as the site ships it.
  colour text CHECK (colour ~ '^#[0-9a-f]{6}$'),
  power text NOT NULL,
  -- What Discord compares; order never changes it.
  level smallint NOT NULL,
  position smallint NOT NULL,
  aliases text[] NOT NULL DEFAULT '{}',
  is_shown boolean NOT NULL DEFAULT true,
  -- The rank that this one became part of; its key is an alias of that one.
  merged_into text REFERENCES ranks,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ranks_power_known
    CHECK (power IN ('member', 'helper', 'moderator', 'product', 'admin', 'manager', 'owner')),
  CONSTRAINT ranks_owner_alone CHECK ((power = 'owner') = (key = 'Owner')),
  CONSTRAINT ranks_shipped_stay CHECK (number > 9 OR merged_into IS NULL),
  CONSTRAINT ranks_level_of_power CHECK (level BETWEEN
    CASE power WHEN 'member' THEN 0 WHEN 'helper' THEN 4 WHEN 'moderator' THEN 5 WHEN 'product' THEN 6 WHEN 'admin' THEN 7
      WHEN 'manager' THEN 8 ELSE 9 END AND
    CASE power WHEN 'member' THEN 3 WHEN 'helper' THEN 4 WHEN 'moderator' THEN 5 WHEN 'product' THEN 6 WHEN 'admin' THEN 7
      WHEN 'manager' THEN 8 ELSE 9 END)
);

CREATE UNIQUE INDEX ranks_key_key ON ranks (lower(key));
CREATE UNIQUE INDEX ranks_name_key ON ranks (lower(name)) WHERE merged_into IS NULL;

INSERT INTO ranks (key, number, name, power, level, position, aliases) VALUES
  ('Member', 0, 'Member', 'member', 0, 0, '{}'),
  ('Gold', 1, 'Gold', 'member', 1, 1, '{}'),
  ('Emerald', 2, 'Emerald', 'member', 2, 2, '{}'),
  ('Diamond', 3, 'Diamond', 'member', 3, 3, '{}'),
  ('Helper', 4, 'Helper', 'helper', 4, 4, '{}'),
  ('Moderator', 5, 'Moderator', 'moderator', 5, 5, '{mod}'),
  ('Product Staff', 6, 'Product Staff', 'product', 6, 6, '{}'),
  ('Admin', 7, 'Admin', 'admin', 7, 7, '{}'),
  ('Manager', 8, 'Manager', 'manager', 8, 8, '{}'),
  ('Owner', 9, 'Owner', 'owner', 9, 9, '{}');

ALTER TABLE users DROP CONSTRAINT users_rank_known,
  ADD CONSTRAINT users_rank_known FOREIGN KEY (rank) REFERENCES ranks;
