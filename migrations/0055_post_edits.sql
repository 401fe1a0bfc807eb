-- Authors edit a post for 15 minutes (docs/spec/checklist.tsv, social.17). What stood there before is kept for
-- moderators, and goes with the post.
ALTER TABLE posts ADD COLUMN edited_at timestamptz;

CREATE TABLE post_edits (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  post_id integer NOT NULL REFERENCES posts ON DELETE CASCADE,
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX post_edits_post ON post_edits (post_id, id);
