-- Without those that staff removed, and those of an account that is deleted.
CREATE OR REPLACE VIEW posts AS
  SELECT id, user_id, content, created_at, edited_at FROM all_posts
  WHERE removed_at IS NULL
    AND NOT EXISTS (SELECT FROM pending_deletions AS pending WHERE pending.user_id = all_posts.user_id);
