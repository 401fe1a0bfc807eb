-- The posts with a comment in the last 7 days are counted from this index alone.
CREATE INDEX comments_recent ON comments (created_at, post_id);
