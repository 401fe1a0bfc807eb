-- Comments below posts: flat, oldest first. They go with their post and with their author.
CREATE TABLE comments (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  post_id integer NOT NULL REFERENCES posts ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL DEFAULT now()
);
-- A page of comments, and the count that the feed shows.
CREATE INDEX comments_post ON comments (post_id, id);
CREATE INDEX comments_user ON comments (user_id, id);

-- Members report comments as they report posts.
ALTER TABLE moderation_reports DROP CONSTRAINT moderation_reports_subject_type_check;
ALTER TABLE moderation_reports ADD CONSTRAINT moderation_reports_subject_type_check
  CHECK (subject_type IN ('post', 'player', 'comment'));
ALTER TABLE moderation_claims DROP CONSTRAINT moderation_claims_subject_type_check;
ALTER TABLE moderation_claims ADD CONSTRAINT moderation_claims_subject_type_check
  CHECK (subject_type IN ('post', 'player', 'comment'));
