CREATE OR REPLACE VIEW comments AS
  SELECT id, post_id, user_id, content, created_at, news_id, parent_id FROM all_comments WHERE removed_at IS NULL;
