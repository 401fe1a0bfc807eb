-- The comment that a comment replies to; one that is replied to is no reply itself. Replies go with their comment.
ALTER TABLE all_comments ADD COLUMN parent_id integer
  CONSTRAINT comments_parent_id_fkey REFERENCES all_comments ON DELETE CASCADE
  CONSTRAINT comments_parent_is_older CHECK (parent_id < id);
CREATE INDEX comments_parent ON all_comments (parent_id) WHERE parent_id IS NOT NULL;
