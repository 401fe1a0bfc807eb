-- When newsletters were queued lately: each takes a row whose last one is a day old, so that there are no more a day
-- than rows, however many are published at once, deleted or taken back (newslettersPerDay in src/contract/content/news.ts).
CREATE TABLE newsletter_slots (
  number smallint PRIMARY KEY,
  taken_at timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO newsletter_slots (number) VALUES (1), (2), (3);
