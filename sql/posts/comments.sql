-- Without those that staff removed, and those that go with an account that is deleted: its comments, the replies to them,
-- and what is below its posts.
CREATE OR REPLACE VIEW comments AS
  SELECT id, post_id, user_id, content, created_at, news_id, parent_id FROM all_comments
  WHERE removed_at IS NULL
    AND NOT EXISTS (SELECT FROM pending_deletions AS pending WHERE pending.user_id = all_comments.user_id)
    AND NOT EXISTS (SELECT FROM pending_deletions AS pending JOIN all_comments AS parent USING (user_id)
      WHERE parent.id = all_comments.parent_id)
    AND NOT EXISTS (SELECT FROM pending_deletions AS pending JOIN all_posts AS post USING (user_id)
      WHERE post.id = all_comments.post_id);
