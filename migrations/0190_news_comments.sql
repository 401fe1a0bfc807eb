-- Members comment on news by the same rules as on posts. A comment is on one of the two, and goes with it.
ALTER TABLE comments ALTER COLUMN post_id DROP NOT NULL;
ALTER TABLE comments ADD COLUMN news_id integer REFERENCES news ON DELETE CASCADE;
ALTER TABLE comments ADD CONSTRAINT comments_subject CHECK (num_nonnulls(post_id, news_id) = 1);
CREATE INDEX comments_news ON comments (news_id, id) WHERE news_id IS NOT NULL;
